import { type Scene, writeCameraClip } from '@scantix/barcode-reader/testing';

/** Writes the clip that the fake camera plays: 720p at 15 frames a second, identical in every run. */
export async function writeClip(path: string, scenes: readonly Scene[]): Promise<string> {
  await writeCameraClip({ path, width: 1280, height: 720, framesPerSecond: 15, scenes, seed: 20_261_121 });
  return path;
}

/** A still picture for the fake camera; the name is unique. */
export interface CameraPicture {
  readonly name: string;
  /** Writes the clip. @returns the path of the file */
  write(path: string): Promise<string>;
}
