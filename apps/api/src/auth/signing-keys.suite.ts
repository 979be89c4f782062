import { getScannerConfig, getSigningKeys, refresh } from '@scantix/api-contract';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../create-app.ts';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  type SignedIn,
  startTestServer,
  TEST_SECRETS,
  type TestServer,
} from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { createAccessTokens } from './access-tokens.ts';
import { type KeyParts, listKeys, PUBLISHED_FOR_S, retireKey, rotateKeys } from './manage-keys.ts';
import { deriveSecrets } from './secrets.ts';
import { createSigningKeys } from './signing-keys.ts';
import { sweepExpired } from './sweep-expired.ts';

const HOUR_MS = 3_600_000;
const LATER_MS = 2_000 * PUBLISHED_FOR_S;

/** The guarantees of the keys that sign access tokens, on any database. */
export function describeSigningKeys(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let parts: KeyParts;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase());
    parts = { ...server, secrets: TEST_SECRETS, tokenSeconds: 3_600 };
  }, START_MS);
  afterAll(() => server.stop());

  /** The keys as another process has them. */
  const otherProcess = (secrets = TEST_SECRETS, tokenSeconds = 3_600) =>
    createSigningKeys({ ...parts, secrets, tokenSeconds });
  const kidOf = (token: string) => JSON.parse(atob(token.split('.')[0] ?? '')).kid as string;
  const works = async ({ api }: SignedIn) => (await api.call(getScannerConfig, {})).ok;
  const stateOf = async (kid: string) => (await listKeys(parts)).find((key) => key.kid === kid)?.state;
  const audited = (action: string) =>
    server.db.selectFrom('audit_events').selectAll().where('action', '=', action).orderBy('id').execute();
  const published = async () => expectValue(await server.api.call(getSigningKeys, {})).keys.map(({ kid }) => kid);

  test('processes that start at once make one key that signs, and one that is next', async () => {
    const secrets = deriveSecrets('the secret of processes that start at once');
    const signers = await Promise.all(Array.from({ length: 8 }, () => otherProcess(secrets).getSigner()));
    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
    const own = await listKeys({ ...parts, secrets });
    expect(
      own
        .map(({ state }) => state)
        .filter((state) => state !== 'unreadable')
        .toSorted(),
    ).toEqual(['next', 'signing']);
  });

  test('the keys are published before anybody has signed in', async () => {
    const secrets = deriveSecrets('the secret of an installation where nobody has signed in');
    const keys = otherProcess(secrets, 60);
    const listed = await keys.listPublic();
    expect(listed).toHaveLength(2);
    expect(listed.map(({ kid }) => kid)).toContain((await keys.getSigner()).kid);
    const rows = server.db.selectFrom('signing_keys').select(['token_seconds', 'created_at', 'signs_since', 'state']);
    const created_at = new Date(server.clock.now());
    const made = { token_seconds: 60, created_at, signs_since: null, state: 'next' };
    expect(await rows.where('secret_id', '=', Buffer.from(secrets.secretId)).orderBy('signs_since').execute()).toEqual([
      { ...made, signs_since: created_at, state: 'signing' },
      made,
    ]);
  });

  test('the table is not read for what can be no key', async () => {
    const unreadable = createSigningKeys({ ...parts, db: {} as KeyParts['db'] });
    expect(await unreadable.findVerifier('no key')).toBeNull();
    await expect(unreadable.findVerifier('A'.repeat(43))).rejects.toThrow();
  });

  test('another service verifies a token by the published keys, of which none is private', async () => {
    const { tokens, user } = await server.signIn();
    const answer = await fetch(`${server.url}/.well-known/jwks.json`, { headers: { Origin: 'https://shop.example' } });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(answer.headers.get('Cache-Control')).toBe(`public, max-age=${PUBLISHED_FOR_S}`);
    const body = await answer.json();
    const { payload } = await jwtVerify(tokens.access_token, createLocalJWKSet(body as never), {
      algorithms: ['EdDSA'],
      issuer: 'scantix',
      audience: 'scantix-api',
      typ: 'at+jwt',
      currentDate: new Date(server.clock.now()),
    });
    expect(payload.sub).toBe(user.id);
    const fields = new Set((body as { keys: object[] }).keys.flatMap((key) => Object.keys(key)));
    expect([...fields].toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  });

  test('what the database has of a key is sealed, and opens under no other secret and no other id', async () => {
    await server.signIn();
    const signer = await otherProcess().getSigner();
    const { d = '' } = signer.privateKey.export({ format: 'jwk' });
    const rows = await server.db.selectFrom('signing_keys').selectAll().execute();
    for (const row of rows) expect(Buffer.from(row.sealed).includes(Buffer.from(d, 'base64url'))).toBe(false);
  });

  describe('a rotation', () => {
    test('lets the next key sign, in every process, while sessions go on', async () => {
      const before = await server.signIn();
      const elsewhere = otherProcess();
      await elsewhere.getSigner();
      server.clock.advance(LATER_MS);
      const [next] = (await listKeys(parts)).filter(({ state }) => state === 'next');
      expect(await published()).toContain(next?.kid);
      expect(await rotateKeys(parts)).toEqual({ ok: true, kid: next?.kid });
      const after = await server.signIn();
      expect([kidOf(before.tokens.access_token), kidOf(after.tokens.access_token)]).toEqual([
        expect.not.stringMatching(String(next?.kid)),
        next?.kid,
      ]);
      expect((await elsewhere.getSigner()).kid).toBe(next?.kid);
      expect([await works(before), await works(after)]).toEqual([true, true]);
    });

    test('comes too soon while other services may not know the next key, unless at once', async () => {
      server.clock.advance(LATER_MS);
      expect((await rotateKeys(parts)).ok).toBe(true);
      expect(await rotateKeys(parts)).toEqual({ ok: false, refusal: 'too_soon', retryAfterMs: LATER_MS });
      expect((await rotateKeys(parts, { atOnce: true })).ok).toBe(true);
      const rotations = await audited('key.rotated');
      expect(rotations.map(({ detail }) => detail).slice(-2)).toEqual([{ at_once: false }, { at_once: true }]);
      const signing = (await listKeys(parts)).find(({ state }) => state === 'signing');
      expect(rotations.at(-1)).toMatchObject({
        ...{ domain_id: null, actor_kind: 'system', target_kind: 'key', target_id: signing?.kid },
      });
    });

    test('tells when the last token of the old key ends, and of no key that signs or will', async () => {
      server.clock.advance(1_000);
      await rotateKeys(parts, { atOnce: true });
      const [old, ...rest] = (await listKeys(parts)).filter(
        ({ replacedAt }) => replacedAt?.getTime() === server.clock.now(),
      );
      expect(rest).toEqual([]);
      // A minute more, since the clocks of processes differ.
      expect(old).toMatchObject({ state: 'verifying', endsAt: new Date(server.clock.now() + HOUR_MS + 60_000) });
      const current = (await listKeys(parts)).filter(({ state }) => state === 'signing' || state === 'next');
      expect(current.map(({ replacedAt, endsAt }) => [replacedAt, endsAt])).toEqual(Array(2).fill([null, null]));
      server.clock.advance(HOUR_MS + 59_999);
      expect(await published()).toContain(old?.kid);
      server.clock.advance(1);
      expect(await published()).not.toContain(old?.kid);
    });

    test('of several at once, one counts', async () => {
      server.clock.advance(LATER_MS);
      const answers = await Promise.all([rotateKeys(parts), rotateKeys(parts), rotateKeys(parts)]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const states = (await listKeys(parts)).map(({ state }) => state);
      expect(states.filter((state) => state === 'signing' || state === 'next')).toHaveLength(2);
    });

    test('publishes the old key until its last token has ended, the longest of any process', async () => {
      const { kid } = await otherProcess(TEST_SECRETS, 7_200).getSigner();
      await rotateKeys(parts, { atOnce: true });
      server.clock.advance(1.9 * HOUR_MS);
      expect(await published()).toContain(kid);
      server.clock.advance(HOUR_MS / 4);
      expect(await published()).not.toContain(kid);
      server.clock.advance(7 * 24 * HOUR_MS - HOUR_MS);
      await sweepExpired(server);
      expect(await stateOf(kid)).toBe('verifying');
      server.clock.advance(HOUR_MS);
      await sweepExpired(server);
      expect(await stateOf(kid)).toBeUndefined();
    });

    test('twice by another process is noticed by a token of an unknown key, read for at most once a second', async () => {
      const { verify } = createAccessTokens({ keys: otherProcess(), ...server });
      const { tokens } = await server.signIn();
      expect(await verify(tokens.access_token)).not.toBeNull();
      await rotateKeys(parts, { atOnce: true });
      await rotateKeys(parts, { atOnce: true });
      const { tokens: newest } = await server.signIn();
      expect(await verify(newest.access_token)).toBeNull();
      server.clock.advance(1_000);
      expect(await verify(newest.access_token)).not.toBeNull();
    });
  });

  test('a retired key stops at once in every process, and a device goes on after a refresh', async () => {
    const session = await server.signIn();
    const other = createApp({ ...server.parts });
    const viaOther = () =>
      other.request('/config/v0/scanner', { headers: { Authorization: `Bearer ${session.tokens.access_token}` } });
    expect((await viaOther()).status).toBe(200);
    const kid = kidOf(session.tokens.access_token);
    const next = (await listKeys(parts)).find(({ state }) => state === 'next')?.kid;
    expect(await retireKey(parts, kid)).toBe(true);
    expect(await stateOf(kid)).toBe('revoked');
    expect(expectRefusal(await session.api.call(getScannerConfig, {}))).toEqual({
      status: 401,
      code: 'unauthenticated',
    });
    expect((await viaOther()).status).toBe(401);
    const renewed = await server.api.call(refresh, { body: { refresh_token: session.tokens.refresh_token } });
    // The one that has been published longest.
    expect(kidOf(expectValue(renewed).tokens.access_token)).toBe(next);
    expect(await published()).not.toContain(kid);
    expect(await retireKey(parts, 'no such key')).toBe(false);
    expect((await audited('key.retired')).at(-1)).toMatchObject({
      ...{ domain_id: null, actor_kind: 'system', target_kind: 'key', target_id: kid, detail: { was: 'signing' } },
    });
  });

  test.each(['next', 'verifying'] as const)(
    'a key that is %s can be retired, and the one that signs goes on',
    async (state) => {
      await rotateKeys(parts, { atOnce: true });
      const signer = await otherProcess().getSigner();
      const before = (await listKeys(parts)).find((key) => key.state === state);
      server.clock.advance(1_000);
      expect(await retireKey(parts, before?.kid ?? '')).toBe(true);
      const after = await listKeys(parts);
      expect(after.find(({ kid }) => kid === before?.kid)).toMatchObject({
        state: 'revoked',
        // What was replaced before stays so.
        replacedAt: before?.replacedAt ?? new Date(server.clock.now()),
      });
      expect(after.filter((key) => key.state === 'next')).toHaveLength(1);
      expect((await otherProcess().getSigner()).kid).toBe(signer.kid);
      expect((await audited('key.retired')).at(-1)?.detail).toEqual({ was: state });
    },
  );

  test('under a new AUTH_SECRET a new key is made, and the old ones verify nothing until the old secret is back', async () => {
    const { tokens } = await server.signIn();
    const secrets = deriveSecrets('a new secret of tests and of nothing else');
    const { verify, issue } = createAccessTokens({ keys: otherProcess(secrets), ...server });
    const fresh = await issue({ clerkId: server.newId(), sessionId: server.newId(), lifetimeS: 60 });
    expect(kidOf(fresh)).not.toBe(kidOf(tokens.access_token));
    expect(await verify(fresh)).not.toBeNull();
    expect(await verify(tokens.access_token)).toBeNull();
    const listed = await listKeys({ ...parts, secrets });
    expect(listed.find(({ kid }) => kid === kidOf(tokens.access_token))?.state).toBe('unreadable');
    expect(await createAccessTokens({ keys: otherProcess(), ...server }).verify(tokens.access_token)).not.toBeNull();
  });
}
