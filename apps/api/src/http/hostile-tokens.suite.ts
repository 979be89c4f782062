import { beforeAll, describe, expect, test } from 'vitest';
import { createSigningKeys } from '../auth/signing-keys.ts';
import { type ForgedFrom, forgedTokens, forgeToken } from '../testing/hostile/forged-tokens.ts';
import { expectRefusedBy, type RefusalCheck } from '../testing/hostile-input.ts';
import { type SignedIn, TEST_SECRETS, type TestServer } from '../testing/start-test-server.ts';

const CONFIG = '/config/v0/scanner';
const CONFLICTS = '/scantix/v0/scanner/conflicts';

/** What is no token of a session is refused. */
export function describeHostileTokens(context: () => { readonly server: TestServer; readonly clerk: SignedIn }): void {
  let server: TestServer;
  let clerk: SignedIn;
  let from: ForgedFrom;
  beforeAll(async () => {
    ({ server, clerk } = context());
    const { db, clock, south, newId } = server;
    const key = await createSigningKeys({ db, clock, secrets: TEST_SECRETS, tokenSeconds: 600 }).getSigner();
    from = {
      ...{ key, newId, nowMs: clock.now(), accessToken: clerk.tokens.access_token, foreignClerkId: south.clerk.id },
      otherSecret: TEST_SECRETS.refreshTokenKey,
    };
  });
  const expectRefused: RefusalCheck = (input, status) => expectRefusedBy(server.url, input, status);

  describe('a bearer token', () => {
    test.each([CONFIG, CONFLICTS, '/tickets/v0/snapshot'])('that is forged is refused at %s', async (path) => {
      for (const [, token] of await forgedTokens(from)) {
        await expectRefused({ path, headers: { Authorization: `Bearer ${token}` } }, 401);
      }
    });

    test('that is forged with all that a token of ours has is taken, so the others are refused for what they lack', async () => {
      const headers = { Authorization: `Bearer ${await forgeToken(from)}` };
      expect((await fetch(server.url + CONFIG, { headers })).status).toBe(200);
    });

    test('is not read from the address or a cookie', async () => {
      const token = clerk.tokens.access_token;
      await expectRefused({ path: `${CONFIG}?access_token=${token}` }, 401);
      await expectRefused({ path: CONFIG, headers: { Cookie: `authToken=${token}` } }, 401);
    });
  });
}
