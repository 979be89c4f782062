import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, listScans, postScans } from '@scantix/api-contract';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPasswords } from '../auth/passwords.ts';
import { createApp } from '../create-app.ts';
import { OPERATOR_ENVIRONMENT } from '../http/operator.ts';
import { systemRandom } from '../system/random.ts';
import { copyEmbeddedDatabase } from '../testing/copy-embedded-database.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer, TEST_SECRETS, withToken } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { openEmbeddedDatabase } from './open-database.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scantix-restored-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** The app on the database in `folder`, for the session of a token and for the operator. */
async function openApp(folder: string, token: string) {
  const db = await openEmbeddedDatabase({ folder });
  const random = systemRandom;
  const parts = { random, clock: createFakeClock(), secrets: TEST_SECRETS, passwords: createPasswords({ random }) };
  const app = createApp({ db, log: pino({ level: 'silent' }), ...parts });
  const serve = async (input: RequestInfo | URL, init?: RequestInit) => app.request(input as string, init);
  const operatorFetch: typeof fetch = async (input, init) => app.fetch(new Request(input, init), OPERATOR_ENVIRONMENT);
  return { db, operatorFetch, api: createApiClient({ baseUrl: 'http://localhost', fetch: withToken(token, serve) }) };
}

/** What an answer on the database in `folder` says to the session of a token. */
async function askAt(folder: string, token: string) {
  const { db, api } = await openApp(folder, token);
  const outcome = await api.call(listScans, { body: {} });
  await db.destroy();
  return outcome.ok && { ...outcome.answer, scans: outcome.value.items.length };
}

test(
  'a folder that is copied back says the old epoch and a lower number; a new one another epoch',
  async () => {
    const [folder, backup] = [join(root, 'postgres'), join(root, 'backup')];
    await copyEmbeddedDatabase(folder);
    const db = await openEmbeddedDatabase({ folder });
    const server = await startTestServer({ db, drop: () => db.destroy() });
    const clerk = await server.signIn();
    const before = await clerk.api.call(listScans, { body: {} });
    const scans = Array.from({ length: 5 }, (_, number) => ({ id: server.newId(), barcode: `B-${number}` }));
    await clerk.post(...scans.slice(0, 3));
    // The database of a process that runs is not whole on the disk before a checkpoint: the copy has its log as well.
    await cp(folder, backup, { recursive: true });
    await clerk.post(...scans.slice(3));
    await server.stop();

    const { access_token: token } = clerk.tokens;
    const epoch = before.ok && before.answer.epoch;
    expect(await askAt(folder, token)).toMatchObject({ epoch, receipt: 5, scans: 5 });
    await rm(folder, { recursive: true });
    await cp(backup, folder, { recursive: true });
    expect(await askAt(folder, token)).toMatchObject({ epoch, receipt: 3, scans: 3 });

    const replaced = await startTestServer(await createMemoryDatabase());
    const outcome = await (await replaced.signIn()).api.call(listScans, { body: {} });
    expect(outcome).toMatchObject({ answer: { receipt: 0, epoch: expect.any(String) } });
    expect(outcome.ok && outcome.answer.epoch).not.toBe(epoch);
    await replaced.stop();
  },
  START_MS,
);

test(
  'scans at a checkpoint that the backup does not have are recorded once it is made again with its id',
  async () => {
    const [folder, backup] = [join(root, 'postgres'), join(root, 'backup')];
    await copyEmbeddedDatabase(folder);
    const db = await openEmbeddedDatabase({ folder });
    const server = await startTestServer({ db, drop: () => db.destroy() });
    const clerk = await server.signIn();
    await cp(folder, backup, { recursive: true });
    const create = ['checkpoints', 'create', 'Gate 3', '--domain', 'North Pier', '--json'];
    const made = JSON.parse((await runCommand(server, ...create)).out);
    const scan = { ...clerk.scan(), id: server.newId(), checkpoint_id: made.id };
    expect(await clerk.post(scan)).toMatchObject([{ status: 'recorded' }]);
    await server.stop();
    await rm(folder, { recursive: true });
    await cp(backup, folder, { recursive: true });

    const restored = await openApp(folder, clerk.tokens.access_token);
    const body = { scans: [{ ...scan, offered_again: true as const }] };
    const offer = async () => expectValue(await restored.api.call(postScans, { body })).results;
    expect(await offer()).toMatchObject([{ status: 'rejected', error: { code: 'not_found' } }]);
    const again = await runCommand(restored, ...create, '--id', made.id);
    expect([JSON.parse(again.out), again.err]).toEqual([made, '']);
    expect(await offer()).toMatchObject([{ status: 'recorded' }]);
    await restored.db.destroy();
  },
  START_MS,
);
