import assert from 'node:assert/strict';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import type { AuthSession } from '../src/index.ts';
import { createSessionHarness } from '../src/testing/index.ts';

const REFRESH = '/v0/auth/refresh';
const CALL = '/config/v0/scanner';
const MAX_STEPS = 14;

/** A browser with two tabs that get each other's storage events, and a network that can fail. */
function createBrowser() {
  const harness = createSessionHarness({ indexedDB: new IDBFactory() });
  const windows = [harness.events, new EventTarget()];
  const tabs: AuthSession[] = [harness.session, harness.openTab({ events: windows[1] as EventTarget })];
  let pending: Promise<unknown>[] = [];
  let snapshot: [string, string][] | undefined;
  const run = (work: Promise<unknown>) => {
    pending.push(work);
  };
  const raise = (name: string) => {
    const newValue = harness.storage.getItem('authToken');
    for (const target of windows) target.dispatchEvent(Object.assign(new Event(name), { key: 'authToken', newValue }));
  };
  const cut = (isCut: boolean) =>
    harness.server.answerAlways(REFRESH, isCut ? () => Promise.reject(new TypeError('Failed to fetch')) : undefined);
  return {
    ...harness,
    tabs,
    raise,
    cut,
    run,
    /** Undoes writes as a browser crash does: local storage is as it was at the last sign-in. */
    setBack() {
      for (const [key, value] of snapshot ?? []) harness.storage.setItem(key, value);
    },
    takeSnapshot() {
      snapshot = [...harness.storage.entries];
    },
    async settle() {
      while (pending.length > 0) await Promise.all(pending.splice(0));
      await harness.clock.advance(0);
      pending = [];
    },
  };
}
type Browser = ReturnType<typeof createBrowser>;
type Step = (browser: Browser) => void | Promise<void>;

const tab = fc.constantFrom(0, 1);
const act = (name: string, step: (browser: Browser, session: AuthSession) => void | Promise<void>) =>
  tab.map((index): Step & { toString(): string } =>
    Object.assign((browser: Browser) => step(browser, browser.tabs[index] as AuthSession), {
      toString: () => `${name} in tab ${index}`,
    }),
  );

const harmless = [
  act('refresh', ({ run }, session) => run(session.refresh())),
  act('get a token', ({ run }, session) => run(session.getAccessToken())),
  act('call', ({ run }, session) => run(session.fetchWithSession(CALL).catch(() => {}))),
  act('settle', (browser) => browser.settle()),
  act('storage event', ({ raise }) => raise('storage')),
  act('wake', ({ raise }) => raise('pageshow')),
  act('refresh to the end', (browser, session) => {
    browser.run(session.refresh());
    return browser.settle();
  }),
  act('local storage is set back', async (browser) => {
    await browser.settle();
    browser.setBack();
  }),
  act('half an hour passes', ({ clock }) => clock.jump(30 * 60_000)),
  act('the timers run', ({ clock }) => clock.advance(60_000)),
  act('the network is cut', ({ cut }) => cut(true)),
  act('the network is back', ({ cut }) => cut(false)),
];
const changes = [
  act('ada signs in', ({ run }, session) => run(session.login({ clerk: 'ada', password: 'secret' }))),
  act('bob signs in', ({ run }, session) => run(session.login({ clerk: 'bob', password: 'secret' }))),
  act('sign out', ({ run }, session) => run(session.logout())),
];

/** The network is back, every tab checks again, and everything under way has ended. */
async function comeToRest(browser: Browser): Promise<void> {
  browser.cut(false);
  await browser.settle();
  browser.clock.jump(5_000);
  for (let pass = 0; pass < 2; pass += 1) {
    browser.raise('storage');
    browser.raise('pageshow');
    for (const session of browser.tabs) browser.run(session.getAccessToken());
    await browser.settle();
    for (const session of browser.tabs) browser.run(session.refresh());
    await browser.settle();
  }
}

async function start(): Promise<Browser> {
  const browser = createBrowser();
  for (const session of browser.tabs) await session.start();
  return browser;
}

/** A property that must hold for every order of events. */
export interface Interleavings {
  readonly title: string;
  /** Tries `numRuns` random orders. @throws with the shortest order found that breaks the promise */
  tryOrders(numRuns: number): Promise<void>;
}

/** The properties, each tried on random orders. */
export const interleavings: readonly Interleavings[] = [
  {
    title: 'tabs agree with the storage and no replaced token is ever presented',
    tryOrders: (numRuns) =>
      tryOrders(numRuns, [...changes, ...harmless], async (steps) => {
        const browser = await start();
        for (const step of steps) await step(browser);
        await comeToRest(browser);
        const clerk = JSON.parse(browser.storage.getItem('userData') ?? 'null')?.clerk;
        for (const session of browser.tabs) {
          const state = session.getSnapshot();
          assert.equal(state.status === 'signed-in' ? state.user.clerk : undefined, clerk);
          assert.equal(await session.getAccessToken(), browser.storage.getItem('authToken'));
        }
        end(browser);
      }),
  },
  {
    title: 'a user who did not sign out stays signed in',
    tryOrders: (numRuns) =>
      tryOrders(numRuns, harmless, async (steps) => {
        const browser = await start();
        await browser.tabs[0]?.login({ clerk: 'ada', password: 'secret' });
        browser.takeSnapshot();
        browser.raise('storage');
        for (const step of steps) await step(browser);
        await comeToRest(browser);
        for (const session of browser.tabs) {
          const state = session.getSnapshot();
          assert.deepEqual(state.status === 'signed-in' && [state.user.clerk, state.offline], ['ada', false]);
          assert.equal((await session.fetchWithSession(CALL)).status, 200);
        }
        end(browser);
      }),
  },
];

function tryOrders(
  numRuns: number,
  steps: readonly fc.Arbitrary<Step>[],
  run: (steps: Step[]) => Promise<void>,
): Promise<void> {
  const order = fc.array(fc.oneof(...steps), { maxLength: MAX_STEPS });
  return fc.assert(fc.asyncProperty(order, run), { numRuns });
}

function end(browser: Browser): void {
  assert.equal(browser.server.countStaleTokens(), 0);
  for (const session of browser.tabs) session.stop();
}
