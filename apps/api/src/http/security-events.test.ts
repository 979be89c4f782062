import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getReportSummary, login, refresh, undoScan } from '@scantix/api-contract';
import { listClerks } from '@scantix/api-contract/admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeviceCalls } from '../testing/create-device-calls.ts';
import { createTestDevice } from '../testing/create-test-device.ts';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, TEST_DEVICE, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';
import { SECURITY_EVENTS, type SecurityEvent } from './refusal.ts';

let server: TestServer;
let clerk: SignedIn;
beforeAll(async () => {
  const bucket = { burst: 3, drainMs: 60_000 };
  server = await startTestServer(await createMemoryDatabase(), {
    loginLimits: { account: bucket, address: { burst: 300, drainMs: 1_000 } },
  });
  clerk = await server.signIn();
}, START_MS);
afterAll(() => server.stop());

/** The events that `work` leaves in the log. */
async function eventsOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = server.logged.length;
  await work();
  const lines = server.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter((line) => 'event' in line);
}

const post = (path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const guess = () =>
  post(login.path, { clerk: 'no-such-clerk', password: 'guess-4711', remember_me: false, ...TEST_DEVICE });

describe('the log has a line with a stable name for', () => {
  test('sign-ins that are refused, and their limit', async () => {
    const events = await eventsOf(async () => {
      for (let times = 0; times < 4; times += 1) await guess();
    });
    expect(events.map(({ event, reason }) => [event, reason])).toEqual([
      ...Array(3).fill(['sign_in.refused', 'password']),
      ['sign_in.refused', 'rate_limited'],
    ]);
    expect(events[0]).toMatchObject({ level: 40, route: login.path, address: '127.0.0.1' });
    expect(JSON.stringify(events)).not.toMatch(/no-such-clerk|guess-4711/);
  });

  test('a clerk who is disabled, and says the right password', async () => {
    const { id, login: name } = server.south.colleague;
    await server.db.updateTable('clerks').set({ disabled_at: new Date() }).where('id', '=', id).execute();
    const signIn = () => post(login.path, { clerk: name, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE });
    const events = await eventsOf(signIn);
    expect(events.map(({ event, reason }) => [event, reason])).toEqual([['sign_in.refused', 'disabled']]);
  });

  test('a call without a session', async () => {
    const events = await eventsOf(() => fetch(`${server.url}${getReportSummary.path}`));
    expect(events).toMatchObject([
      { event: 'session.refused', reason: 'unauthenticated', route: getReportSummary.path },
    ]);
  });

  test('a refresh that is refused, with and without a proof', async () => {
    const { exchange, signInBound, device } = await createDeviceCalls(server);
    const { tokens } = await signInBound();
    const events = await eventsOf(async () => {
      await exchange('never-issued');
      await exchange(tokens.refresh_token);
      await exchange(tokens.refresh_token, await device.prove(refresh.path, 'another token'));
    });
    expect(events.map(({ event, reason }) => [event, reason])).toEqual([
      ['session.refresh_refused', 'unauthenticated'],
      ['session.refresh_refused', 'proof-needed'],
      ['session.refresh_refused', 'unauthenticated'],
    ]);
  });

  test('device keys that are not proven', async () => {
    const { device, register } = await createDeviceCalls(server);
    const other = await createTestDevice(server.clock);
    const session = await server.signIn();
    const events = await eventsOf(() => register(session, { ...device, key: other.key }));
    expect(events).toMatchObject([{ event: 'device_key.refused', reason: 'proof', clerk_id: session.user.id }]);
  });

  test('things of another domain, rights and scans', async () => {
    const events = await eventsOf(async () => {
      const id = server.newId();
      await clerk.api.call(undoScan, { params: { id }, body: { id: server.newId(), ...undoOf(clerk) } });
      await clerk.api.call(listClerks, { params: { domain: server.south.id } });
      await clerk.post({ id: server.newId(), checkpoint_id: server.south.gates[0].id });
      await server.north.limitColleague({ rights: ['scan'] });
      const now = new Date(server.clock.now()).toISOString();
      await (await server.signIn(server.north.colleague.login)).api.call(getReportSummary, {
        query: { from: now, to: now },
      });
    });
    expect(events.map(({ event, reason }) => [event, reason])).toEqual([
      ['thing.not_found', 'not_found'],
      ['thing.not_found', 'not_found'],
      ['scan.refused', 'not_found'],
      ['rights.refused', 'forbidden'],
    ]);
    expect(events[0]).toMatchObject({ clerk_id: clerk.user.id, domain_id: server.north.id });
  });
});

function undoOf({ user }: SignedIn) {
  return {
    claimed_at: new Date(server.clock.now()).toISOString(),
    claimed_by: user.clerk,
    device_id: TEST_DEVICE.device_id,
  };
}

test('docs/security.md explains each of them', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8');
  const missing = SECURITY_EVENTS.filter((event: SecurityEvent) => !page.includes(`| \`${event}\``));
  expect(missing).toEqual([]);
});
