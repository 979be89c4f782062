import { logout, refresh, type Tokens } from '@scantix/api-contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeviceCalls, type DeviceCalls, PROVE, REFUSED } from '../testing/create-device-calls.ts';
import { createTestDevice } from '../testing/create-test-device.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer, TEST_DEVICE, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';
import { describeRevocations } from './revocations.suite.ts';
import { sweepExpired } from './sweep-expired.ts';

const DAY_MS = 24 * 3_600_000;

const sessionOf = ({ access_token }: Tokens) => decodeJwt<{ sid: string }>(access_token).sid;

/** The guarantees of sessions that are bound to a device's key, and of handles that end a session, on any database. */
export function describeDeviceKeys(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let calls: DeviceCalls;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase());
    calls = await createDeviceCalls(server);
  }, START_MS);
  afterAll(() => server.stop());

  describe('a session with a device key', () => {
    test('is refreshed with a proof, and not without', async () => {
      const { tokens } = await calls.signInBound();
      expect(await calls.exchange(tokens.refresh_token)).toEqual(PROVE);
      expect(await calls.provenExchange(tokens.refresh_token)).toMatchObject({ status: 200, asks: null });
    });

    test('whose device has a wrong clock is told so, and goes on', async () => {
      const { tokens } = await calls.signInBound();
      for (const offsetS of [-86_400, -121, 121, 86_400]) {
        const iat = Math.floor(server.clock.now() / 1000) + offsetS;
        const proof = await calls.device.prove(refresh.path, tokens.refresh_token, { iat });
        expect(await calls.exchange(tokens.refresh_token, proof)).toEqual(PROVE);
      }
      const iat = Math.floor(server.clock.now() / 1000) - 119;
      const proof = await calls.device.prove(refresh.path, tokens.refresh_token, { iat });
      expect((await calls.exchange(tokens.refresh_token, proof)).status).toBe(200);
    });

    test('tells a tab of a build without proofs to come again until its time is over, and then that it has ended', async () => {
      const { tokens } = await calls.signInBound();
      expect(await calls.exchange(tokens.refresh_token)).toEqual(PROVE);
      server.clock.advance(13 * 3_600_000);
      expect(await calls.exchange(tokens.refresh_token)).toEqual(REFUSED);
    });

    test('takes each proof once, as long as its time counts', async () => {
      const { tokens } = await calls.signInBound();
      const iat = Math.floor(server.clock.now() / 1000) + 119;
      const proof = await calls.device.prove(refresh.path, tokens.refresh_token, { iat });
      expect((await calls.exchange(tokens.refresh_token, proof)).status).toBe(200);
      expect(await calls.exchange(tokens.refresh_token, proof)).toEqual(PROVE);
      server.clock.advance(230_000);
      expect(await calls.exchange(tokens.refresh_token, proof)).toEqual(PROVE);
      expect((await calls.provenExchange(tokens.refresh_token)).status).toBe(200);
    });

    test('keeps no proof whose time is over', async () => {
      const { tokens } = await calls.signInBound();
      const next = await calls.provenExchange(tokens.refresh_token);
      server.clock.advance(240_001);
      await calls.provenExchange(next.tokens?.refresh_token ?? '');
      const kept = await server.db
        .selectFrom('used_proofs')
        .select('id')
        .where('session_id', '=', sessionOf(tokens))
        .execute();
      expect(kept).toHaveLength(1);
    });

    test('gives a hundred refreshes at once one child and revokes nothing', async () => {
      const { tokens } = await calls.signInBound();
      const answers = await Promise.all(Array.from({ length: 100 }, () => calls.provenExchange(tokens.refresh_token)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const children = new Set(answers.map((answer) => answer.tokens?.refresh_token));
      expect(children.size).toBe(1);
      const [child = ''] = children;
      expect((await calls.provenExchange(child)).status).toBe(200);
    });

    test('gives a parent its child again hours later, to its own device only', async () => {
      const { tokens } = await calls.signInBound();
      const child = await calls.provenExchange(tokens.refresh_token);
      server.clock.advance(3 * 3_600_000);
      const thief = await createTestDevice(server.clock);
      expect(await calls.provenExchange(tokens.refresh_token, thief)).toEqual(REFUSED);
      const again = await calls.provenExchange(tokens.refresh_token);
      expect(again.tokens?.refresh_token).toBe(child.tokens?.refresh_token);
    });

    test('ends when an older token comes back, with a proof or without', async () => {
      for (const isProven of [true, false]) {
        const { tokens } = await calls.signInBound();
        const child = await calls.provenExchange(tokens.refresh_token);
        const newest = await calls.provenExchange(child.tokens?.refresh_token ?? '');
        expect(await (isProven ? calls.provenExchange : calls.exchange)(tokens.refresh_token)).toEqual(REFUSED);
        expect(await calls.provenExchange(newest.tokens?.refresh_token ?? '')).toEqual(REFUSED);
      }
    });

    test('leaves in the audit log who came with an older token or another key, and each key of a device once', async () => {
      const since = await countAudit();
      const { tokens } = await calls.signInBound();
      const child = await calls.provenExchange(tokens.refresh_token);
      const thief = await createTestDevice(server.clock);
      await calls.provenExchange(tokens.refresh_token, thief);
      server.clock.advance(60_000);
      await calls.exchange(child.tokens?.refresh_token ?? '');
      await calls.provenExchange(child.tokens?.refresh_token ?? '');
      await calls.exchange(tokens.refresh_token);
      await calls.register(await server.signIn(), thief);
      await calls.register(await server.signIn(), thief);
      const lines = (await readAudit()).slice(since);
      expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
        ['session.refresh_refused', { device_id: 'test-device', has_key: true, replaced_token: true }],
        ['session.refresh_refused', { device_id: 'test-device', has_key: true, replaced_token: false }],
        ['session.token_reused', { device_id: 'test-device', has_key: true }],
        ['device_key.registered', { key: expect.any(String), earlier_keys: 1 }],
      ]);
      expect(lines[0]).toMatchObject({ domain_id: server.north.id, actor_kind: 'nobody', address: '127.0.0.1' });
      const { id: actor_id, login: actor_name } = server.north.clerk;
      expect(lines[3]).toMatchObject({
        ...{ domain_id: server.north.id, address: '127.0.0.1', actor_kind: 'clerk', actor_id, actor_name },
        ...{ target_kind: 'device', target_id: 'test-device' },
      });
    });

    test('is audited once a minute while it is refused, with a count', async () => {
      const since = await countAudit();
      const { tokens } = await calls.signInBound();
      for (let count = 0; count < 30; count += 1) await calls.exchange(tokens.refresh_token);
      server.clock.advance(59_999);
      await calls.exchange(tokens.refresh_token);
      server.clock.advance(1);
      await calls.exchange(tokens.refresh_token);
      await calls.exchange(tokens.refresh_token);
      const detail = { device_id: 'test-device', has_key: true, replaced_token: false };
      const lines = (await readAudit()).slice(since);
      expect(lines.map((line) => line.detail)).toEqual([detail, { ...detail, not_recorded: 30 }]);
    });

    const readAudit = () =>
      server.db
        .selectFrom('audit_events')
        .selectAll()
        .where('action', 'in', ['session.refresh_refused', 'session.token_reused', 'device_key.registered'])
        .orderBy('id')
        .execute();
    const countAudit = async () => (await readAudit()).length;

    test('is told from one without a key in the audit log, and that one ends alone', async () => {
      const since = await countAudit();
      const { tokens } = await server.signIn();
      const other = await server.signIn();
      const child = await calls.exchange(tokens.refresh_token);
      await calls.exchange(child.tokens?.refresh_token ?? '');
      await calls.exchange(tokens.refresh_token);
      const lines = (await readAudit()).slice(since);
      expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
        ['session.token_reused', { device_id: 'test-device', has_key: false }],
      ]);
      const id = sessionOf(tokens);
      expect(lines[0]).toMatchObject({ target_kind: 'session', target_id: id });
      const ended = server.db.selectFrom('sessions').select('revoked_because').where('id', '=', id);
      expect(await ended.executeTakeFirst()).toEqual({ revoked_because: 'refresh_token_replayed' });
      expect((await calls.exchange(other.tokens.refresh_token)).status).toBe(200);
    });

    test('is told of no key that it could register', async () => {
      const unbound = await server.signIn();
      expect((await calls.exchange(unbound.tokens.refresh_token)).asks).toBe('register');
    });

    test('keeps its first key', async () => {
      const session = await calls.signInBound();
      expect(expectValue(await calls.register(session))).toEqual({ success: true });
      const other = await createTestDevice(server.clock);
      const refused = { status: 403, code: 'forbidden', message: 'The session has another device key' };
      expect(await calls.register(session, other)).toMatchObject({ ok: false, failure: refused });
      expect((await calls.provenExchange(session.tokens.refresh_token)).status).toBe(200);
    });

    test('shares the key with the next session of its device', async () => {
      const ids = new Set<string>();
      for (let count = 0; count < 2; count += 1) {
        const { tokens } = await calls.signInBound();
        const { device_key } = await server.db
          .selectFrom('sessions')
          .select('device_key')
          .where('id', '=', sessionOf(tokens))
          .executeTakeFirstOrThrow();
        ids.add(device_key ?? '');
      }
      expect(ids.size).toBe(1);
    });

    test('belongs to one domain: another one has a row of its own for the same key', async () => {
      await calls.signInBound();
      const south = await server.signIn(server.south.clerk.login);
      expectValue(await calls.register(south));
      const rows = await server.db
        .selectFrom('device_keys')
        .select('domain_id')
        .where('public_key', '=', `${calls.device.key.x}.${calls.device.key.y}`)
        .execute();
      expect(new Set(rows.map(({ domain_id }) => domain_id))).toEqual(new Set([server.north.id, server.south.id]));
    });

    test('is deleted a month after its last session, and not while a session or a registration is young', async () => {
      await calls.signInBound();
      const keysAfter = async (ms: number) => {
        server.clock.advance(ms);
        await sweepExpired(server);
        const rows = await server.db.selectFrom('device_keys').select('public_key').execute();
        return rows.filter(({ public_key }) => public_key === `${calls.device.key.x}.${calls.device.key.y}`).length;
      };
      expect(await keysAfter(31 * DAY_MS)).toBeGreaterThan(0);
      const { tokens } = await calls.signInBound();
      await server.db.deleteFrom('sessions').where('id', '=', sessionOf(tokens)).execute();
      expect(await keysAfter(31 * DAY_MS)).toBe(1);
      expect(await keysAfter(2 * DAY_MS)).toBe(0);
    });
  });

  describe('a session without a key', () => {
    const withCookie = async (token: string, cookie: string) => {
      const answer = await calls.post(refresh.path, { refresh_token: token }, cookie ? { Cookie: cookie } : {});
      const { tokens } = (await answer.json()) as { tokens?: { refresh_token: string } };
      return { status: answer.status, token: tokens?.refresh_token ?? '' };
    };
    async function signIn() {
      const body = { clerk: server.north.clerk.login, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE };
      const answer = await calls.post('/v0/auth/login', body);
      const { tokens } = (await answer.json()) as { tokens: { refresh_token: string } };
      return { token: tokens.refresh_token, cookie: (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '' };
    }

    test('gives a parent its child again only with the cookie of the device that got the child', async () => {
      const { token, cookie } = await signIn();
      const other = await signIn();
      const child = await withCookie(token, cookie);
      server.clock.advance(3 * 3_600_000);
      for (const stranger of ['', other.cookie, 'scantix-device=x']) {
        expect((await withCookie(token, stranger)).status).toBe(401);
      }
      expect(await withCookie(token, cookie)).toEqual(child);
      expect((await withCookie(child.token, '')).status).toBe(200);
    });

    test('ends alone at sign-out', async () => {
      const [one, other] = [await server.signIn(), await server.signIn()];
      expectValue(await one.api.call(logout, {}));
      const ended = server.db.selectFrom('sessions').select('revoked_because').where('id', '=', sessionOf(one.tokens));
      expect(await ended.execute()).toEqual([{ revoked_because: 'logout' }]);
      expect((await calls.exchange(other.tokens.refresh_token)).status).toBe(200);
    });

    test('of a browser that sends no cookie, as to another origin, gets its child again', async () => {
      const { token } = await signIn();
      const child = await withCookie(token, '');
      expect(await withCookie(token, '')).toEqual(child);
    });
  });

  test('a session without a key is refreshed whatever proof comes along', async () => {
    const { tokens } = await server.signIn();
    expect((await calls.exchange(tokens.refresh_token, 'x')).status).toBe(200);
  });

  describeRevocations(() => ({ server, calls }));
}
