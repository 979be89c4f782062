import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeRelease, findInstallation } from './installation.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'scantix-'));
});
afterAll(() => rm(root, { recursive: true }));

async function place(name: string, manifest: object): Promise<string> {
  const folder = join(root, name, 'lib');
  await mkdir(folder, { recursive: true });
  await writeFile(join(root, name, 'package.json'), JSON.stringify(manifest));
  return folder;
}

test('an archive says which release it is, and has the app beside its program', async () => {
  const folder = await place('scantix', { version: '1.2.3', commit: '0e6f929' });
  const { release, ...places } = findInstallation(folder);
  expect(describeRelease(release)).toBe('1.2.3 (0e6f929)');
  expect(places).toEqual({ dataDir: resolve('scantix-data'), appDir: join(root, 'scantix/app') });
});

test('a manifest without a commit is no archive: its data and app are those of the workspace', async () => {
  const { release, ...places } = findInstallation(await place('apps/api', { version: '1.2.3' }));
  expect(describeRelease(release)).toBe('source');
  expect(places).toEqual({ dataDir: join(root, '.data'), appDir: join(root, 'apps/scanner/dist') });
});
