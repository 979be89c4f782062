import { createApiClient, getScannerConfig, login, logout, refresh } from '@scantix/api-contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../create-app.ts';
import { systemRandom } from '../system/random.ts';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  startTestServer,
  TEST_DEVICE,
  type TestServer,
  withToken,
} from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';
import { describeLoginLimits } from './login-limits.suite.ts';
import { createPasswords } from './passwords.ts';
import { revokeSessions } from './revoke-sessions.ts';
import { deriveSecrets } from './secrets.ts';
import { sweepExpired } from './sweep-expired.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The guarantees of sign-in, refresh and sign-out, on any database. */
export function describeAuth(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase(), {
      loginLimits: { account: { burst: 3, drainMs: 30_000 }, address: { burst: 50, drainMs: 1_000 } },
    });
  }, START_MS);
  afterAll(() => server.stop());

  const attempt = (clerk: string, password: string) =>
    server.api.call(login, { body: { clerk, password, remember_me: false, ...TEST_DEVICE } });
  const exchange = (refresh_token: string) => server.api.call(refresh, { body: { refresh_token } });
  const useToken = (token: string) =>
    createApiClient({ baseUrl: server.url, fetch: withToken(token) }).call(getScannerConfig, {});

  test('a device that no address of the administration could name does not sign in', async () => {
    const clerk = server.south.clerk.login;
    for (const device_id of ['.', '..']) {
      const body = { clerk, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE, device_id };
      expect(expectRefusal(await server.api.call(login, { body })).code).toBe('invalid_request');
    }
    expect((await server.signIn(clerk, { deviceId: '...' })).tokens).toBeDefined();
  });

  test('under a new AUTH_SECRET every session has ended', async () => {
    const { tokens } = await server.signIn();
    const { db, clock } = server;
    const random = systemRandom;
    const parts = { db, clock, random, log: pino({ enabled: false }), passwords: createPasswords({ random }) };
    const app = createApp({ ...parts, secrets: deriveSecrets('another secret of tests and of nothing else') });
    const under = (token: string) =>
      createApiClient({
        baseUrl: 'http://localhost',
        fetch: withToken(token, async (input, init) => app.request(String(input), init)),
      });
    const unauthenticated = { status: 401, code: 'unauthenticated' };
    const body = { refresh_token: tokens.refresh_token };
    expect(expectRefusal(await under(tokens.access_token).call(refresh, { body }))).toEqual(unauthenticated);
    expect(expectRefusal(await under(tokens.access_token).call(getScannerConfig, {}))).toEqual(unauthenticated);
    expect((await exchange(tokens.refresh_token)).ok).toBe(true);
  });

  describe('sign-in', () => {
    test('answers with tokens, their lifetimes in seconds and the user', async () => {
      const answer = expectValue(await attempt('north-pier.clerk', TEST_PASSWORD));
      expect(answer).toMatchObject({
        success: true,
        tokens: { expires_in: 3_600, refresh_expires_in: 12 * 3_600 },
        user: {
          clerk: 'north-pier.clerk',
          user_name: 'Clerk north-pier.clerk',
          domain: 'North Pier',
          workgroup: 'Gate team',
        },
      });
    });

    test('with Remember me lasts 30 days', async () => {
      const { tokens } = await server.signIn(undefined, { rememberMe: true });
      expect(tokens.refresh_expires_in).toBe(30 * 24 * 3_600);
    });

    test('does not care for the letter case of the login name', async () => {
      expect((await attempt(' North-Pier.CLERK ', TEST_PASSWORD)).ok).toBe(true);
    });

    test.each([
      ['a wrong password', 'south-hall.clerk', 'wrong'],
      ['an unknown clerk', 'nobody.at.all', TEST_PASSWORD],
    ])('refuses %s in the same words', async (_case, clerk, password) => {
      const answer = await attempt(clerk, password);
      expect(expectRefusal(answer)).toEqual({ status: 401, code: 'unauthenticated' });
      expect(answer).toMatchObject({ failure: { message: 'Invalid credentials' } });
    });
  });

  describeLoginLimits(() => server);

  describe('refresh', () => {
    test('replaces both tokens, within one second too', async () => {
      const { tokens } = await server.signIn();
      const next = expectValue(await exchange(tokens.refresh_token)).tokens;
      expect(next.refresh_token).not.toBe(tokens.refresh_token);
      expect(next.access_token).not.toBe(tokens.access_token);
      expect((await useToken(next.access_token)).ok).toBe(true);
    });

    test('keeps the absolute end of the session', async () => {
      const { tokens } = await server.signIn();
      server.clock.advance(11.5 * HOUR_MS);
      const next = expectValue(await exchange(tokens.refresh_token)).tokens;
      expect(next).toMatchObject({ expires_in: 1_800, refresh_expires_in: 1_800 });
      server.clock.advance(HOUR_MS / 2);
      expect(expectRefusal(await exchange(next.refresh_token))).toEqual({ status: 401, code: 'unauthenticated' });
    });

    test('gives the immediate parent the same child until the child is used', async () => {
      const { tokens } = await server.signIn();
      const child = expectValue(await exchange(tokens.refresh_token)).tokens.refresh_token;
      expect(expectValue(await exchange(tokens.refresh_token)).tokens.refresh_token).toBe(child);
      expect((await exchange(child)).ok).toBe(true);
    });

    test('ends the whole session when an older token comes back', async () => {
      const { tokens } = await server.signIn();
      const child = expectValue(await exchange(tokens.refresh_token)).tokens;
      const grandchild = expectValue(await exchange(child.refresh_token)).tokens;
      expect(expectRefusal(await exchange(tokens.refresh_token))).toEqual({ status: 401, code: 'session_revoked' });
      expect(expectRefusal(await exchange(grandchild.refresh_token)).code).toBe('session_revoked');
      expect(expectRefusal(await useToken(grandchild.access_token)).code).toBe('session_revoked');
    });

    test('a hundred at once with one token make one child and revoke nothing', async () => {
      const { tokens } = await server.signIn();
      const answers = await Promise.all(Array.from({ length: 100 }, () => exchange(tokens.refresh_token)));
      const children = new Set(answers.map((answer) => expectValue(answer).tokens.refresh_token));
      expect(children.size).toBe(1);
      const [child = ''] = children;
      expect((await exchange(child)).ok).toBe(true);
    });

    test('refuses a token that nobody was given', async () => {
      expect(expectRefusal(await exchange('made-up'))).toEqual({ status: 401, code: 'unauthenticated' });
    });
  });

  describe('a session', () => {
    test('ends at sign-out, for access and refresh', async () => {
      const { api, tokens } = await server.signIn();
      expect(expectValue(await api.call(logout, {}))).toEqual({ success: true });
      expect(expectRefusal(await api.call(getScannerConfig, {}))).toEqual({ status: 401, code: 'session_revoked' });
      expect(expectRefusal(await exchange(tokens.refresh_token))).toEqual({ status: 401, code: 'session_revoked' });
    });

    test('of a disabled clerk is refused on the next call', async () => {
      const { api, tokens } = await server.signIn(server.south.colleague.login);
      expect((await api.call(getScannerConfig, {})).ok).toBe(true);
      const disable = (disabled_at: Date | null) =>
        server.db.updateTable('clerks').set({ disabled_at }).where('id', '=', server.south.colleague.id).execute();
      await disable(new Date(server.clock.now()));
      expect(expectRefusal(await api.call(getScannerConfig, {})).code).toBe('session_revoked');
      expect(expectRefusal(await exchange(tokens.refresh_token)).code).toBe('session_revoked');
      expect(expectRefusal(await attempt(server.south.colleague.login, TEST_PASSWORD)).code).toBe('unauthenticated');
      await disable(null);
    });

    test('that was revoked stays so, with all others of its clerk, and no session of somebody else', async () => {
      const { id, login } = server.south.colleague;
      const [first, second] = [await server.signIn(login), await server.signIn(login, { deviceId: 'another' })];
      const colleague = await server.signIn(server.south.clerk.login);
      const at = new Date(server.clock.now());
      expect(await revokeSessions(server.db, { clerkId: id }, { because: 'clerk_enabled', at })).toBeGreaterThan(1);
      expect(await revokeSessions(server.db, { clerkId: id }, { because: 'password_changed', at })).toBe(0);
      for (const { api, tokens } of [first, second]) {
        expect(expectRefusal(await api.call(getScannerConfig, {})).code).toBe('session_revoked');
        expect(expectRefusal(await exchange(tokens.refresh_token)).code).toBe('session_revoked');
      }
      expect((await colleague.api.call(getScannerConfig, {})).ok).toBe(true);
      const device = { domainId: server.south.id, deviceId: TEST_DEVICE.device_id };
      expect(await revokeSessions(server.db, device, { because: 'device_revoked', at })).toBeGreaterThan(0);
      expect(expectRefusal(await colleague.api.call(getScannerConfig, {})).code).toBe('session_revoked');
    });

    test('needs a new access token after an hour', async () => {
      const { api } = await server.signIn();
      server.clock.advance(HOUR_MS);
      expect(expectRefusal(await api.call(getScannerConfig, {}))).toEqual({ status: 401, code: 'unauthenticated' });
    });

    test('keeps no token and no password readable in the database', async () => {
      const password_hash = await server.parts.passwords.hash(TEST_PASSWORD);
      await server.db.updateTable('clerks').set({ password_hash }).where('id', '=', server.north.clerk.id).execute();
      const { tokens } = await server.signIn();
      const { rows } = await readEverything();
      const stored = JSON.stringify(rows);
      for (const secret of [TEST_PASSWORD, tokens.access_token, tokens.refresh_token])
        expect(stored).not.toContain(secret);
      expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    });

    test('leaves no token, password or barcode in the log', async () => {
      const { tokens, post } = await server.signIn();
      await post({ id: server.newId(), barcode: 'SECRET-BARCODE-1' });
      await fetch(`${server.url}/scan-result/SECRET-BARCODE-2?token=SECRET-TOKEN`);
      const log = server.logged.join('');
      expect(log).toContain('"route":"/scantix/v0/scanner/scans"');
      for (const secret of [TEST_PASSWORD, tokens.access_token, tokens.refresh_token, 'SECRET-']) {
        expect(log).not.toContain(secret);
      }
    });
  });

  test('sessions are deleted when no scan can name them without a mark, and counts of failures after a week', async () => {
    await server.signIn();
    await attempt('north-pier.clerk', 'wrong');
    server.clock.advance(30 * DAY_MS + 33 * DAY_MS);
    const { user } = await server.signIn();
    await sweepExpired({ db: server.db, clock: server.clock });
    const sessions = await server.db.selectFrom('sessions').select('clerk_id').execute();
    expect(sessions).toEqual([{ clerk_id: user.id }]);
    const counts = await server.db.selectFrom('login_limits').select('updated_at').execute();
    expect(counts.every(({ updated_at }) => updated_at.getTime() === server.clock.now())).toBe(true);
  });

  async function readEverything() {
    server.clock.advance(DAY_MS);
    const [clerks, sessions, refreshTokens, limits] = await Promise.all([
      server.db.selectFrom('clerks').selectAll().execute(),
      server.db.selectFrom('sessions').selectAll().execute(),
      server.db.selectFrom('refresh_tokens').selectAll().execute(),
      server.db.selectFrom('login_limits').selectAll().execute(),
    ]);
    const hashes = refreshTokens.map(({ hash }) => Buffer.from(hash).toString('latin1'));
    return { rows: [clerks, sessions, hashes, limits] };
  }
}
