import { SignJWT } from 'jose';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { makeSigningKey, openSigningKey, type SigningKey } from './signing-key.ts';
import type { SigningKeys } from './signing-keys.ts';

const CLERK = '0197b0a4-0000-7000-8000-000000000001';
const SESSION = '0197b0a4-0000-7000-8000-000000000002';
const sealKey = new Uint8Array(32).fill(7);
const makeKey = async () => openSigningKey(await makeSigningKey(sealKey), sealKey);
const key = await makeKey();
const clock = createFakeClock();
const findVerifier = vi.fn(async (kid: string) => (kid === key.kid ? key.publicKey : null));
const keys: SigningKeys = { getSigner: async () => key, findVerifier, listPublic: async () => [] };
let tokens: AccessTokens;
beforeEach(() => {
  tokens = createAccessTokens({ keys, clock, newId: () => crypto.randomUUID() });
});
const nowS = () => Math.floor(clock.now() / 1_000);

/** Signs a token with this installation's key, with other claims than its own. */
function sign(
  claims: Record<string, unknown>,
  { typ = 'at+jwt', by = key, kid = by.kid }: { typ?: string; by?: SigningKey; kid?: string } = {},
): Promise<string> {
  const whole = { iss: 'scantix', aud: 'scantix-api', sub: CLERK, sid: SESSION, iat: nowS(), exp: nowS() + 60 };
  const payload = JSON.parse(JSON.stringify({ ...whole, ...claims }));
  return new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', typ, kid }).sign(by.privateKey);
}

test('a token names its clerk and session until its time ends', async () => {
  const token = await tokens.issue({ clerkId: CLERK, sessionId: SESSION, lifetimeS: 60 });
  expect(await tokens.verify(token)).toEqual({ clerkId: CLERK, sessionId: SESSION, kid: key.kid });
  expect(await tokens.issue({ clerkId: CLERK, sessionId: SESSION, lifetimeS: 60 })).not.toBe(token);
  clock.advance(59_000);
  expect(await tokens.verify(token)).not.toBeNull();
  clock.advance(1_000);
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

test('a token of another kind or key, or none at all, is none', async () => {
  const by = await makeKey();
  const others = [
    await sign({}, { typ: 'JWT' }),
    await sign({}, { by }),
    await sign({}, { by, kid: key.kid }),
    '',
    'a.b.c',
  ];
  expect(await Promise.all(others.map((token) => tokens.verify(token)))).toEqual(others.map(() => null));
});

test('the key is looked up only for the pinned algorithm', async () => {
  findVerifier.mockClear();
  const { x = '' } = key.publicKey.export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url');
  const header = { alg: 'HS256', typ: 'at+jwt', kid: key.kid };
  const confused = await new SignJWT({}).setProtectedHeader(header).sign(publicKey);
  expect(await tokens.verify(confused)).toBeNull();
  expect(findVerifier).not.toHaveBeenCalled();
});

test('a database that fails says nothing of the token', async () => {
  const known = await sign({});
  expect(await tokens.verify(known)).not.toBeNull();
  for (const token of [known, await sign({ exp: nowS() + 59 })]) {
    findVerifier.mockRejectedValueOnce(new Error('no connection'));
    await expect(tokens.verify(token)).rejects.toThrow('no connection');
    expect(await tokens.verify(token)).not.toBeNull();
  }
});

test('a token that was verified once is none any more when its key is gone', async () => {
  const token = await sign({});
  expect(await tokens.verify(token)).toEqual({ clerkId: CLERK, sessionId: SESSION, kid: key.kid });
  findVerifier.mockResolvedValueOnce(null);
  expect(await tokens.verify(token)).toBeNull();
  // It is verified anew: another key of that id has not signed it.
  findVerifier.mockResolvedValueOnce((await makeKey()).publicKey);
  expect(await tokens.verify(token)).toBeNull();
});

test('no key is looked up for a token that names none', async () => {
  findVerifier.mockClear();
  const nameless = await new SignJWT({ sid: SESSION })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
    .sign(key.privateKey);
  expect(await tokens.verify(nameless)).toBeNull();
  expect(findVerifier).not.toHaveBeenCalled();
});

test('of verified tokens the oldest is forgotten: no flood of tokens fills the memory', async () => {
  const few = createAccessTokens({ keys, clock, newId: () => crypto.randomUUID(), remembered: 2 });
  const three = [await sign({}), await sign({ exp: nowS() + 61 }), await sign({ exp: nowS() + 62 })];
  for (const token of three) expect(await few.verify(token)).not.toBeNull();
  // Only a token that is verified again shows that its key is another one now.
  const { publicKey } = await makeKey();
  findVerifier.mockImplementation(async () => publicKey);
  const known = () => Promise.all(three.map(async (token) => (await few.verify(token)) !== null));
  const twice = [await known(), await known()];
  findVerifier.mockImplementation(async (kid) => (kid === key.kid ? key.publicKey : null));
  expect(twice).toEqual(Array(2).fill([false, true, true]));
});
