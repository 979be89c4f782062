import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createAccessTokens } from './access-tokens.ts';
import { deriveSecrets } from './secrets.ts';

const CLERK = '0197b0a4-0000-7000-8000-000000000001';
const SESSION = '0197b0a4-0000-7000-8000-000000000002';
const secrets = deriveSecrets('a secret of tests and of nothing else');
const clock = createFakeClock();
const tokens = createAccessTokens({ secrets, clock, newId: () => crypto.randomUUID() });
const nowS = () => Math.floor(clock.now() / 1_000);

/** Signs a token with this installation's key, with other claims than its own. */
function sign(claims: Record<string, unknown>, { typ = 'at+jwt', key = secrets.accessTokenKey } = {}): Promise<string> {
  const whole = { iss: 'scantix', aud: 'scantix-api', sub: CLERK, sid: SESSION, iat: nowS(), exp: nowS() + 60 };
  const payload = JSON.parse(JSON.stringify({ ...whole, ...claims }));
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ }).sign(key);
}

test('a token names its clerk and session until its time ends', async () => {
  const token = await tokens.issue({ clerkId: CLERK, sessionId: SESSION, lifetimeS: 60 });
  expect(await tokens.verify(token)).toEqual({ clerkId: CLERK, sessionId: SESSION });
  expect(await tokens.issue({ clerkId: CLERK, sessionId: SESSION, lifetimeS: 60 })).not.toBe(token);
  clock.advance(61_000);
  expect(await tokens.verify(token)).toBeNull();
});

test.each([
  ['without an end', { exp: undefined }],
  ['without the time of its issue', { iat: undefined }],
  ['without a clerk', { sub: undefined }],
  ['without a session', { sid: undefined }],
  ['whose session has no id of ours', { sid: 'session' }],
  ['of another issuer', { iss: 'somebody' }],
  ['for another service', { aud: 'another-api' }],
])('a token %s is none', async (_which, claims) => {
  expect(await tokens.verify(await sign({}))).not.toBeNull();
  expect(await tokens.verify(await sign(claims))).toBeNull();
});

test('a token of another kind or installation, or none at all, is none', async () => {
  const { accessTokenKey: key } = deriveSecrets('the secret of another installation');
  const others = [await sign({}, { typ: 'JWT' }), await sign({}, { key }), '', 'a.b.c'];
  expect(await Promise.all(others.map((token) => tokens.verify(token)))).toEqual([null, null, null, null]);
});
