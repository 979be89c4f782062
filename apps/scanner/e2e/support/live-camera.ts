import { open, writeFile } from 'node:fs/promises';
import {
  type CameraFramesOptions,
  type CodeScene,
  cameraFrames,
  type EmptyScene,
} from '@scantix/barcode-reader/testing';

/** A fake camera whose picture changes while it runs. */
export interface LiveCamera {
  /** The clip that Chromium plays: `--use-file-for-fake-video-capture`. */
  readonly path: string;
  /** Shows a scene in place of the current one. */
  show(scene: HeldScene): Promise<void>;
  /** Shows an empty scene. */
  clear(): Promise<void>;
}

/** A scene that is shown until the next one. */
export type HeldScene = Omit<CodeScene, 'seconds'> | Omit<EmptyScene, 'seconds'>;

export interface LiveCameraOptions extends Pick<CameraFramesOptions, 'width' | 'height' | 'framesPerSecond'> {
  /** How many different frames of a scene are shown in turn: the noise changes and the hand moves. @default 4 */
  readonly frames?: number;
}

const FRAME_MARK = 'FRAME\n';

/**
 * Opens a camera to which a test shows one barcode after the other at its own pace. Chromium reads a clip from the disk
 * frame by frame, in a loop: frames written over it are what the camera shows next.
 */
export async function openLiveCamera(
  path: string,
  { width = 640, height = 480, framesPerSecond = 15, frames: count = 4 }: LiveCameraOptions = {},
): Promise<LiveCamera> {
  const header = `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`;
  const chroma = Buffer.alloc((width * height) / 2, 128);
  const frameLength = FRAME_MARK.length + (width * height * 3) / 2;
  let seed = 1;

  async function draw(scene: HeldScene): Promise<Uint8Array[]> {
    seed += 1;
    const scenes = [{ ...scene, seconds: count / framesPerSecond }];
    const frames: Uint8Array[] = [];
    for await (const { data } of cameraFrames({ width, height, framesPerSecond, scenes, seed })) frames.push(data);
    return frames;
  }

  async function write(frames: readonly Uint8Array[]): Promise<void> {
    const file = await open(path, 'r+');
    try {
      for (const [index, data] of frames.entries()) {
        await file.write(data, 0, data.length, header.length + index * frameLength + FRAME_MARK.length);
      }
    } finally {
      await file.close();
    }
  }

  const frame = Buffer.concat([Buffer.from(FRAME_MARK), Buffer.alloc(width * height), chroma]);
  await writeFile(path, [Buffer.from(header), ...Array<Buffer>(count).fill(frame)]);
  const nothing = await draw({ empty: true });
  await write(nothing);
  return { path, show: async (scene) => write(await draw(scene)), clear: () => write(nothing) };
}
