import { type ProofClaims, REGISTER } from '../device-key.ts';
import { HEADERS } from '../wire.ts';
import type { TokenFamily } from './token-family.ts';

/** Device keys and handles as the reference backend has them. */
export interface FakeDeviceKeys {
  /** The headers of a sign-in or refresh that succeeded. */
  announce(family: TokenFamily, isSignIn: boolean): Record<string, string>;
  /** Null: the refresh may go on. */
  ask(family: TokenFamily | undefined, token: string, headers: Headers): Promise<Response | null>;
  register(family: TokenFamily, token: string, body: unknown): Promise<Response>;
  /** Whether a handle in the body is the family's. */
  isNamed(family: TokenFamily, body: unknown): boolean;
}

/** How far the time of a proof may be from the server's, in milliseconds. */
export const PROOF_TOLERANCE_MS = 120_000;

/** Makes the keys of one server. */
export function createFakeDeviceKeys({ now }: { now: () => number }): FakeDeviceKeys {
  const keys = new Map<TokenFamily, JsonWebKey>();
  const used = new Set<string>();
  const handleOf = (family: TokenFamily) => `handle-of-${family.getRefreshToken(0)}`;

  /** Whether the proof is by the key, for the call and its token, new and of now. */
  async function check(key: JsonWebKey, proof: string, of: { path: string; token: string }) {
    const [header = '', payload = '', seal = ''] = proof.split('.');
    const claims = JSON.parse(atob(fromUrl(payload))) as ProofClaims;
    const bytes = new TextEncoder().encode(`${header}.${payload}`);
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const publicKey = await crypto.subtle.importKey('jwk', key, algorithm, true, ['verify']);
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(of.token));
    const isCall = claims.htm === 'POST' && claims.htu === of.path;
    const isFor = isCall && fromUrl(claims.tth) === toText(hash).replaceAll('=', '');
    const signature = Uint8Array.from(atob(fromUrl(seal)), (letter) => letter.charCodeAt(0));
    if (!isFor || !(await crypto.subtle.verify(algorithm, publicKey, signature, bytes))) return 'invalid';
    if (used.has(claims.jti) || Math.abs(claims.iat * 1000 - now()) > PROOF_TOLERANCE_MS) return 'stale';
    used.add(claims.jti);
    return 'valid';
  }

  const refuse = () =>
    Response.json({ success: false, code: 'unauthenticated', message: 'Not the key' }, { status: 401 });

  const askForProof = () =>
    Response.json(
      { success: false, code: 'proof_needed', message: 'Prove the key' },
      { status: 428, headers: { [HEADERS.deviceKey]: 'prove' } },
    );

  return {
    announce: (family, isSignIn) => ({
      ...(keys.has(family) ? {} : { [HEADERS.deviceKey]: 'register' }),
      ...(isSignIn ? { [HEADERS.revocation]: handleOf(family) } : {}),
    }),
    async ask(family, token, headers) {
      const key = family && keys.get(family);
      if (!key) return null;
      const proof = headers.get(HEADERS.proof);
      const result = proof === null ? 'stale' : await check(key, proof, { path: '/v0/auth/refresh', token });
      if (result === 'valid') return null;
      return result === 'stale' ? askForProof() : refuse();
    },
    async register(family, token, body) {
      const { key, proof } = body as { key: JsonWebKey; proof: string };
      const result = await check(key, proof, { path: REGISTER.path, token });
      if (result !== 'valid') return refuse();
      keys.set(family, key);
      return Response.json({ success: true });
    },
    isNamed: (family, body) => (body as { handles?: string[] }).handles?.includes(handleOf(family)) === true,
  };
}

const fromUrl = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/');
const toText = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
