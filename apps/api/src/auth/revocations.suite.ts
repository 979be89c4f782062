import { deliverRevocations, HEADERS, logout, type Tokens } from '@scantix/api-contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DeviceCalls, REFUSED } from '../testing/create-device-calls.ts';
import { expectRefusal, expectValue, TEST_DEVICE, type TestServer } from '../testing/start-test-server.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';

/** The guarantees of handles that end a session and can do nothing else. */
export function describeRevocations(context: () => { readonly server: TestServer; readonly calls: DeviceCalls }): void {
  let server: TestServer;
  let calls: DeviceCalls;
  beforeAll(() => {
    ({ server, calls } = context());
  });

  describe('a handle', () => {
    async function signIn() {
      const body = { clerk: server.north.clerk.login, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE };
      const answer = await calls.post('/v0/auth/login', body);
      const { tokens } = (await answer.json()) as { tokens: Tokens };
      return {
        tokens,
        handle: answer.headers.get(HEADERS.revocation) ?? '',
        asks: answer.headers.get(HEADERS.deviceKey),
      };
    }
    const revoke = (...handles: string[]) => server.api.call(deliverRevocations, { body: { handles } });

    test('ends its session without a token, again and again', async () => {
      const { tokens, handle, asks } = await signIn();
      expect(asks).toBe('register');
      for (let count = 0; count < 2; count += 1) expect(expectValue(await revoke(handle))).toEqual({ success: true });
      expect(await calls.exchange(tokens.refresh_token)).toEqual(REFUSED);
      const [id = ''] = handle.split('.');
      const ended = server.db.selectFrom('sessions').select('revoked_because').where('id', '=', id);
      expect(await ended.execute()).toEqual([{ revoked_because: 'logout' }]);
    });

    test('ends no other session, and those beside it in a call all', async () => {
      const [first, second, third] = [await signIn(), await signIn(), await signIn()];
      expectValue(await revoke(first.handle, 'unknown', second.handle));
      expect((await calls.exchange(first.tokens.refresh_token)).status).toBe(401);
      expect((await calls.exchange(second.tokens.refresh_token)).status).toBe(401);
      expect((await calls.exchange(third.tokens.refresh_token)).status).toBe(200);
    });

    test('that nobody was given ends nothing, and the answer does not tell', async () => {
      const { tokens, handle } = await signIn();
      const [id = '', seal = ''] = handle.split('.');
      const other = (await signIn()).handle.split('.')[1] ?? '';
      const forged = [
        id,
        `${id}.`,
        `${id}.${other}`,
        `${id}.${seal.slice(0, -2)}`,
        `.${seal}`,
        'x'.repeat(128),
        `${id} .${seal}`,
      ];
      for (const one of forged) expect(expectValue(await revoke(one))).toEqual({ success: true });
      expect((await calls.exchange(tokens.refresh_token)).status).toBe(200);
    });

    test('is neither a refresh token nor an access token', async () => {
      const { handle } = await signIn();
      expect(await calls.exchange(handle)).toEqual(REFUSED);
      expect((await calls.post(logout.path, {}, { Authorization: `Bearer ${handle}` })).status).toBe(401);
    });

    test('comes with at most 31 others', async () => {
      expect(expectRefusal(await revoke(...Array<string>(33).fill('x'))).status).toBe(422);
      expect(expectRefusal(await revoke()).status).toBe(422);
    });
  });
}
