import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeError, runScantix } from '../cli/run-scantix.ts';
import { lockDataDir } from '../data-dir/lock-data-dir.ts';
import { openEmbeddedDatabase } from '../database/open-database.ts';
import type { Database } from '../database/tables.ts';
import { openBackend } from '../open-backend.ts';
import { describeFailure } from '../process/describe-failure.ts';
import { readOptions } from '../process/options.ts';
import { systemClock } from '../system/clock.ts';
import { createLog } from '../system/log.ts';
import { systemRandom } from '../system/random.ts';
import { NO_SERVER } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { backUp } from './back-up.ts';
import { restore as restoreBackup, settleUnfinishedRestore } from './restore.ts';

let folder: string;
let dataDir: string;
let db: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  dataDir = join(folder, 'data');
  db = await openEmbeddedDatabase({ folder: join(dataDir, 'postgres'), sync: () => {} });
  await sql`create table rows (id int primary key, filler text)`.execute(db);
  await writeFile(join(dataDir, 'auth-secret'), 'of the backup');
}, 2 * START_MS);
afterAll(() => rm(folder, { recursive: true }));

const program = { clock: systemClock, random: systemRandom, log: createLog({ level: 'silent' }), build: 'test' };

async function restore(from: string) {
  const written: string[] = [];
  const keep = (text: string) => void written.push(text);
  const terminal = { env: {}, isInteractive: false, askHidden: async () => '', out: keep, err: keep };
  const connect = () => Promise.reject(new Error('a restore asks no server'));
  const code = await runScantix(['restore', from], { terminal, dataDir, connect, ...NO_SERVER });
  return { code, text: written.join('') };
}

test('a backup to a path that cannot be written says which and why, and leaves nothing', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const target = join(file, 'backup');
  const refusal = { code: 'conflict', message: `${target} cannot be written: a part of the path is a file` };
  await expect(backUp(db, dataDir, target)).rejects.toMatchObject(refusal);
});

test('a backup of a file that cannot be read names it, before anything is copied', async () => {
  const config = join(dataDir, 'config.js');
  await mkdir(config);
  const refused = backUp(db, dataDir, join(folder, 'none', 'backup'));
  await expect(refused).rejects.toMatchObject({
    code: 'conflict',
    message: `${config} cannot be read: it is a folder`,
  });
  expect(existsSync(join(folder, 'none'))).toBe(false);
  await rm(config, { recursive: true });
});

test('a restore of a path that cannot be read says which and why', async () => {
  const file = join(folder, 'another-file');
  await writeFile(file, '');
  const { code, text } = await restore(join(file, 'backup'));
  expect([code, text]).toEqual([1, expect.stringContaining(file)]);
  expect(text).not.toMatch(/could not start|\n +at /);
});

const ids = async (database: Database) =>
  (await sql<{ id: number }>`select id from rows order by id`.execute(database)).rows.map(({ id }) => id);

test(
  'a backup during writes holds every row that was there when it began, whole, and a restore brings it back',
  async () => {
    const backup = join(folder, 'backup');
    let written = 0;
    let isDone = false;
    const write = async () => {
      written += 1;
      await sql`insert into rows select ${written}::int, repeat(md5(${String(written)}::text), 40)`.execute(db);
    };
    while (written < 50) await write();
    const writing = (async () => {
      // Without a turn of the event loop between them the writes would let nothing else run.
      for (; !isDone; await nextTurn()) await write();
    })();
    const report = await backUp(db, dataDir, backup).finally(() => {
      isDone = true;
    });
    await writing;
    expect(report.files).toBeGreaterThan(500);
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    await db.destroy();
    await writeFile(join(dataDir, 'auth-secret'), 'of today');

    const { code, text } = await restore(backup);
    expect([code, text]).toEqual([0, expect.stringContaining('before-restore-')]);
    expect(await readFile(join(dataDir, 'auth-secret'), 'utf8')).toBe('of the backup');
    const restored = await openEmbeddedDatabase({ folder: join(dataDir, 'postgres'), sync: () => {} });
    const found = await ids(restored);
    expect(found.length).toBeGreaterThanOrEqual(50);
    expect(found).toEqual(found.map((_, index) => index + 1));
    const { rows } = await sql`select from rows where filler <> repeat(md5(id::text), 40)`.execute(restored);
    expect(rows).toEqual([]);
    await restored.destroy();

    const kept = join(dataDir, readdirSync(dataDir).find((name) => name.startsWith('before-restore-')) ?? '');
    expect(await readFile(join(kept, 'auth-secret'), 'utf8')).toBe('of today');
    expect(existsSync(join(kept, 'postgres', 'PG_VERSION'))).toBe(true);
  },
  4 * START_MS,
);

test('a backup replaces nothing', async () => {
  await expect(backUp(db, dataDir, dataDir)).rejects.toThrow('name a new folder');
});

test('a restore over a running server is refused, and changes nothing', async () => {
  const before = readdirSync(dataDir);
  const lock = lockDataDir(dataDir);
  const { code, text } = await restore(join(folder, 'backup'));
  lock.release();
  expect([code, text]).toEqual([1, expect.stringContaining('already uses the data folder')]);
  expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock'))).toEqual(
    before.filter((name) => !name.startsWith('lock')),
  );
});

