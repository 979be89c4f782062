import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { base64url, SignJWT } from 'jose';
import type { SigningKey } from '../../auth/signing-key.ts';

/** What tokens are forged from. */
export interface ForgedFrom {
  /** The key that signs now. */
  readonly key: SigningKey;
  /** The access token of a session. */
  readonly accessToken: string;
  /** A secret of the server that signs nothing. */
  readonly otherSecret: Uint8Array;
  /** A clerk of another domain. */
  readonly foreignClerkId: string;
  readonly newId: () => string;
  readonly nowMs: number;
}

/** A token with all that one of ours has, but for what is changed. */
export function forgeToken(
  { key: { kid, privateKey }, accessToken, nowMs }: ForgedFrom,
  change: (jwt: SignJWT) => SignJWT = (jwt) => jwt,
  { key = privateKey, header = {} }: { key?: KeyObject | Uint8Array; header?: object } = {},
): Promise<string> {
  const { sub = '', sid } = JSON.parse(atob(accessToken.split('.')[1] ?? '')) as { sub?: string; sid: string };
  const jwt = new SignJWT({ sid })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
    .setIssuer('scantix')
    .setAudience('scantix-api')
    .setSubject(sub)
    .setIssuedAt(nowMs / 1000)
    .setExpirationTime(nowMs / 1000 + 600);
  return change(jwt).sign(key);
}

/** Tokens that are none of ours, each for one thing that it lacks. */
export async function forgedTokens(from: ForgedFrom): Promise<readonly (readonly [name: string, token: string])[]> {
  const { key, accessToken, otherSecret, foreignClerkId, newId, nowMs } = from;
  const changed = (change: (jwt: SignJWT) => SignJWT) => forgeToken(from, change);
  const withHeader = (header: object, signedBy?: KeyObject | Uint8Array) =>
    forgeToken(from, undefined, { header, ...(signedBy && { key: signedBy }) });
  const [, payload = ''] = accessToken.split('.');
  const unsigned = (header: object) => `${base64url.encode(JSON.stringify(header))}.${payload}.`;
  const own = generateKeyPairSync('ed25519');
  const jwk = own.publicKey.export({ format: 'jwk' });
  const publicBytes = base64url.decode(key.publicKey.export({ format: 'jwk' }).x ?? '');
  const publicPem = Buffer.from(key.publicKey.export({ format: 'pem', type: 'spki' }) as string);
  return [
    ['without a signature, alg none', unsigned({ alg: 'none', typ: 'at+jwt' })],
    ['without a signature, alg None', unsigned({ alg: 'None', typ: 'at+jwt' })],
    ['without a signature, alg HS256', unsigned({ alg: 'HS256', typ: 'at+jwt' })],
    ['with its signature cut off', accessToken.replace(/\.[^.]*$/, '')],
    ['with another payload', accessToken.replace(/\.[^.]*\./, `.${base64url.encode('{}')}.`)],
    ['signed with another key', await withHeader({}, own.privateKey)],
    ['signed with a secret of ours', await withHeader({ alg: 'HS256' }, otherSecret)],
    ['signed with HS512', await withHeader({ alg: 'HS512' }, new Uint8Array(64))],
    ['signed with HS256 and the public key as its secret', await withHeader({ alg: 'HS256' }, publicBytes)],
    ['signed with HS256 and the public key as PEM', await withHeader({ alg: 'HS256' }, publicPem)],
    ['without the id of its key', await withHeader({ kid: undefined })],
    ['with the id of no key', await withHeader({ kid: 'A'.repeat(43) })],
    ['with SQL as the id of its key', await withHeader({ kid: "' or 1=1 --" })],
    ['with a path as the id of its key', await withHeader({ kid: '../../../dev/null' })],
    ['with a prototype as the id of its key', await withHeader({ kid: '__proto__' })],
    ['with a number as the id of its key', await withHeader({ kid: 7 })],
    ['that brings its own key', await withHeader({ jwk }, own.privateKey)],
    [
      'that says where its key is',
      await withHeader({ jwk, jku: 'http://127.0.0.1/jwks.json', kid: 'A'.repeat(43) }, own.privateKey),
    ],
    ['of another type', await withHeader({ typ: 'JWT' })],
    ['with a critical header', `${base64url.encode('{"alg":"HS256","crit":["x"],"x":1}')}.e30.AAAA`],
    ['of another issuer', await changed((jwt) => jwt.setIssuer('somebody'))],
    ['for another audience', await changed((jwt) => jwt.setAudience('another-api'))],
    ['that has run out', await changed((jwt) => jwt.setExpirationTime(nowMs / 1000))],
    ['that begins later', await changed((jwt) => jwt.setNotBefore(nowMs / 1000 + 600))],
    ['of nobody', await changed((jwt) => jwt.setSubject(newId()))],
    ['of a clerk of another domain', await changed((jwt) => jwt.setSubject(foreignClerkId))],
    ['with a subject that is no id', await changed((jwt) => jwt.setSubject("' or 1=1 --"))],
    ['of 5,000 characters', 'x'.repeat(5_000)],
    ['of dots', '...'],
    ['of nothing', ''],
  ];
}
