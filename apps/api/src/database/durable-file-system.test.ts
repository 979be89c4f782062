import { copyFileSync, cpSync, fstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { checkpoint } from './checkpoint.ts';
import { syncFolder } from './durable-file-system.ts';
import { openEmbeddedDatabase } from './open-database.ts';
import type { Database } from './tables.ts';

let root: string;
let folder: string;
/** What a power cut leaves of `folder`. */
let disk: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scantix-durable-'));
  folder = join(root, 'postgres');
  disk = join(root, 'disk');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Takes a synced file, or the names in a synced folder, over to `disk`. */
function writeToDisk(_: number, path: string): void {
  const onDisk = join(disk, relative(folder, path));
  if (statSync(path).isDirectory()) {
    const names = new Set(readdirSync(path));
    for (const name of readdirSync(onDisk)) if (!names.has(name)) rmSync(join(onDisk, name), { recursive: true });
  } else copyFileSync(path, onDisk);
}

const addRow = (db: Database, id: number) => sql`insert into marks values (${id})`.execute(db);

async function readAfterPowerCut(): Promise<number[]> {
  const left = join(root, 'left');
  cpSync(disk, left, { recursive: true });
  const db = await openEmbeddedDatabase({ folder: left });
  const { rows } = await sql<{ id: number }>`select id from marks order by id`.execute(db);
  await db.destroy();
  return rows.map(({ id }) => id);
}

/** Holds a database that tests copy: to make one takes seconds. */
let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'scantix-made-'));
  const db = await openEmbeddedDatabase({ folder: join(made, 'postgres'), sync: () => {} });
  await sql`create table marks (id int primary key)`.execute(db);
  await db.destroy();
}, START_MS);
afterAll(() => rm(made, { recursive: true }));

function copyDatabase(): void {
  for (const place of [folder, disk]) cpSync(join(made, 'postgres'), place, { recursive: true });
}

test(
  'every row that was answered is there after a power cut, before and after a checkpoint',
  async () => {
    copyDatabase();
    const db = await openEmbeddedDatabase({ folder, sync: writeToDisk });
    for (const id of [1, 2, 3]) await addRow(db, id);
    await checkpoint(db);
    for (const id of [4, 5]) await addRow(db, id);
    expect(await readAfterPowerCut()).toEqual([1, 2, 3, 4, 5]);
    await db.destroy();
  },
  START_MS,
);

test(
  'without syncing the same power cut loses rows',
  async () => {
    copyDatabase();
    const db = await openEmbeddedDatabase({ folder, sync: () => {} });
    await addRow(db, 1);
    expect(await readAfterPowerCut()).toEqual([]);
    await db.destroy();
  },
  START_MS,
);

test(
  'a new database is on the disk, every file of it and its name, before it is used',
  async () => {
    const synced = new Set<string>();
    let missing: string[] | undefined;
    const sync = (_: number, path: string) => {
      synced.add(relative(root, path).replace('postgres.new', 'postgres'));
      if (path !== root) return;
      const made = readdirSync(root, { recursive: true }).map(String);
      missing = made.filter((name) => !synced.has(name));
    };
    const db = await openEmbeddedDatabase({ folder, sync });
    expect(missing).toEqual([]);
    await db.destroy();
  },
  START_MS,
);

test(
  'a power cut during the very first start leaves nothing in the way of the next start',
  async () => {
    let syncsLeft = 500;
    const cutPower = (_: number, path: string) => {
      if (syncsLeft-- === 0) throw new Error('power cut');
      const onDisk = join(disk, relative(root, path));
      mkdirSync(dirname(onDisk), { recursive: true });
      if (!statSync(path).isDirectory()) copyFileSync(path, onDisk);
    };
    await expect(openEmbeddedDatabase({ folder, sync: cutPower })).rejects.toThrow('power cut');
    const db = await openEmbeddedDatabase({ folder: join(disk, 'postgres') });
    await sql`create table marks (id int primary key)`.execute(db);
    await db.destroy();
    expect(readdirSync(disk)).toEqual(['postgres']);
  },
  START_MS,
);

test('a folder that cannot be synced leaves no file open', async () => {
  let opened = -1;
  const fail = (fd: number) => {
    opened = fd;
    throw new Error('input/output error');
  };
  await expect(syncFolder(root, fail)).rejects.toThrow('input/output error');
  expect(() => fstatSync(opened)).toThrow('EBADF');
});

test(
  'a disk that takes no more of the log is told before another query could wait for ever',
  async () => {
    copyDatabase();
    let isFull = false;
    const sync = () => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', errno: -28 });
    };
    const panics: string[] = [];
    const db = await openEmbeddedDatabase({ folder, sync, onPanic: ({ message }) => panics.push(message) });
    isFull = true;
    const full = 'No space left on device';
    await expect(db.transaction().execute((trx) => addRow(trx, 1))).rejects.toThrow(full);
    await expect(addRow(db, 2)).rejects.toThrow(full);
    expect(panics).toEqual([expect.stringContaining(full)]);
    // It is not closed: a database that has panicked ends with its process.
  },
  START_MS,
);

test(
  'the write-ahead log is used again after a checkpoint',
  async () => {
    copyDatabase();
    const db = await openEmbeddedDatabase({ folder });
    await sql`create table filler (id serial, text text)`.execute(db);
    const fill = () =>
      sql`insert into filler (text) select repeat('x', 1000) from generate_series(1, 40000)`.execute(db);
    const logFiles = () => readdirSync(join(folder, 'pg_wal')).length;
    await fill();
    await checkpoint(db);
    await fill();
    await checkpoint(db);
    const before = logFiles();
    await fill();
    expect(logFiles()).toBe(before);
    await db.destroy();
  },
  START_MS,
);
