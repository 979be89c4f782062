import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../system/clock.ts';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { checkDataDir } from './check-data-dir.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(() => Promise.all([server.stop(), rm(folder, { recursive: true })]));

describe('scantix doctor', () => {
  test('finds that the memory of a test is not durable and that its clock is off, and ends with 1', async () => {
    await server.db
      .updateTable('workgroups')
      .set({ rights: ['scan'] })
      .where('domain_id', '=', server.south.id)
      .execute();
    const { code, out, err } = await runCommand(server, 'doctor', '--json');
    const byCheck = Object.fromEntries(
      JSON.parse(out).findings.map(({ check, status }: Record<string, string>) => [check, status]),
    );
    expect(byCheck).toMatchObject({ database: 'ok', schema: 'ok', clock: 'warning', managers: 'warning' });
    expect([code, err]).toEqual(
      byCheck.durability === 'failed' ? [1, 'scantix: These checks failed: durability.\n'] : [0, ''],
    );
    expect((await runCommand(server, 'doctor')).out).toMatch(/^managers +warning +nobody may manage "South Hall"$/m);
  });

  test('finds a data folder and a secret that others may read, and a secret that is too short', async () => {
    const find = async () =>
      Object.fromEntries(
        (await checkDataDir({ dataDir: folder, clock: systemClock })).map(({ check, status }) => [check, status]),
      );
    expect(await find()).toMatchObject({ 'data folder': 'ok', disk: expect.any(String) });
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'auth-secret'), `${'x'.repeat(32)}\n`, { mode: 0o644 });
    expect(await find()).toMatchObject({ 'data folder': 'warning', secret: 'warning' });
    await writeFile(join(folder, 'auth-secret'), 'short');
    expect(await find()).toMatchObject({ secret: 'failed' });
  });
});
