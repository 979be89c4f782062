import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemRandom } from '../system/random.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, TEST_SECRETS, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createSessionSearch } from './find-session.ts';
import { createSessions } from './sessions.ts';
import { createSigningKeys } from './signing-keys.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(() => server.stop());

test('a call knows what its clerk’s device has sent, and whether the domain has webhooks', async () => {
  const session = await server.signIn(server.north.clerk.login, { deviceId: 'known-by-its-calls' });
  const keys = createSigningKeys({ ...server, secrets: TEST_SECRETS, tokenSeconds: 60 });
  const parts = {
    ...server,
    random: systemRandom,
    secrets: TEST_SECRETS,
    accessTokens: createAccessTokens({ ...server, keys }),
  };
  const known = async () => {
    const identity = await createSessions(parts).identify(session.tokens.access_token);
    return identity.ok ? identity.clerk : expect.fail('no session');
  };
  expect(await known()).toMatchObject({ deviceSeenAt: null, receipt: 0, hasWebhooks: false });
  const [result] = await session.post({ id: server.newId() });
  const webhook = {
    ...{ domain_id: server.north.id, id: server.newId(), url: 'https://shop.example', events: [], holder_data: false },
    ...{ secret: new Uint8Array(1), created_at: new Date(server.clock.now()) },
  };
  await server.db.insertInto('webhooks').values(webhook).execute();
  const seen = { deviceSeenAt: server.clock.now(), receipt: result?.receipt };
  expect(await known()).toMatchObject({ ...seen, hasWebhooks: true });
  await server.db.updateTable('webhooks').set({ disabled_at: webhook.created_at }).execute();
  expect(await known()).toMatchObject({ ...seen, hasWebhooks: false });
});

test('a token finds nothing whose session is another clerk’s, or gone, or whose key is revoked, beside a good one', async () => {
  const session = await server.signIn();
  const other = await server.signIn(server.north.colleague.login, { deviceId: 'another-device' });
  const find = createSessionSearch(server.db);
  const { sub: clerkId = '', sid: sessionId } = decodeJwt<{ sid: string }>(session.tokens.access_token);
  const own = { clerkId, sessionId, kid: decodeProtectedHeader(session.tokens.access_token).kid ?? '' };
  const { sid: theirs } = decodeJwt<{ sid: string }>(other.tokens.access_token);
  const otherClaims = { clerkId: other.user.id, sessionId: theirs, kid: own.kid };
  const wrong = [
    { ...own, clerkId: otherClaims.clerkId },
    { ...own, sessionId: otherClaims.sessionId },
    { ...own, sessionId: server.newId() },
    { ...own, kid: 'revoked' },
  ];
  const found = await Promise.all([own, otherClaims, ...wrong].map(find));
  const logins = [server.north.clerk.login, server.north.colleague.login];
  expect(found.map((row) => row?.login)).toEqual([...logins, ...wrong.map(() => undefined)]);
});

test('a session’s tokens have their whole lifetimes, although the clock goes on while it is opened', async () => {
  let now = server.clock.now();
  const clock = { now: () => now++ };
  const keys = createSigningKeys({ ...server, secrets: TEST_SECRETS, tokenSeconds: 60 });
  const accessTokens = createAccessTokens({ ...server, keys });
  const sessions = createSessions({ ...server, clock, random: systemRandom, secrets: TEST_SECRETS, accessTokens });
  const { login } = server.north.clerk;
  const { id, domain_id, password_hash } = await server.db
    .selectFrom('clerks')
    .select(['id', 'domain_id', 'password_hash'])
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  const opened = { id, domainId: domain_id, login, passwordHash: password_hash, deviceId: 'whole', address: '::1' };
  const { tokens } = await sessions.open({ ...opened, rememberMe: false });
  expect(tokens).toMatchObject({ expires_in: 3_600, refresh_expires_in: 12 * 3_600 });
  const remembered = await sessions.open({ ...opened, rememberMe: true });
  expect(remembered.tokens).toMatchObject({ expires_in: 3_600, refresh_expires_in: 30 * 24 * 3_600 });
});
