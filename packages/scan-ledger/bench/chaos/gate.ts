import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BrowserContext,
  findProcess,
  killBrowser,
  openProfile,
  type Page,
  temporaryFolder,
} from '../../../../scripts/bench/browser.ts';
import type { Presented, Shift } from '../page/gate.ts';
import { type DeviceTrouble, wrongClock } from './device-troubles.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { Health } from './health.ts';
import type { ClerkEvent, DeviceEnd } from './history.ts';

/** When a browser is killed, once the tabs of a device have recorded enough. */
export const AIMS = ['at the tick', 'soon after', 'before the answer', 'after the answer'] as const;
export type Aim = (typeof AIMS)[number];

/** Longest wait for the aimed moment. */
const AIM_LIMIT_MS = 3_000;
const SOON_MS = 60;
/** Longer than any trouble of a device. */
const TROUBLE_LIMIT_MS = 40_000;
const AFTER_ANSWER_MS = 8;
/** Longer than the longest delay of a retry. */
const END_LIMIT_MS = 180_000;

/** One visit: a browser opens the device's profile, works, and is killed or stays open. */
export interface Visit {
  readonly shifts: readonly Shift[];
  readonly codes: readonly (readonly Presented[])[];
  /** Number of recorded scans before the kill; `null`: the browser works to the end and stays open. */
  readonly killAfter: number | null;
  readonly aim: Aim;
  /** Whether the network fails: not at all, known to the browser, or silently. */
  readonly outage: 'none' | 'known' | 'silent';
  /** Number of recorded scans before the network is back. */
  readonly outageEndsAfter: number;
  /** How far the clock of the device is wrong: milliseconds. @default 0 */
  readonly skewMs?: number;
  /** What else happens, each after a number of recorded scans. The visit lasts until it is over. @default [] */
  readonly troubles?: readonly { readonly after: number; readonly happen: DeviceTrouble }[];
}

/** A device at a gate: a browser profile that survives its browsers. */
export interface Gate {
  readonly device: string;
  /** Resolves once the browser is dead, or its work is done. */
  visit(visit: Visit): Promise<void>;
  /**
   * Waits until the open browser, or a new one, has sent what waits, in one domain after the other; nobody asks it to
   * send. Resolves to the content of the device. @param shifts a clerk of each domain
   */
  finish(shifts: readonly Shift[]): Promise<DeviceEnd>;
}

export interface GateOptions {
  readonly device: string;
  readonly origin: string;
  readonly proxy: FaultProxy;
  readonly health: Health;
  readonly random: () => number;
  readonly onEvent: (event: ClerkEvent) => void;
  /** Returns an access token that has not ended. */
  readonly renew: (device: string, clerk: string) => Promise<string>;
}

