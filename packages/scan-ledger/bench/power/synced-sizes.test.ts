import { expect, test } from 'vitest';
import { syncedSizes } from './synced-sizes.ts';

const trace = (...lines: string[]) => lines.join('\n');

test('keeps what was written before the last sync began', () => {
  const lines = [
    '7 openat(AT_FDCWD</>, "/p/1.log", O_RDWR|O_CREAT|O_TRUNC|O_CLOEXEC, 0600) = 45</p/1.log>',
    '7 write(45</p/1.log>, ""..., 100) = 100',
    '7 fdatasync(45</p/1.log> <unfinished ...>',
    '8 write(45</p/1.log>, ""..., 30) = 30',
    '7 <... fdatasync resumed>) = 0',
    '8 write(45</p/1.log>, ""..., 5) = 5',
  ];
  expect(syncedSizes(trace(...lines), new Map())).toEqual(new Map([['/p/1.log', 100]]));
});

test('starts with what was on the disk', () => {
  const lines = ['7 write(45</p/1.log>, ""..., 100) = 100'];
  expect(syncedSizes(trace(...lines), new Map([['/p/1.log', 20]]))).toEqual(new Map([['/p/1.log', 20]]));
});

test('follows names, lengths and failures', () => {
  const lines = [
    '7 write(4</p/tmp>, ""..., 16) = 16',
    '7 fsync(4</p/tmp>) = 0',
    '7 rename("/p/tmp", "/p/CURRENT") = 0',
    '7 pwrite64(5</p/2.log>, ""..., 10, 90) = 10',
    '7 fdatasync(5</p/2.log>) = -1 EIO (Input/output error)',
    '7 ftruncate(6</p/3.log>, 7) = 0',
    '7 fdatasync(6</p/3.log>) = 0',
  ];
  const kept = { '/p/2.log': 0, '/p/CURRENT': 16, '/p/3.log': 7 };
  expect(Object.fromEntries(syncedSizes(trace(...lines), new Map()))).toEqual(kept);
});
