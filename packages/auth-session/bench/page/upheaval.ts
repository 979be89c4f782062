import { systemClock } from '../../src/clock.ts';
import { type AuthSessionOptions, createAuthSession } from '../../src/index.ts';
import { fakeDeviceIdentity } from '../../src/testing/index.ts';

/** What the harness does in a tab. */
export interface UpheavalPage {
  /** Resolves to the state after the start-up check. */
  readonly started: Promise<string>;
  login(clerk: string, password: string): Promise<boolean>;
  logout(): Promise<void>;
  refresh(): Promise<boolean>;
  /** The status of a call that needs a session; 0 without an answer. */
  call(): Promise<number>;
  /** `gone`: signed out, and nothing of the session is stored. */
  getStatus(): string;
  /** Sets the device's clock: milliseconds ahead of the machine's. */
  setAhead(ms: number): void;
  /** Keeps the processor busy for so many milliseconds, by which the tab's process is found. */
  burn(ms: number): void;
}

declare global {
  var shaken: UpheavalPage;
}

const parameters = new URLSearchParams(location.search);
let aheadMs = Number(parameters.get('ahead'));

/** What this run leaves out, to show that the harness finds it. */
const guards: Record<string, Partial<AuthSessionOptions>> = {
  'the time of the server': { fetch: fetchWithoutDate },
  'the record of rotations': { indexedDB: null },
  locks: { locks: { request: (_name, _options, callback) => callback() } },
};

async function fetchWithoutDate(...parameters: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...parameters);
  const headers = new Headers(response.headers);
  headers.delete('Date');
  return new Response(response.body, { status: response.status, headers });
}

const session = createAuthSession({
  baseUrl: '/',
  deviceIdentity: fakeDeviceIdentity,
  // As the app ships it.
  offlineGraceMs: 12 * 3_600_000,
  requestTimeoutMs: 2_000,
  clock: { ...systemClock, now: () => Date.now() + aheadMs },
  ...guards[parameters.get('without') ?? ''],
});

globalThis.shaken = {
  started: session.start().then(() => session.getSnapshot().status),
  login: async (clerk, password) => (await session.login({ clerk, password })).ok,
  logout: () => session.logout(),
  refresh: () => session.refresh(),
  call: () =>
    session.fetchWithSession('/config/v0/scanner').then(
      ({ status }) => status,
      () => 0,
    ),
  getStatus() {
    const { status } = session.getSnapshot();
    return status === 'signed-out' && localStorage.getItem('authToken') === null ? 'gone' : status;
  },
  setAhead(ms) {
    aheadMs = ms;
  },
  burn(ms) {
    for (const end = performance.now() + ms; performance.now() < end; );
  },
};
