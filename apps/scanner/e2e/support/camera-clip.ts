import { type Scene, writeCameraClip } from '@scantix/barcode-reader/testing';

/** Writes what the fake camera plays: 720p at 15 frames a second, a few seconds long, the same at every run. */
export async function writeClip(path: string, scenes: readonly Scene[]): Promise<string> {
  await writeCameraClip({ path, width: 1280, height: 720, framesPerSecond: 15, scenes, seed: 20_261_121 });
  return path;
}

/** What a camera shows all the time, by a name of its own. */
export interface CameraPicture {
  readonly name: string;
  /** Writes the clip. @returns its path */
  write(path: string): Promise<string>;
}
