import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { type Scene, writeCameraClip } from '@scantix/barcode-reader/testing';
import { fillFolder } from './prepared-files.ts';

const SIZE = { width: 1280, height: 720, framesPerSecond: 15, seed: 20_261_121 };

/** Writes the clip that the fake camera plays: 720p at 15 frames a second, identical in every run. */
export async function writeClip(path: string, scenes: readonly Scene[]): Promise<string> {
  const content = createHash('sha256').update(JSON.stringify([basename(path), SIZE, scenes]));
  await fillFolder(dirname(path), `clip-${content.digest('hex')}`, async (folder) => {
    await writeCameraClip({ ...SIZE, path: join(folder, basename(path)), scenes });
  });
  return path;
}

/** A still picture for the fake camera; the name is unique. */
export interface CameraPicture {
  readonly name: string;
  /** Writes the clip. @returns the path of the file */
  write(path: string): Promise<string>;
}
