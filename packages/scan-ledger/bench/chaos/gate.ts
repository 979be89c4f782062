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
import type { FaultProxy } from './fault-proxy.ts';
import type { ClerkEvent, DeviceEnd } from './history.ts';

/** When a browser is killed, once the tabs of a device have recorded enough. */
export const AIMS = ['at the tick', 'soon after', 'before the answer', 'after the answer'] as const;
export type Aim = (typeof AIMS)[number];

/** Longest wait for the aimed moment. */
const AIM_LIMIT_MS = 3_000;
const SOON_MS = 60;
const AFTER_ANSWER_MS = 8;
const FINISH_LIMIT_MS = 180_000;

/** One visit: a browser opens the device's profile, works, and is killed. */
export interface Visit {
  readonly shifts: readonly Shift[];
  readonly codes: readonly (readonly Presented[])[];
  /** Number of recorded scans before the kill. */
  readonly killAfter: number;
  readonly aim: Aim;
  /** Whether the network fails: not at all, known to the browser, or silently. */
  readonly outage: 'none' | 'known' | 'silent';
  /** Number of recorded scans before the network is back. */
  readonly outageEndsAfter: number;
}

/** A device at a gate: a browser profile that survives its browsers. */
export interface Gate {
  readonly device: string;
  /** Resolves once the browser is dead. */
  visit(visit: Visit): Promise<void>;
  /** A last browser sends all waiting scans; resolves to the content of the device. */
  finish(shift: Shift): Promise<DeviceEnd>;
}

export interface GateOptions {
  readonly device: string;
  readonly origin: string;
  readonly proxy: FaultProxy;
  readonly random: () => number;
  readonly onEvent: (event: ClerkEvent) => void;
}

export function createGate({ device, origin, proxy, random, onEvent }: GateOptions): Gate {
  const profile = temporaryFolder();
  let recorded = 0;
  let onRecorded = () => {};

  async function open(): Promise<BrowserContext> {
    const context = await openProfile(profile);
    await context.exposeFunction('report', (event: ClerkEvent) => {
      onEvent(event);
      if (event.kind !== 'recorded') return;
      recorded += 1;
      onRecorded();
    });
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

    async visit({ shifts, codes, killAfter, aim, outage, outageEndsAfter }) {
      recorded = 0;
      onRecorded = () => {};
      const context = await open();
      const processId = await findProcess(context);
      const tabs = await Promise.all(shifts.map((shift) => openTab(context, shift)));
      if (outage === 'known') await context.setOffline(true);
      if (outage === 'silent') proxy.cut.add(device);
      if (outage !== 'none') {
        void whenRecorded(outageEndsAfter).then(async () => {
          proxy.cut.delete(device);
          await context.setOffline(false).catch(() => {});
        });
      }
      const enough = whenRecorded(killAfter);
      const work = tabs.map((page, index) =>
        // A killed browser ends the work of its tabs; a tab's own failure shows in its events.
        page.evaluate((given) => globalThis.gate.work(given), [...(codes[index] ?? [])]).catch(() => {}),
      );
      await Promise.race([enough, Promise.all(work)]);
      await takeAim(aim);
      await killBrowser(context, processId);
      proxy.cut.delete(device);
    },

    async finish(shift) {
      const context = await open();
      const page = await openTab(context, shift);
      const end = await page.evaluate((limitMs) => globalThis.gate.finish(limitMs), FINISH_LIMIT_MS);
      await context.close();
      return { device, ...end };
    },
  };
}