test('a folder without a backup is named', async () => {
  expect(await restore(folder)).toEqual({
    code: 1,
    text: `Copying the backup …\nscantix: There is no backup in ${folder}.\n`,
  });
});

test.runIf(process.getuid?.() === 0)(
  'of a backup that the owner of the data folder may not read the file system says so',
  async () => {
    const [owned, backup] = await Promise.all([mkdtemp(`${folder}-data-`), mkdtemp(`${folder}-backup-`)]);
    await chown(owned, 61_184, 61_184);
    await mkdir(join(backup, 'postgres'));
    const version = join(backup, 'postgres', 'PG_VERSION');
    await writeFile(version, '18');
    const { stderr } = spawnSync(
      process.execPath,
      ['--conditions=@scantix/source', join(import.meta.dirname, '../cli/scantix.ts'), 'restore', backup],
      { env: { PATH: process.env.PATH, DATA_DIR: owned }, encoding: 'utf8' },
    );
    expect(stderr).toContain(`${version}: this user may not.`);
    for (const path of [owned, backup]) await rm(path, { recursive: true });
  },
  START_MS,
);

test('what a backup that was cut off has left is not restored', async () => {
  const left = join(folder, 'cut-off-backup.unfinished');
  await mkdir(join(left, 'postgres'), { recursive: true });
  await writeFile(join(left, 'postgres', 'PG_VERSION'), '17');
  const { code, text } = await restore(left);
  expect([code, text]).toEqual([1, expect.stringContaining(`${left} is of a backup that was cut off`)]);
});

test('a restored database is in its place when its secret is on the disk, and the one from before is kept there', async () => {
  const [backup, target] = [join(folder, 'synced-backup'), join(folder, 'synced')];
  for (const [place, secret] of [
    [backup, 'of the backup'],
    [target, 'of today'],
  ] as const) {
    await mkdir(join(place, 'postgres'), { recursive: true });
    await writeFile(join(place, 'postgres', 'PG_VERSION'), '17');
    await writeFile(join(place, 'auth-secret'), secret);
  }
  const synced: [path: string, secret: string, hasDatabase: boolean][] = [];
  await restoreBackup({
    ...{ dataDir: target, folder: backup, now: new Date(0) },
    sync: (_, path) => {
      const secret = path.includes('auth-secret') ? readFileSync(path, 'utf8') : '';
      synced.push([relative(target, path), secret, existsSync(join(target, 'postgres'))]);
    },
  });
  const kept = 'before-restore-1970-01-01T00-00-00-000Z';
  // What a folder holds is synced in any order.
  expect(synced.filter(([path]) => path !== kept && !path.startsWith('postgres'))).toEqual([
    [join(kept, 'auth-secret'), 'of today', true],
    ['auth-secret.unfinished', 'of the backup', false],
    ['', '', false],
    ['', '', true],
  ]);
});

test('a restore for which there is no room names the place that has none, and leaves no copy there', async () => {
  const [backup, target] = [join(folder, 'large-backup'), join(folder, 'too-small')];
  for (const place of [backup, target]) await mkdir(join(place, 'postgres'), { recursive: true });
  await writeFile(join(backup, 'postgres', 'PG_VERSION'), '17');
  const [path, dest] = [join(backup, 'postgres', 'base'), join(target, 'postgres.restoring', 'base')];
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'copyfile', path, dest });
  const failure = await restoreBackup({
    ...{ dataDir: target, folder: backup, now: new Date(0) },
    sync: () => {
      throw full;
    },
  }).catch((error: unknown) => error);
  expect(describeError(failure)).toBe(`${dest}: no space is left.`);
  expect(existsSync(join(target, 'postgres.restoring'))).toBe(false);
});

test('a restore that was cut off, and fails when it is run again, is not followed by an empty database', async () => {
  const [backup, target] = [join(folder, 'tried-backup'), join(folder, 'tried-again')];
  await mkdir(join(backup, 'postgres'), { recursive: true });
  await writeFile(join(backup, 'postgres', 'PG_VERSION'), '17');
  await mkdir(join(target, 'postgres.restoring'), { recursive: true });
  const failed = restoreBackup({
    ...{ dataDir: target, folder: backup, now: new Date(0) },
    sync: () => {
      throw new Error('EIO');
    },
  });
  await expect(failed).rejects.toThrow('EIO');
  expect(() => settleUnfinishedRestore(target)).toThrow('run "scantix restore" again');
});

test('a restore that was cut off between its two renames is not followed by an empty database', async () => {
  const cut = join(folder, 'cut-off');
  await mkdir(join(cut, 'postgres.restoring'), { recursive: true });
  const options = readOptions({ DATA_DIR: cut, LOG_LEVEL: 'silent' }, [], {
    installation: { dataDir: folder, appDir: folder },
  });
  const failure = await openBackend(options, program).catch(describeFailure);
  expect(failure).toBe(`A restore into ${cut} was cut off: run "scantix restore" again.`);
  expect(existsSync(join(cut, 'postgres'))).toBe(false);
});

test('what a restore that was cut off before its renames has copied goes with the next start', async () => {
  const left = join(dataDir, 'postgres.restoring');
  await mkdir(left);
  settleUnfinishedRestore(dataDir);
  expect(existsSync(left)).toBe(false);
});
