import type { AuthCalls } from './auth-calls.ts';
import type { Clock } from './clock.ts';
import { openKeyStore } from './key-store.ts';
import type { LogSink } from './log-sink.ts';
import type { Revocation } from './rotation-record.ts';
import type { ServerTime } from './server-time.ts';
import type { TokenVault } from './token-vault.ts';

/** What the parts of a device's key need. */
export interface DeviceKeyOptions {
  /** The address of the server, as configured. */
  baseUrl: string;
  calls: AuthCalls;
  clock: Clock;
  /** Where the key is; null: nowhere, and there is none. */
  indexedDB: IDBFactory | null;
  /** The name of the database that has the key. */
  database: string;
  log: LogSink;
  serverTime: ServerTime;
  vault: TokenVault;
}

/** Binds the session to the key of its device, once. */
export const REGISTER = { method: 'POST', path: '/v0/auth/device-key' } as const;

/** Ends sessions by the handles that came beside their sign-ins. */
export const DELIVER = { method: 'POST', path: '/v0/auth/revocations' } as const;

/** As in wire.ts, from which this late code would split the first one. */
export const REFRESH = { method: 'POST', path: '/v0/auth/refresh' } as const;

/** The `typ` of a proof. */
export const PROOF_TYPE = 'scantix-proof+jwt';

/** What a device signs. */
export interface ProofClaims {
  /** The method of the call. */
  readonly htm: 'POST';
  /** The path of the call, since a proxy may have changed the rest of its address. */
  readonly htu: string;
  /** Seconds since 1970 on the server's clock. */
  readonly iat: number;
  /** Drawn for each proof. */
  readonly jti: string;
  /** SHA-256, in base64url, of the token that the call presents. */
  readonly tth: string;
}

/** The key's algorithm: P-256 is in every browser. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Signs a proof for a refresh token; null: this browser has no key for the server. */
export async function proveRefresh(options: DeviceKeyOptions, refreshToken: string): Promise<string | null> {
  const pair = await openKeyStore(options)?.read();
  return pair ? prove(pair, { path: REFRESH.path, token: refreshToken, at: options.serverTime.now() }) : null;
}

/**
 * Binds the session to this browser's key, which is made now if there is none. Without IndexedDB or on a page that is not
 * secure the session goes on without.
 * @throws the reason of `signal`, which aborts when this session ends
 */
export async function registerKey(options: DeviceKeyOptions, accessToken: string, signal: AbortSignal): Promise<void> {
  const store = openKeyStore(options);
  if (!store || !globalThis.crypto?.subtle) return;
  if (!(await store.read())) await store.add(await crypto.subtle.generateKey(ALGORITHM, false, ['sign']));
  // Read back: a session that is bound to a key that the browser did not keep could not be refreshed.
  const pair = await store.read();
  if (!pair) throw new Error('The browser does not keep the key');
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const proof = await prove(pair, { path: REGISTER.path, token: accessToken, at: options.serverTime.now() });
  signal.throwIfAborted();
  const answer = await options.calls.post(REGISTER, { key: { kty, crv, x, y }, proof }, { accessToken, signal });
  if (answer.kind !== 'ok') throw new Error(`The call ended as ${answer.kind}`);
}

/** Sends sign-outs. What was not taken is kept until its session has ended by itself. */
export async function sendRevocations(
  { baseUrl, calls, clock, vault }: DeviceKeyOptions,
  waiting: readonly Revocation[],
): Promise<void> {
  const handles = waiting.filter(({ server }) => server === baseUrl).map(({ handle }) => handle);
  const answer = handles.length > 0 ? await calls.post(DELIVER, { handles }) : null;
  const isTaken = answer?.kind === 'ok' && answer.value;
  const now = clock.now();
  await vault.dropRevocations(({ handle, endsAt }) => endsAt <= now || (isTaken && handles.includes(handle)));
}

interface ProofOf {
  readonly path: string;
  readonly token: string;
  /** Epoch milliseconds of the server's clock. */
  readonly at: number;
}

/** A JWS in compact form (RFC 7515), in the manner of RFC 9449. */
async function prove({ privateKey }: CryptoKeyPair, { path, token, at }: ProofOf): Promise<string> {
  const claims: ProofClaims = {
    htm: 'POST',
    htu: path,
    iat: Math.floor(at / 1000),
    jti: encode(crypto.getRandomValues(new Uint8Array(16))),
    tth: encode(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))),
  };
  const parts = [{ alg: 'ES256', typ: PROOF_TYPE }, claims].map((part) => encode(toBytes(JSON.stringify(part))));
  const signed = parts.join('.');
  return `${signed}.${encode(await crypto.subtle.sign(ALGORITHM, privateKey, toBytes(signed)))}`;
}

const toBytes = (text: string) => new TextEncoder().encode(text);

/** Base64url without padding. */
function encode(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
