import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright';
import { CLERK } from '../../../../scripts/bench/api-process.ts';
import { launchBrowser, type Page } from '../../../../scripts/bench/browser.ts';
import { findRenderer } from './find-renderer.ts';

/** The other tabs wait four seconds for a lock, and a call takes two. */
const FROZEN_MS = 5_500;

/** For what never comes: beside much other work a state takes long. */
const WAIT_MS = 120_000;

/** One tab. A frozen one answers nothing. */
export interface Tab {
  readonly page: Page;
  isFrozen: boolean;
}

/** One device with several tabs of one session and a clock that can be set. */
export interface Device {
  readonly tabs: readonly Tab[];
  /** How many times a tab was frozen. */
  frozen: number;
  awake(): Tab[];
  /** Sets the clock by so many milliseconds. */
  setClock(byMs: number): Promise<void>;
  /** Loads a tab anew; returns the state after its start-up check. */
  reload(tab: Tab): Promise<string>;
  /** Closes every tab, sets the clock by so many milliseconds, and opens them again. */
  reopen(byMs: number): Promise<void>;
  /** Stops a tab's process for longer than locks and calls wait. Resolves when it has stopped. */
  freeze(tab: Tab, atMoment: () => Promise<void>): Promise<void>;
  /** Resolves when no tab is frozen. */
  thawed(): Promise<void>;
  signIn(): Promise<void>;
  /** Resolves to whether every tab that is awake gets to this state; no session comes back by itself. */
  reaches(status: 'signed-in' | 'gone'): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a device in its own browser, signed in. @param without the guard that this run leaves out */
export async function openDevice(origin: string, count: number, without = ''): Promise<Device> {
  const browser = await launchBrowser(['--renderer-process-limit=40']);
  const processes: CDPSession = await browser.newBrowserCDPSession();
  const context = await browser.newContext();
  const tabs: Tab[] = [];
  const thawing = new Set<Promise<void>>();
  let aheadMs = 0;

  async function visit({ page }: Tab): Promise<string> {
    await page.goto(`${origin}/?${new URLSearchParams({ ahead: String(aheadMs), without })}`);
    return page.evaluate(() => globalThis.shaken.started);
  }

  const awake = () => tabs.filter(({ isFrozen }) => !isFrozen);

  const device: Device = {
    tabs,
    frozen: 0,
    awake,
    async setClock(byMs) {
      aheadMs += byMs;
      const set = tabs.map(({ page, isFrozen }) => {
        const done = page.evaluate((ms) => globalThis.shaken.setAhead(ms), aheadMs);
        // A frozen tab gets it when it goes on.
        return isFrozen ? void done.catch(() => {}) : done;
      });
      await Promise.all(set);
    },
    reload: visit,
    async reopen(byMs) {
      await device.thawed();
      await Promise.all(tabs.map(({ page }) => page.goto('about:blank')));
      aheadMs += byMs;
      for (const tab of tabs) await visit(tab);
    },
    async freeze(tab, atMoment) {
      const processId = await findRenderer(processes, tab.page);
      await atMoment();
      process.kill(processId, 'SIGSTOP');
      tab.isFrozen = true;
      device.frozen += 1;
      const answer = tab.page.evaluate(() => globalThis.shaken.getStatus());
      if (await Promise.race([answer, sleep(200)])) throw new Error('The process of another tab was stopped.');
      const thaw = sleep(FROZEN_MS).then(() => {
        process.kill(processId, 'SIGCONT');
        tab.isFrozen = false;
      });
      thawing.add(thaw);
      void thaw.then(() => thawing.delete(thaw));
    },
    thawed: async () => void (await Promise.all(thawing)),
    async signIn() {
      const signInOnce = () =>
        tabs[0]?.page.evaluate(({ clerk, password }) => globalThis.shaken.login(clerk, password), CLERK);
      const giveUpAt = performance.now() + WAIT_MS;
      while (!(await signInOnce())) {
        if (performance.now() > giveUpAt) throw new Error('The harness could not sign in.');
      }
      await device.reaches('signed-in');
    },
    async reaches(status) {
      const giveUpAt = performance.now() + WAIT_MS;
      for (;;) {
        const found = await Promise.all(awake().map(({ page }) => page.evaluate(() => globalThis.shaken.getStatus())));
        if (found.every((one) => one === status)) return true;
        const isLost = status === 'signed-in' && found.every((one) => one === 'gone');
        if (isLost || performance.now() > giveUpAt) return false;
        await sleep(20);
      }
    },
    async close() {
      await device.thawed();
      await browser.close();
    },
  };
  for (let index = 0; index < count; index += 1) tabs.push({ page: await context.newPage(), isFrozen: false });
  for (const tab of tabs) await visit(tab);
  await device.signIn();
  return device;
}
