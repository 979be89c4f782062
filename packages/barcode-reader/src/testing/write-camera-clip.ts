import { type CameraFramesOptions, cameraFrames } from './camera-frames.ts';

/** Options of a clip: what to draw, and the file to write. */
export interface CameraClipOptions extends CameraFramesOptions {
  /** The file to write; it ends in `.y4m`. */
  readonly path: string;
}

/**
 * Writes a clip that Chromium's fake camera plays in a loop (`--use-file-for-fake-video-capture`), frame by frame to
 * the disk. Node only. A second of 640 x 480 at 15 frames is 7 MB.
 *
 * @returns how many frames were written
 * @throws RangeError unless width and height are even; what Node.js says where the file cannot be written
 * @example
 * await writeCameraClip({ path: 'ticket.y4m', scenes: [{ symbology: 'qr_code', text: 'T-1', seconds: 2, motion: 60 }] });
 */
export async function writeCameraClip(options: CameraClipOptions): Promise<number> {
  // Not imported: a bundler for the browser, which knows no module of Node.js, takes the other drawings.
  const { open } = process.getBuiltinModule('node:fs/promises');
  const { width = 640, height = 480, framesPerSecond = 15 } = options;
  // I420: a chroma sample for each 2 x 2 pixels, so both sides must be even.
  if (width % 2 !== 0 || height % 2 !== 0) throw new RangeError('Width and height of a clip must be even.');
  const chroma = new Uint8Array((width * height) / 2).fill(128);
  const file = await open(options.path, 'w');
  let frames = 0;
  try {
    await file.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
    for await (const frame of cameraFrames({ ...options, width, height, framesPerSecond })) {
      await file.write('FRAME\n');
      await file.write(frame.data);
      await file.write(chroma);
      frames++;
    }
  } finally {
    await file.close();
  }
  return frames;
}
