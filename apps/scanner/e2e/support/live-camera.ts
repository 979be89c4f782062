import { open, writeFile } from 'node:fs/promises';
import {
  type CameraFramesOptions,
  type CodeScene,
  cameraFrames,
  type EmptyScene,
} from '@scantix/barcode-reader/testing';

/** What a fake camera sees, changed while it runs. */
export interface LiveCamera {
  /** The clip that Chromium plays: `--use-file-for-fake-video-capture`. */
  readonly path: string;
  /** Holds something before the camera, until the next call. */
  show(scene: HeldScene): Promise<void>;
}

/** A scene without an end. */
export type HeldScene = Omit<CodeScene, 'seconds'> | Omit<EmptyScene, 'seconds'>;

export type LiveCameraOptions = Pick<CameraFramesOptions, 'width' | 'height' | 'framesPerSecond'>;

/** Enough for noise to change and a hand to sway. */
const FRAMES = 4;
const FRAME_MARK = 'FRAME\n';

/**
 * A camera before which a test holds one barcode after the other at its own pace. Chromium reads a clip from the disk
 * frame by frame, in a loop: what is written over its frames is what the camera sees next.
 */
export async function openLiveCamera(
  path: string,
  { width = 640, height = 480, framesPerSecond = 15 }: LiveCameraOptions = {},
): Promise<LiveCamera> {
  const header = `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`;
  const chroma = Buffer.alloc((width * height) / 2, 128);
  const frameLength = FRAME_MARK.length + (width * height * 3) / 2;
  let seed = 1;

  async function show(scene: HeldScene): Promise<void> {
    seed += 1;
    const scenes = [{ ...scene, seconds: FRAMES / framesPerSecond }];
    const file = await open(path, 'r+');
    try {
      for await (const { data, index } of cameraFrames({ width, height, framesPerSecond, scenes, seed })) {
        await file.write(data, 0, data.length, header.length + index * frameLength + FRAME_MARK.length);
      }
    } finally {
      await file.close();
    }
  }

  const frame = Buffer.concat([Buffer.from(FRAME_MARK), Buffer.alloc(width * height), chroma]);
  await writeFile(path, [Buffer.from(header), ...Array<Buffer>(FRAMES).fill(frame)]);
  await show({ empty: true });
  return { path, show };
}
