import { setTimeout as sleep } from 'node:timers/promises';
import type { RefreshObserver } from '../refresh-observer.ts';
import type { Device, Tab } from './open-device.ts';
import type { RestartingApi } from './restarting-api.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const JUMPS_MS = [MINUTE_MS, 50 * MINUTE_MS, 11 * HOUR_MS, 3 * DAY_MS, 45 * DAY_MS];

/** What the steps shake, and what they remember of it. */
export interface Shaken {
  readonly api: RestartingApi;
  readonly device: Device;
  readonly observer: RefreshObserver;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** By how much the clock was set ahead since the server last answered a refresh, in milliseconds. */
  unseenMs: number;
  /** Sign-outs of the clerk after which a tab was still, or again, signed in. */
  returned: number;
}

const pick = <T>({ random }: Shaken, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const pickAwake = (shaken: Shaken): Tab => pick(shaken, shaken.device.awake());

async function refresh(shaken: Shaken, tab: Tab): Promise<void> {
  if (await tab.page.evaluate(() => globalThis.shaken.refresh())) shaken.unseenMs = 0;
}

/** The tab may be loaded anew before this ends. */
function startRefresh({ page }: Tab): void {
  page.evaluate(() => globalThis.shaken.refresh()).catch(() => {});
}

/** The steps by name. None of them, in any order, is a reason to log a clerk out, except the sign-out. */
export const STEPS: Readonly<Record<string, (shaken: Shaken) => Promise<void>>> = {
  async 'kill the API'({ api }) {
    api.restart();
  },
  async 'freeze a tab while it refreshes'(shaken) {
    const { device, observer } = shaken;
    // One stays awake.
    if (device.awake().length < 2) return;
    const tab = pickAwake(shaken);
    await device.freeze(tab, async () => {
      const { refreshes } = observer.seen;
      startRefresh(tab);
      for (let waitedMs = 0; waitedMs < 1_000 && observer.seen.refreshes === refreshes; waitedMs += 1) await sleep(1);
      await sleep(shaken.random() * 60);
    });
  },
  async 'freeze a tab at any moment'(shaken) {
    if (shaken.device.awake().length < 2) return;
    const tab = pickAwake(shaken);
    await shaken.device.freeze(tab, async () => {
      startRefresh(tab);
      await sleep(shaken.random() * 20);
    });
  },
  async 'set the clock ahead'(shaken) {
    const byMs = pick(shaken, JUMPS_MS);
    shaken.unseenMs += byMs;
    await shaken.device.setClock(byMs);
  },
  async 'set the clock past every expiry'(shaken) {
    shaken.unseenMs += 40 * DAY_MS;
    await shaken.device.setClock(40 * DAY_MS);
  },
  async 'set the clock back'(shaken) {
    await shaken.device.setClock(-pick(shaken, JUMPS_MS));
  },
  async 'refresh in every tab'(shaken) {
    await Promise.all(shaken.device.awake().map((tab) => refresh(shaken, tab)));
  },
  async 'call from every tab'(shaken) {
    await Promise.all(shaken.device.awake().map(({ page }) => page.evaluate(() => globalThis.shaken.call())));
  },
  async 'load a tab anew'(shaken) {
    // Offline, after the clock was set past the grace period, section 4 of the specification logs out.
    if (shaken.unseenMs >= HOUR_MS) await shaken.api.up();
    await shaken.device.reload(pickAwake(shaken));
  },
  async 'set the clock past every expiry while no tab is open'(shaken) {
    // As above: without an answer this is a logout by the specification.
    await shaken.api.up();
    await shaken.device.reopen(40 * DAY_MS);
    shaken.unseenMs = 0;
  },
  async 'sign out and in'(shaken) {
    const { api, device } = shaken;
    await Promise.all([api.up(), device.thawed()]);
    await pickAwake(shaken).page.evaluate(() => globalThis.shaken.logout());
    if (!(await device.reaches('gone'))) shaken.returned += 1;
    await device.signIn();
    shaken.unseenMs = 0;
  },
};