export function createGate({ device, origin, proxy, health, random, onEvent, renew }: GateOptions): Gate {
  const profile = temporaryFolder();
  /** The healthy period in which each scan began, and the last one of each tab. */
  const periods = new Map<string, number | null>();
  const begun = new Map<string, number | null>();
  let recorded = 0;
  let onRecorded = () => {};
  let left: { context: BrowserContext; tabs: readonly Page[] } | null = null;
  let isEvicted = false;

  function take(event: ClerkEvent, tab: string): void {
    const period = health.period(`${device}~${tab}`);
    if (event.kind === 'shown') {
      const healthy = period !== null && periods.get(event.id) === period;
      onEvent({ ...event, healthy });
      return;
    }
    onEvent(event);
    if (event.kind === 'begun') begun.set(tab, period);
    if (event.kind !== 'recorded') return;
    periods.set(event.scan.id, begun.get(tab) ?? null);
    recorded += 1;
    onRecorded();
  }

  async function open(skewMs = 0): Promise<BrowserContext> {
    const context = await openProfile(profile);
    if (skewMs !== 0) await context.addInitScript({ content: wrongClock(skewMs) });
    await context.exposeFunction('report', take);
    await context.exposeFunction('renewToken', renew);
    return context;
  }

  async function openTab(context: BrowserContext, shift: Shift): Promise<Page> {
    const page = await context.newPage();
    await page.goto(origin);
    await page.evaluate((given) => globalThis.gate.start(given), shift);
    return page;
  }

  /** Resolves when `count` scans were recorded in this visit. */
  function whenRecorded(count: number): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (recorded >= count) resolve();
      };
      const before = onRecorded;
      onRecorded = () => {
        before();
        check();
      };
      check();
    });
  }

  async function takeAim(aim: Aim): Promise<void> {
    if (aim === 'at the tick') return;
    if (aim === 'soon after') return sleep(random() * SOON_MS);
    await Promise.race([proxy.nextAnswer(device, { lost: aim === 'before the answer' }), sleep(AIM_LIMIT_MS)]);
    if (aim === 'after the answer') await sleep(random() * AFTER_ANSWER_MS);
  }

  return {
    device,

    async visit({ shifts, codes, killAfter, aim, outage, outageEndsAfter, skewMs, troubles = [] }) {
      recorded = 0;
      onRecorded = () => {};
      isEvicted = false;
      const context = await open(skewMs);
      const processId = await findProcess(context);
      const tabs = await Promise.all(shifts.map((shift) => openTab(context, shift)));
      const isBack = outage === 'none' ? () => {} : health.outage(device);
      if (outage === 'known') await context.setOffline(true);
      if (outage === 'silent') proxy.cut.add(device);
      const endOutage = async () => {
        proxy.cut.delete(device);
        await context.setOffline(false).catch(() => {});
        isBack();
      };
      if (outage !== 'none') void whenRecorded(outageEndsAfter).then(endOutage);
      const enough = killAfter === null ? new Promise<void>(() => {}) : whenRecorded(killAfter);
      const work = Promise.all(
        tabs.map((page, index) =>
          // A killed browser ends the work of its tabs; a tab's own failure shows in its events.
          page.evaluate((given) => globalThis.gate.work(given), [...(codes[index] ?? [])]).catch(() => {}),
        ),
      );
      const happening = troubles.map(async ({ after, happen }) => {
        await Promise.race([whenRecorded(after), work]);
        const isOver = health.outage(device);
        // A browser that no longer answers ends it too.
        const limit = sleep(TROUBLE_LIMIT_MS, undefined, { ref: false });
        const tell = (event: ClerkEvent) => {
          isEvicted ||= event.kind === 'evicted';
          onEvent(event);
        };
        await Promise.race([happen({ device, context, tabs, origin, onEvent: tell }).catch(() => {}), limit]);
        isOver();
      });
      await Promise.race([enough, work]);
      await Promise.all(happening);
      if (killAfter === null) {
        await endOutage();
        left = { context, tabs };
        return;
      }
      // What happened may have taken long: the kill comes with a tick again.
      if (troubles.length > 0) await Promise.race([whenRecorded(recorded + 1), work]);
      await takeAim(aim);
      await killBrowser(context, processId);
      await endOutage();
    },

    async finish(shifts) {
      const context = left?.context ?? (await open());
      // A page whose storage was deleted asks for a reload.
      const [kept] = isEvicted ? [] : (left?.tabs ?? []);
      const page = kept ?? (await openTab(context, shifts[0] as Shift));
      left = null;
      const ends = [];
      for (const shift of shifts) {
        await page.evaluate((next) => globalThis.gate.signIn(next), shift);
        ends.push(await page.evaluate((limitMs) => globalThis.gate.end(limitMs), END_LIMIT_MS));
      }
      await context.close();
      return {
        device,
        log: ends.flatMap(({ log }) => log),
        waiting: ends.reduce((sum, { waiting }) => sum + waiting, 0),
        conflicts: ends.flatMap(({ conflicts }) => conflicts),
      };
    },
  };
}
