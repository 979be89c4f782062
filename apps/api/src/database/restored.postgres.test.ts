import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listScans } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
}

test('a dump that is restored says the old epoch and a lower number, and takes back what is offered again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scantix-dump-'));
  const database = await createPostgresDatabase();
  const server = await startTestServer(database);
  const [url, dump] = [database.url ?? '', join(folder, 'dump')];
  const clerk = await server.signIn();
  const said = async () => {
    const outcome = await clerk.api.call(listScans, { body: {} });
    return outcome.ok ? { ...outcome.answer, scans: outcome.value.items.length } : null;
  };
  const scans = Array.from({ length: 5 }, (_, number) => ({ id: server.newId(), barcode: `B-${number}` }));
  await clerk.post(...scans.slice(0, 3));
  run('pg_dump', '--format=custom', `--file=${dump}`, url);
  await clerk.post(...scans.slice(3));
  const before = await said();
  expect(before).toMatchObject({ receipt: 5, scans: 5, epoch: expect.any(String) });

  run('pg_restore', '--clean', '--if-exists', `--dbname=${url}`, dump);
  expect(await said()).toMatchObject({ receipt: 3, scans: 3, epoch: before?.epoch });

  const offered = scans.slice(2).map((scan) => ({ ...scan, offered_again: true }));
  expect((await clerk.post(...offered)).map(({ status, receipt }) => [status, receipt])).toEqual([
    ['repeated', 3],
    ['recorded', 4],
    ['recorded', 5],
  ]);
  await server.stop();
  await rm(folder, { recursive: true });
});
