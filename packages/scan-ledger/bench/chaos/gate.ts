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
import type { DeviceEnd, Told } from './history.ts';

/** What a kill is aimed at, once the tabs of a device have recorded enough. */
export const AIMS = ['at the tick', 'soon after', 'before the answer', 'after the answer'] as const;
export type Aim = (typeof AIMS)[number];

/** An aimed kill comes by then at the latest. */
const AIM_LIMIT_MS = 3_000;
const SOON_MS = 60;
const AFTER_ANSWER_MS = 8;
const FINISH_LIMIT_MS = 180_000;

/** One visit: a browser is opened on the device's profile, works, and is killed. */
export interface Visit {
  readonly shifts: readonly Shift[];
  readonly codes: readonly (readonly Presented[])[];
  /** After how many recorded scans the kill is aimed. */
  readonly killAfter: number;
  readonly aim: Aim;
  /** How the visit is without a network: not at all, the device knows it, or nothing simply gets through. */
  readonly outage: 'none' | 'told' | 'silent';
  /** After how many recorded scans the network is back. */
  readonly outageEndsAfter: number;
}

/** A device at a gate: a browser profile that outlives every browser on it. */
export interface Gate {
  readonly device: string;
  /** Resolves once the browser is dead. */
  visit(visit: Visit): Promise<void>;
  /** A last browser sends what waits; resolves to what the device holds. */
  finish(shift: Shift): Promise<DeviceEnd>;
}

export interface GateOptions {
  readonly device: string;
  readonly origin: string;
  readonly proxy: FaultProxy;
  readonly random: () => number;
  readonly onTold: (told: Told) => void;
}

export function createGate({ device, origin, proxy, random, onTold }: GateOptions): Gate {
  const profile = temporaryFolder();
  let recorded = 0;
  let onRecorded = () => {};

  async function open(): Promise<BrowserContext> {
    const context = await openProfile(profile);
    await context.exposeFunction('tell', (told: Told) => {
      onTold(told);
      if (told.kind !== 'recorded') return;
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
      const look = () => {
        if (recorded >= count) resolve();
      };
      const before = onRecorded;
      onRecorded = () => {
        before();
        look();
      };
      look();
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
      if (outage === 'told') await context.setOffline(true);
      if (outage === 'silent') proxy.cut.add(device);
      if (outage !== 'none') {
        void whenRecorded(outageEndsAfter).then(async () => {
          proxy.cut.delete(device);
          await context.setOffline(false).catch(() => {});
        });
      }
      const enough = whenRecorded(killAfter);
      const work = tabs.map((page, index) =>
        // A browser that is killed ends its tabs' work; a tab's own failure shows in what it told.
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
