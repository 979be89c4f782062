import { refresh, registerDeviceKey } from '@scantix/api-contract';
import { base64url, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeviceCalls, type DeviceCalls, REFUSED } from '../testing/create-device-calls.ts';
import { createTestDevice } from '../testing/create-test-device.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectRefusal, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

let server: TestServer;
let calls: DeviceCalls;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  calls = await createDeviceCalls(server);
}, START_MS);
afterAll(() => server.stop());

describe('a proof', () => {
  const nowS = () => Math.floor(server.clock.now() / 1000);
  type Forge = (token: string) => string | Promise<string>;
  const changed =
    (claims: object, header = {}): Forge =>
    (token) =>
      calls.device.prove(refresh.path, token, claims, header);
  const recoded =
    (change: (parts: [string, string, string]) => string[]): Forge =>
    async (token) =>
      change((await calls.device.prove(refresh.path, token)).split('.') as [string, string, string]).join('.');
  const header = (fields: object) => base64url.encode(JSON.stringify(fields));
  const hmac = (alg: string): Forge =>
    async function forge(token) {
      const [, payload = ''] = (await calls.device.prove(refresh.path, token)).split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
      const secret = Buffer.from(`${calls.device.key.x}.${calls.device.key.y}`);
      return new SignJWT(claims).setProtectedHeader({ alg, typ: 'scantix-proof+jwt' }).sign(secret);
    };
  const FORGED: [string, Forge][] = [
    ['of another key', async (token) => (await createTestDevice(server.clock)).prove(refresh.path, token)],
    [
      'of another key that it brings along',
      async (token) => {
        const other = await createTestDevice(server.clock);
        return other.prove(refresh.path, token, {}, { jwk: other.key });
      },
    ],
    ['for another token', () => calls.device.prove(refresh.path, 'another token')],
    ['for another call', (token) => calls.device.prove(registerDeviceKey.path, token)],
    ['for a path that goes on', (token) => calls.device.prove(`${refresh.path}/`, token)],
    ['for another method', changed({ htm: 'GET' })],
    ['without a time', changed({ iat: undefined })],
    ['with a time in words', changed({ iat: 'now' })],
    ['with a time that is no number', changed({ iat: null })],
    ['without an id', changed({ jti: undefined })],
    ['with an id of one letter', changed({ jti: 'a' })],
    ['with an id of NUL', changed({ jti: '\u0000'.repeat(20) })],
    ['with an id that is too long', changed({ jti: 'a'.repeat(65) })],
    ['with the token itself in place of its hash', (token) => calls.device.prove(refresh.path, token, { tth: token })],
    ['that is an array', recoded(([head, , seal]) => [head, base64url.encode('[]'), seal])],
    ['of another type', changed({}, { typ: 'at+jwt' })],
    ['without a type', changed({}, { typ: undefined })],
    ['with a critical header', recoded(([, ...rest]) => [header({ alg: 'ES256', crit: ['x'], x: 1 }), ...rest])],
    [
      'without a signature, alg none',
      recoded(([, body]) => [header({ alg: 'none', typ: 'scantix-proof+jwt' }), body, '']),
    ],
    ['without a signature, alg ES256', recoded(([head, body]) => [head, body, ''])],
    ['with a signature of zeros', recoded(([head, body]) => [head, body, base64url.encode(new Uint8Array(64))])],
    ['with another body', recoded(([head, , seal]) => [head, base64url.encode('{"htm":"POST"}'), seal])],
    ['signed by HS256 with the public key as secret', hmac('HS256')],
    [
      'of Ed25519',
      async (token) => {
        const { privateKey } = await generateKeyPair('EdDSA');
        const tth = base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(token))));
        const claims = { htm: 'POST', htu: refresh.path, iat: nowS(), jti: crypto.randomUUID(), tth };
        return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: 'scantix-proof+jwt' }).sign(privateKey);
      },
    ],
    ['of 4 KB', changed({ padding: 'x'.repeat(4_096) })],
    ['that is no JWS', () => 'not-a-proof'],
    ['of dots', () => '..'],
    ['of four parts', recoded((parts) => [...parts, parts[0]])],
    [
      'of a stranger’s time',
      async (token) => {
        const other = await createTestDevice(server.clock);
        return other.prove(refresh.path, token, { iat: nowS() - 86_400 });
      },
    ],
  ];

  test.each(FORGED)(
    '%s refreshes nothing and ends nothing on the server',
    { timeout: START_MS },
    async (_what, forge) => {
      const { tokens } = await calls.signInBound();
      const forged = await forge(tokens.refresh_token);
      expect(await calls.exchange(tokens.refresh_token, forged)).toEqual(REFUSED);
      expect((await calls.provenExchange(tokens.refresh_token)).status).toBe(200);
    },
  );

  test.each([
    ['of an older token', async (old: string, _now: string) => calls.device.prove(refresh.path, old)],
    [
      'of the access token’s call',
      async (_old: string, now: string) => calls.device.prove(registerDeviceKey.path, now),
    ],
  ])('%s does not refresh the next one', async (_what, forge) => {
    const { tokens } = await calls.signInBound();
    const next = (await calls.provenExchange(tokens.refresh_token)).tokens?.refresh_token ?? '';
    expect(await calls.exchange(next, await forge(tokens.refresh_token, next))).toEqual(REFUSED);
  });

  test('that is not the key’s registers nothing', async () => {
    const session = await server.signIn();
    const other = await createTestDevice(server.clock);
    const path = registerDeviceKey.path;
    for (const proof of [
      await other.prove(path, session.tokens.access_token),
      await calls.device.prove(path, session.tokens.refresh_token),
      await calls.device.prove(refresh.path, session.tokens.access_token),
      await calls.device.prove(path, session.tokens.access_token, { iat: nowS() - 3_600 }),
      'x',
    ]) {
      const answer = await session.api.call(registerDeviceKey, { body: { key: calls.device.key, proof } });
      const refused = { status: 403, code: 'forbidden', message: 'The device key is not proven' };
      expect(answer).toMatchObject({ ok: false, failure: refused });
    }
    expect((await calls.exchange(session.tokens.refresh_token)).status).toBe(200);
  });

  test('of a key that is no point of the curve registers nothing', async () => {
    const session = await server.signIn();
    const key = { ...calls.device.key, x: 'A'.repeat(43) };
    const proof = await calls.device.prove(registerDeviceKey.path, session.tokens.access_token);
    const answer = await session.api.call(registerDeviceKey, { body: { key, proof } });
    expect(expectRefusal(answer).code).toBe('forbidden');
  });
});
