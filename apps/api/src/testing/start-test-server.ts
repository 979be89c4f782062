import {
  type ApiClient,
  type ApiOutcome,
  createApiClient,
  login,
  postScans,
  type Scan,
  type ScanResult,
  type SessionUserWire,
  type Tokens,
} from '@scantix/api-contract';
import { pino } from 'pino';
import type { AppParts } from '../app-parts.ts';
import { createPasswords } from '../auth/passwords.ts';
import { deriveSecrets } from '../auth/secrets.ts';
import { createApp } from '../create-app.ts';
import { migrate } from '../database/migrate.ts';
import type { Database } from '../database/tables.ts';
import { OPERATOR_ENVIRONMENT } from '../http/operator.ts';
import { startListening } from '../http/start-listening.ts';
import type { Clock } from '../system/clock.ts';
import { LINES } from '../system/log.ts';
import { createIdSource, systemRandom } from '../system/random.ts';
import { checkAnswers } from './check-answers.ts';
import { checkStatements } from './check-statements.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import type { TestDatabase } from './test-databases.ts';
import { addTestDomain, TEST_PASSWORD, type TestDomain } from './test-domains.ts';

/** The backend behind a real port, with two domains in its database. */
export interface TestServer {
  readonly url: string;
  readonly db: Database;
  readonly clock: FakeClock;
  /** What the app was made of: another process is another app of the same. */
  readonly parts: AppParts;
  readonly newId: () => string;
  readonly north: TestDomain;
  readonly south: TestDomain;
  /** Every line that was logged. */
  readonly logged: readonly string[];
  /** A client without a session. */
  readonly api: ApiClient;
  /** `fetch` as the operator makes it, without a network. */
  readonly operatorFetch: typeof fetch;
  signIn(clerk?: string, options?: { rememberMe?: boolean; deviceId?: string }): Promise<SignedIn>;
  /** @throws Error if an answer was not as the API's description says, or a statement did not name its domain */
  stop(): Promise<void>;
}

/** A clerk's session with a client that carries its access token. */
export interface SignedIn {
  readonly user: SessionUserWire;
  readonly tokens: Tokens;
  readonly api: ApiClient;
  /** The fields of a scan but its id: of an entry with the barcode `A-1` at the first gate now. */
  scan(): Omit<Scan, 'id'>;
  /** Posts scans. Resolves with the results in the order of the answer. */
  post(...scans: (Partial<Scan> & { id: string })[]): Promise<ScanResult[]>;
}

export const TEST_DEVICE = {
  device_id: 'test-device',
  device_info: {
    deviceType: 'Android Phone',
    deviceOS: 'Android',
    deviceBrowser: 'Chrome',
    deviceString: 'Android Phone (Chrome)',
    deviceCategory: 'mobile',
    language: 'en-GB',
    screenResolution: '390x844',
  },
};

export const TEST_SECRETS = deriveSecrets('a secret of tests and of nothing else');

export async function startTestServer(database: TestDatabase, parts: Partial<AppParts> = {}): Promise<TestServer> {
  const unbound: string[] = [];
  const db = checkStatements(database.db, unbound);
  await migrate(db);
  const clock = createFakeClock();
  const newId = createIdSource({ clock, random: systemRandom });
  const passwords = createPasswords({ random: systemRandom });
  const shared = { newId, now: clock.now() };
  const north = await addTestDomain(db, { name: 'North Pier', ...shared });
  const south = await addTestDomain(db, { name: 'South Hall', ...shared });
  const logged: string[] = [];
  const log = pino({ ...LINES, level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const appParts = { db, clock, random: systemRandom, secrets: TEST_SECRETS, log, passwords, ...parts };
  const misdescribed: string[] = [];
  const app = checkAnswers(createApp(appParts), misdescribed);
  const listening = await startListening(app, { port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${listening.port}`;
  const api = createApiClient({ baseUrl: url });
  return {
    url,
    db,
    clock,
    parts: appParts,
    newId,
    north,
    south,
    logged,
    api,
    operatorFetch: async (input, init) => app.fetch(new Request(input, init), OPERATOR_ENVIRONMENT),
    signIn: signInAt({ url, clock, north, south }),
    async stop() {
      await listening.stop({ graceMs: 1_000 });
      await database.drop();
      if (unbound.length > 0) throw new Error(`Without the domain:\n${[...new Set(unbound)].join('\n')}`);
      if (misdescribed.length > 0) throw new Error(`Not as described:\n${[...new Set(misdescribed)].join('\n')}`);
    },
  };
}

/** Signs clerks in at a server, by default the first one of the first domain. */
export function signInAt(at: Pick<TestServer, 'url' | 'north' | 'south'> & { clock: Clock }): TestServer['signIn'] {
  const api = createApiClient({ baseUrl: at.url });
  return async (clerk = at.north.clerk.login, { rememberMe = false, deviceId = TEST_DEVICE.device_id } = {}) => {
    const body = { clerk, password: TEST_PASSWORD, remember_me: rememberMe, ...TEST_DEVICE, device_id: deviceId };
    const { tokens, user } = expectValue(await api.call(login, { body }));
    return signedIn({ url: at.url, tokens, user, defaults: defaultScan({ ...at, clerk: user.clerk }) });
  };
}

function signedIn({
  url,
  tokens,
  user,
  defaults,
}: {
  url: string;
  tokens: Tokens;
  user: SessionUserWire;
  defaults: () => Omit<Scan, 'id'>;
}): SignedIn {
  const api = createApiClient({ baseUrl: url, fetch: withToken(tokens.access_token) });
  return {
    user,
    tokens,
    api,
    scan: defaults,
    async post(...scans) {
      const body = { scans: scans.map((scan) => ({ ...defaults(), ...scan })) };
      return expectValue(await api.call(postScans, { body })).results;
    },
  };
}

function defaultScan({
  clerk,
  north,
  south,
  clock,
}: { clerk: string; clock: Clock } & Pick<TestServer, 'north' | 'south'>) {
  const { gates } = clerk.startsWith('south') ? south : north;
  return (): Omit<Scan, 'id'> => ({
    barcode: 'A-1',
    symbology: 'qr_code',
    scan_method: 'camera',
    mode: 'entry',
    checkpoint_id: gates[0].id,
    claimed_at: new Date(clock.now()).toISOString(),
    device_id: TEST_DEVICE.device_id,
    claimed_by: clerk,
  });
}

/** `fetch` with a bearer token, as a session adds it. */
export function withToken(token: string, send: typeof fetch = fetch): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${token}`);
    return send(input, { ...init, headers });
  };
}

/** The answer's value; fails the test if there is none. */
export function expectValue<Value>(outcome: ApiOutcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`The call failed: ${JSON.stringify(outcome.failure)}`);
}

/** Status and code of a refusal; fails the test if the call succeeded or was not answered. */
export function expectRefusal(outcome: ApiOutcome<unknown>): { status: number; code: string; retryAfterMs?: number } {
  if (outcome.ok || outcome.failure.kind !== 'refused') throw new Error(`Not refused: ${JSON.stringify(outcome)}`);
  const { status, code, retryAfterMs } = outcome.failure;
  return { status, code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
