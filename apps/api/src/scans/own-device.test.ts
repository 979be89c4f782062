import { undoScan } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeviceCalls, type DeviceCalls } from '../testing/create-device-calls.ts';
import { createTestDevice } from '../testing/create-test-device.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

let server: TestServer;
let calls: DeviceCalls;
let clerk: SignedIn;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  calls = await createDeviceCalls(server);
  clerk = await calls.signInBound();
}, START_MS);
afterAll(() => server.stop());

/** A session under the id of the device that scanned, which anybody can claim. */
const underTheSameId = () => server.signIn(server.north.colleague.login);

/** Another device's session under that id. */
async function impostor(): Promise<SignedIn> {
  const session = await underTheSameId();
  await calls.register(session, await createTestDevice(server.clock));
  return session;
}

/** The same device, after another clerk signed in. */
async function laterSession(): Promise<SignedIn> {
  const session = await underTheSameId();
  await calls.register(session);
  return session;
}

/** Lets a ticket in, by a session. Resolves with what turns it away late. */
async function letIn(by: SignedIn, barcode: string) {
  await server.north.addTicket(barcode);
  const scan = { ...clerk.scan(), id: server.newId(), barcode };
  await by.post(scan);
  const shown = { outcome: 'refused', reason: 'already_used', certainty: 'device', mode: 'entry' } as const;
  return { ...scan, device_verdict: { ...shown, decided_at: scan.claimed_at } };
}

async function entriesUsed(barcode: string): Promise<number | undefined> {
  const tickets = await server.db.selectFrom('tickets').select(['barcode', 'entries_used']).execute();
  return tickets.find((ticket) => Buffer.from(ticket.barcode).toString() === barcode)?.entries_used;
}

test('a late verdict counts from the key that delivered the scan, and not from its device id alone', {
  timeout: START_MS,
}, async () => {
  const late = await letIn(clerk, 'KEYED');
  for (const session of [await underTheSameId(), await impostor()]) {
    const [answer] = await session.post(late);
    expect(answer).toMatchObject({ status: 'repeated' });
    expect(answer).not.toHaveProperty('receipt');
    expect(await entriesUsed('KEYED')).toBe(1);
  }
  await (await laterSession()).post(late);
  expect(await entriesUsed('KEYED')).toBe(0);
});

test('a scan that was delivered without a key is that of its device id, as before', { timeout: START_MS }, async () => {
  const late = await letIn(await server.signIn(), 'KEYLESS');
  await (await laterSession()).post(late);
  expect(await entriesUsed('KEYLESS')).toBe(0);
});

test('an undo that comes back is in time by its own word only from the key that delivered the scan', {
  timeout: START_MS,
}, async () => {
  const scan = await letIn(clerk, 'UNDONE-LATE');
  const { device_id, claimed_by, claimed_at } = clerk.scan();
  server.clock.advance(15 * 60_000 + 1);
  const body = { id: server.newId(), device_id, claimed_by, claimed_at, offered_again: true };
  const undo = async ({ api }: SignedIn) =>
    expectValue(await api.call(undoScan, { params: { id: scan.id }, body })).status;
  const supervisor = await server.signIn();
  expect(await undo(supervisor)).toBe('refused');
  expect(await undo(clerk)).toBe('recorded');
  // The number of the undo means something to the device that delivered it alone.
  const answers = [supervisor, clerk].map(async ({ api }) =>
    expectValue(await api.call(undoScan, { params: { id: scan.id }, body })),
  );
  const [other, own] = await Promise.all(answers);
  expect([other?.receipt, own?.receipt]).toEqual([undefined, expect.any(Number)]);
});
