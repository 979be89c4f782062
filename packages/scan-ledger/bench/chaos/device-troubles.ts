import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, findPageProcesses, type Page } from '../../../../scripts/bench/browser.ts';
import type { Shift } from '../page/gate.ts';
import type { ClerkEvent } from './history.ts';
import { slowDownSyncs } from './slow-disk.ts';

/** A browser at work. */
export interface OpenDevice {
  readonly device: string;
  readonly context: BrowserContext;
  /** The id of the browser's process. */
  readonly processId: number;
  readonly tabs: readonly Page[];
  readonly origin: string;
  readonly onEvent: (event: ClerkEvent) => void;
}

/** Something that happens to a device while its clerks scan. */
export type DeviceTrouble = (open: OpenDevice) => Promise<void>;

const SIGNED_OUT_MS = 300;

/** The clerk signs out while scans are sent, and another one signs in, perhaps of another domain. */
export const changeClerk =
  (next: Shift): DeviceTrouble =>
  async ({ tabs }) => {
    await Promise.all(tabs.map((page) => page.evaluate(() => globalThis.gate.signIn(null))));
    await sleep(SIGNED_OUT_MS);
    await Promise.all(tabs.map((page) => page.evaluate((shift) => void globalThis.gate.signIn(shift), next)));
  };

/** The clock of the device is set. */
export const setClock =
  (skewMs: number): DeviceTrouble =>
  async ({ tabs }) => {
    const set = (ms: number) => {
      globalThis.clockSkewMs = ms;
    };
    await Promise.all(tabs.map((page) => page.evaluate(set, skewMs)));
  };

/** The system stops the process of one tab for a time. */
export const freezeTab =
  (ms: number): DeviceTrouble =>
  async ({ context }) => {
    const pid = (await findPageProcesses(context))[0];
    if (!pid) return;
    process.kill(pid, 'SIGSTOP');
    await sleep(ms);
    process.kill(pid, 'SIGCONT');
  };

/** The device has no room for a time. */
export const fillStorage =
  (ms: number): DeviceTrouble =>
  async ({ context, tabs, origin }) => {
    const session = await context.newCDPSession(tabs[0] as Page);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await sleep(ms);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
  };

/** The disk of the device is slow for a time. */
export const slowDownDisk =
  (ms: number): DeviceTrouble =>
  async ({ processId }) => {
    await slowDownSyncs(processId, ms);
  };

/** The browser deletes the storage of the app while its pages are open. */
export const evict: DeviceTrouble = async ({ device, context, tabs, origin, onEvent }) => {
  const session = await context.newCDPSession(tabs[0] as Page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  onEvent({ kind: 'evicted', device });
};

/** Makes the clock of every page wrong: a script that runs before theirs. */
export function wrongClock(skewMs: number): string {
  return `{
    const SystemDate = Date;
    globalThis.clockSkewMs ??= ${skewMs};
    globalThis.Date = class Date extends SystemDate {
      constructor(...args) {
        if (args.length === 0) super(SystemDate.now() + globalThis.clockSkewMs);
        else super(...args);
      }
      static now() {
        return SystemDate.now() + globalThis.clockSkewMs;
      }
    };
  }`;
}
