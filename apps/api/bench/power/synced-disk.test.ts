import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';
import { createSyncedDisk } from './synced-disk.ts';

function createFolder(options: { cutAt: number; syncing?: boolean }) {
  const root = temporaryFolder();
  const [folder, copy] = [join(root, 'folder'), join(root, 'copy')];
  mkdirSync(folder);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('log', 'old');
  const disk = createSyncedDisk({ folder, copy, syncing: true, ...options });
  const sync = (name = '') => disk.sync(0, join(folder, name));
  return { folder, copy, write, sync, disk, left: () => readFileSync(join(copy, 'log'), 'utf8') };
}

test('keeps what was synced before the cut, and nothing since', () => {
  const { write, sync, disk, left } = createFolder({ cutAt: 2 });
  write('log', 'synced');
  sync('log');
  write('log', 'written');
  expect([disk.isOn(), left()]).toEqual([true, 'synced']);
  sync('log');
  expect([disk.isOn(), left()]).toEqual([false, 'synced']);
});

test('counts no sync of what is on the disk already', () => {
  const { sync, disk } = createFolder({ cutAt: 1 });
  sync('log');
  sync();
  expect(disk.isOn()).toBe(true);
});

test('a name is gone when its folder was synced', () => {
  const { folder, copy, sync } = createFolder({ cutAt: 2 });
  rmSync(join(folder, 'log'));
  expect(readdirSync(copy)).toEqual(['log']);
  sync();
  expect(readdirSync(copy)).toEqual([]);
});

test('without syncing nothing is kept, and the power is cut all the same', () => {
  const { write, sync, disk, left } = createFolder({ cutAt: 1, syncing: false });
  write('log', 'new');
  sync('log');
  expect([disk.isOn(), left()]).toEqual([false, 'old']);
});
