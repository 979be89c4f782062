import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@scantix/api-contract';
import { createDomain, listDomains } from '@scantix/api-contract/admin';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOptions } from '../../process/options.ts';
import { startServer } from '../../start-server.ts';
import { systemClock } from '../../system/clock.ts';
import { systemRandom } from '../../system/random.ts';
import { copyEmbeddedDatabase } from '../../testing/copy-embedded-database.ts';
import { START_MS } from '../../testing/start-ms.ts';
import { expectValue } from '../../testing/start-test-server.ts';
import { connect } from './connect.ts';

const program = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }), build: 'test' };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
});
afterAll(() => rm(folder, { recursive: true }));

const options = (dataDir = folder) =>
  readOptions({ DATA_DIR: dataDir, PORT: '0' }, [], { installation: { dataDir: folder, appDir: folder } });

async function names(): Promise<string[]> {
  await using connection = await connect(options(), program);
  const admin = createApiClient({ baseUrl: 'http://admin.invalid', fetch: connection.fetch });
  return expectValue(await admin.call(listDomains, {})).items.map(({ name }) => name);
}

async function create(name: string): Promise<void> {
  await using connection = await connect(options(), program);
  const admin = createApiClient({ baseUrl: 'http://admin.invalid', fetch: connection.fetch });
  expectValue(await admin.call(createDomain, { body: { name } }));
}

test(
  'a command goes through a running server by its socket, and has the database itself when the server has stopped',
  async () => {
    await writeFile(join(folder, 'admin.sock'), 'left by a process that died');
    await copyEmbeddedDatabase(join(folder, 'postgres'));
    const server = await startServer(options(), program);
    const socket = join(folder, 'admin.sock');
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    await Promise.all([create('by the socket'), create('at the same time')]);
    expect(await names()).toEqual(expect.arrayContaining(['at the same time', 'by the socket']));
    await server.stop();
    expect(existsSync(socket)).toBe(false);
    await Promise.all([create('after the stop'), create('waited for the other')]);
    expect(await names()).toEqual(expect.arrayContaining(['after the stop', 'by the socket', 'waited for the other']));
  },
  3 * START_MS,
);

test('a folder without data is named, and nothing is made in it', async () => {
  await expect(connect(options(join(folder, 'typo')), program)).rejects.toThrow(/There is no Scantix data in .*typo/);
  expect(existsSync(join(folder, 'typo'))).toBe(false);
});

test('a folder whose restore was cut off is not taken for one without data', async () => {
  const dataDir = join(folder, 'cut-off');
  await mkdir(join(dataDir, 'postgres.restoring'), { recursive: true });
  await expect(connect(options(dataDir), program)).rejects.toThrow('run "scantix restore" again');
});

test('a folder that cannot be looked into is not taken for one without data', async () => {
  const dataDir = join(folder, 'x'.repeat(256));
  const path = join(dataDir, 'postgres');
  await expect(connect(options(dataDir), program)).rejects.toMatchObject({ code: 'ENAMETOOLONG', path });
});
