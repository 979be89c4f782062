import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { base64url, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSigningKey } from '../auth/signing-key.ts';
import { expectRefusedBy, type RefusalCheck } from '../testing/hostile-input.ts';
import { type SignedIn, TEST_SECRETS, type TestServer } from '../testing/start-test-server.ts';

const LOGOUT = '/v0/auth/logout';
const SCANS = '/scantix/v0/scanner/scans';
const LOOKUP = '/tickets/v0/lookup';
const CONFIG = '/config/v0/scanner';
const SEARCH = '/tickets/v0/search';
const IMPORT = '/tickets/v0/import';
const SNAPSHOT = '/tickets/v0/snapshot';
const CONFLICTS = '/scantix/v0/scanner/conflicts';
const UNDO = `${SCANS}/01a1fc4f-66db-7413-888b-aaf9e3b59103/undo`;

const json = { 'Content-Type': 'application/json' };

/** What is no token of a session is refused. */
export function describeHostileTokens(context: () => { readonly server: TestServer; readonly clerk: SignedIn }): void {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(() => {
    ({ server, clerk } = context());
  });
  const expectRefused: RefusalCheck = (input, status) => expectRefusedBy(server.url, input, status);

  describe('a bearer token', () => {
    const { refreshTokenKey } = TEST_SECRETS;
    const signer = async () => {
      const row = await server.db
        .selectFrom('signing_keys')
        .selectAll()
        .where('state', '=', 'signing')
        .executeTakeFirst();
      if (!row) throw new Error('No key signs');
      return openSigningKey(row, TEST_SECRETS.signingSealKey);
    };
    const publicBytes = async () => base64url.decode((await signer()).publicKey.export({ format: 'jwk' }).x ?? '');
    const publicPem = async () =>
      Buffer.from((await signer()).publicKey.export({ format: 'pem', type: 'spki' }) as string);
    const forge = async (change: (jwt: SignJWT) => SignJWT, key?: KeyObject | Uint8Array, header: object = {}) => {
      const { kid, privateKey } = await signer();
      const { sub = '', sid } = JSON.parse(atob(clerk.tokens.access_token.split('.')[1] ?? '')) as {
        sub?: string;
        sid: string;
      };
      const nowS = server.clock.now() / 1000;
      const jwt = new SignJWT({ sid })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
        .setIssuer('scantix')
        .setAudience('scantix-api')
        .setSubject(sub)
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + 600);
      return change(jwt).sign(key ?? privateKey);
    };
    const forgeWithOwnKey = (header: object) => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      return forge((jwt) => jwt, privateKey, { jwk: publicKey.export({ format: 'jwk' }), ...header });
    };
    const unsigned = (header: object) => {
      const [, payload = ''] = clerk.tokens.access_token.split('.');
      return `${base64url.encode(JSON.stringify(header))}.${payload}.`;
    };
    const FORGED: [string, () => string | Promise<string>][] = [
      ['without a signature, alg none', () => unsigned({ alg: 'none', typ: 'at+jwt' })],
      ['without a signature, alg None', () => unsigned({ alg: 'None', typ: 'at+jwt' })],
      ['without a signature, alg HS256', () => unsigned({ alg: 'HS256', typ: 'at+jwt' })],
      ['with its signature cut off', () => clerk.tokens.access_token.replace(/\.[^.]*$/, '')],
      ['with another payload', () => clerk.tokens.access_token.replace(/\.[^.]*\./, `.${base64url.encode('{}')}.`)],
      ['signed with another key', () => forge((jwt) => jwt, generateKeyPairSync('ed25519').privateKey)],
      ['signed with a secret of ours', () => forge((jwt) => jwt, refreshTokenKey, { alg: 'HS256' })],
      ['signed with HS512', () => forge((jwt) => jwt, new Uint8Array(64), { alg: 'HS512' })],
      [
        'signed with HS256 and the public key as its secret',
        async () => forge((jwt) => jwt, await publicBytes(), { alg: 'HS256' }),
      ],
      [
        'signed with HS256 and the public key as PEM',
        async () => forge((jwt) => jwt, await publicPem(), { alg: 'HS256' }),
      ],
      ['without the id of its key', () => forge((jwt) => jwt, undefined, { kid: undefined })],
      ['with the id of no key', () => forge((jwt) => jwt, undefined, { kid: 'A'.repeat(43) })],
      ['with SQL as the id of its key', () => forge((jwt) => jwt, undefined, { kid: "' or 1=1 --" })],
      ['with a path as the id of its key', () => forge((jwt) => jwt, undefined, { kid: '../../../dev/null' })],
      ['with a prototype as the id of its key', () => forge((jwt) => jwt, undefined, { kid: '__proto__' })],
      ['with a number as the id of its key', () => forge((jwt) => jwt, undefined, { kid: 7 })],
      ['that brings its own key', () => forgeWithOwnKey({})],
      ['that says where its key is', () => forgeWithOwnKey({ jku: 'http://127.0.0.1/jwks.json', kid: 'A'.repeat(43) })],
      ['of another type', () => forge((jwt) => jwt, undefined, { typ: 'JWT' })],
      ['with a critical header', () => `${base64url.encode('{"alg":"HS256","crit":["x"],"x":1}')}.e30.AAAA`],
      ['of another issuer', () => forge((jwt) => jwt.setIssuer('somebody'))],
      ['for another audience', () => forge((jwt) => jwt.setAudience('another-api'))],
      ['that has run out', () => forge((jwt) => jwt.setExpirationTime(server.clock.now() / 1000))],
      ['that begins later', () => forge((jwt) => jwt.setNotBefore(server.clock.now() / 1000 + 600))],
      ['of nobody', () => forge((jwt) => jwt.setSubject(server.newId()))],
      ['of a clerk of another domain', () => forge((jwt) => jwt.setSubject(server.south.clerk.id))],
      ['with a subject that is no id', () => forge((jwt) => jwt.setSubject("' or 1=1 --"))],
      ['of 5,000 characters', () => 'x'.repeat(5_000)],
      ['of dots', () => '...'],
      ['of nothing', () => ''],
    ];
    describe.each([CONFIG, CONFLICTS, `${CONFLICTS}?open=true`, SNAPSHOT])('at %s', (path) => {
      test.each(FORGED)('is refused %s', async (_name, make) => {
        await expectRefused({ path, headers: { Authorization: `Bearer ${await make()}` } }, 401);
      });
      test.each(['Basic bm9ydGg6eA==', 'bearer', 'Token x', 'Bearer  x', 'Bearer x y'])(
        'is not "%s"',
        async (Authorization) => expectRefused({ path, headers: { Authorization } }, 401),
      );
    });

    test('that is forged with all that a token of ours has is taken, so the others are refused for what they lack', async () => {
      const answer = await fetch(server.url + CONFIG, {
        headers: { Authorization: `Bearer ${await forge((jwt) => jwt)}` },
      });
      expect(answer.status).toBe(200);
    });

    test('is not read from the address or a cookie', async () => {
      const token = clerk.tokens.access_token;
      await expectRefused({ path: `${CONFIG}?access_token=${token}` }, 401);
      await expectRefused({ path: CONFIG, headers: { Cookie: `authToken=${token}` } }, 401);
    });

    test.each([LOGOUT, SCANS, LOOKUP, SEARCH, UNDO, IMPORT])(
      'is asked for at %s before the body is read',
      async (path) => {
        await expectRefused({ method: 'POST', path, headers: json, body: '{' }, 401);
      },
    );
  });
}
