import { createAuthSession } from '../../src/index.ts';
import { fakeDeviceIdentity } from '../../src/testing/index.ts';

const REFRESH = '/v0/auth/refresh';

/** What the benchmark calls in a tab. */
export interface SessionPage {
  /** Resolves to the state after the start-up check. */
  readonly started: Promise<string>;
  login(clerk: string, password: string): Promise<boolean>;
  /** Refreshes with short pauses until this tab has itself sent `count` refreshes. */
  rotate(count: number): Promise<void>;
  /** Expires the access token, then asks for one `count` times at once; resolves to the number of different tokens. */
  askAtOnce(count: number): Promise<number>;
  refresh(): Promise<boolean>;
  /** The status of a call that needs a session. */
  call(): Promise<number>;
  getStatus(): string;
  countLogouts(): number;
}

declare global {
  var tab: SessionPage;
}

let refreshes = 0;
let logouts = 0;
const session = createAuthSession({
  baseUrl: '/',
  deviceIdentity: fakeDeviceIdentity,
  requestTimeoutMs: Number(new URLSearchParams(location.search).get('timeout') ?? 15_000),
  fetch(input, init) {
    if (String(input).endsWith(REFRESH)) refreshes += 1;
    return fetch(input, init);
  },
});
let status = session.getSnapshot().status;
session.subscribe(() => {
  const next = session.getSnapshot().status;
  if (status === 'signed-in' && next === 'signed-out') logouts += 1;
  status = next;
});

globalThis.tab = {
  started: session.start().then(() => session.getSnapshot().status),
  login: async (clerk, password) => (await session.login({ clerk, password })).ok,
  async rotate(count) {
    const enough = refreshes + count;
    while (refreshes < enough && status === 'signed-in') {
      await session.refresh();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    }
  },
  async askAtOnce(count) {
    localStorage.setItem('tokenExpiration', String(Date.now() - 1));
    return new Set(await Promise.all(Array.from({ length: count }, () => session.getAccessToken()))).size;
  },
  refresh: () => session.refresh(),
  call: async () => (await session.fetchWithSession('/config/v0/scanner')).status,
  getStatus: () => session.getSnapshot().status,
  countLogouts: () => logouts,
};
