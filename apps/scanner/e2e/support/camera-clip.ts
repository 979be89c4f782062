import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { test } from '@playwright/test';
import { type Scene, writeCameraClip } from '@scantix/barcode-reader/testing';
import { fillFolder, START_LIMIT_MS } from './prepared-files.ts';

const SIZE = { width: 1280, height: 720, framesPerSecond: 15, seed: 20_261_121 };

/**
 * Writes the clip that the fake camera plays: 720p at 15 frames a second, identical in every run. The test's time limit is
 * longer by as long as this takes: beside other work, drawing the frames of a moving code takes up to a minute.
 */
export async function writeClip(path: string, scenes: readonly Scene[]): Promise<string> {
  const running = test.info();
  const limit = running.timeout;
  const startedAt = performance.now();
  running.setTimeout(limit + START_LIMIT_MS);
  const content = createHash('sha256').update(JSON.stringify([basename(path), SIZE, scenes]));
  await fillFolder(dirname(path), `clip-${content.digest('hex')}`, async (folder) => {
    await writeCameraClip({ ...SIZE, path: join(folder, basename(path)), scenes });
  });
  running.setTimeout(limit + performance.now() - startedAt);
  return path;
}

/** A still picture for the fake camera; the name is unique. */
export interface CameraPicture {
  readonly name: string;
  /** Writes the clip. @returns the path of the file */
  write(path: string): Promise<string>;
}

/**
 * A camera before which nobody holds a code. A scanner that is open looks at every frame, and the tests share the machine: the
 * picture is small, and comes twice a second.
 */
export const NO_CODE: CameraPicture = {
  name: 'no-code',
  async write(path) {
    await writeCameraClip({
      path,
      width: 640,
      height: 480,
      framesPerSecond: 2,
      scenes: [{ empty: true, seconds: 1, noise: 2 }],
    });
    return path;
  },
};
