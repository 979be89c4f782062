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
/** Much longer than what the longest visit takes on a busy machine. */
const WORK_LIMIT_MS = 180_000;
/** A call of the ledger that takes longer never ends: longer than its time limits, and than a tab is stopped. */
const STUCK_MS = 40_000;
/** Longer than the longest delay of a retry. */
const END_LIMIT_MS = 180_000;

/** Which build of the app a tab has. */
export type Build = 'now' | 'earlier';

/** One visit: a browser opens the device's profile, works, and is killed or stays open. */
export interface Visit {
  readonly shifts: readonly Shift[];
  /** The build of the app in each tab. @default all of now */
  readonly builds?: readonly Build[];
  /** Whether the device must have its tickets before it scans. @default false */
  readonly needsTickets?: boolean;
  readonly codes: readonly (readonly Presented[])[];
  /**
   * When the browser is killed: after a number of recorded scans, or once this resolves; `null`: it works to the end and
   * stays open.
   */
  readonly killAfter: number | Promise<void> | null;
  readonly aim: Aim;
  /** Whether the network fails: not at all, known to the browser, or silently. */
  readonly outage: 'none' | 'known' | 'silent';
  /** Number of recorded scans before the network is back. */
  readonly outageEndsAfter: number;
  /** How far the clock of the device is wrong: milliseconds. @default 0 */
  readonly skewMs?: number;
  /** Called once the tabs are open and the outage has begun: the work begins when it resolves. */
  readonly beforeWork?: () => Promise<void>;
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
   * @param expected how many conflicts the device lists before this ends
   */
  finish(shifts: readonly Shift[], expected?: { readonly conflicts: number }): Promise<DeviceEnd>;
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
  /** Tabs whose `record` has not ended, and those of them that began before the storage was deleted. */
  const recording = new Set<string>();
  const evicted = new Set<string>();
  let recorded = 0;
  let onRecorded = () => {};
  let left: { context: BrowserContext; tabs: readonly Page[] } | null = null;
  let isEvicted = false;
  /** How many troubles happen to the device now. */
  let troubled = 0;

  function take(event: ClerkEvent, tab: string): void {
    const name = `${device}~${tab}`;
    if (event.kind === 'shown') {
      const period = health.period(name, Number.POSITIVE_INFINITY);
      const healthy = period !== null && periods.get(event.id) === period;
      onEvent({ ...event, healthy });
      return;
    }
    if (event.kind === 'begun') {
      begun.set(tab, health.period(name, event.heard ?? 0));
      recording.add(tab);
      onEvent(event);
      return;
    }
    recording.delete(tab);
    const isEvicted = evicted.delete(tab);
    if (event.kind === 'failed') onEvent({ ...event, isTroubled: troubled > 0 });
    else onEvent(event.kind === 'recorded' && isEvicted ? { ...event, isEvicted } : event);
    if (event.kind !== 'recorded') return;
    periods.set(event.scan.id, begun.get(tab) ?? null);
    recorded += 1;
    onRecorded();
  }

  /** A call of a tab goes on while its token is renewed. */
  async function renewToken(clerk: string, tab: string): Promise<string> {
    const end = health.call(`${device}~${tab}`);
    return renew(device, clerk).finally(() => end(true));
  }

  async function open(skewMs = 0): Promise<BrowserContext> {
    const context = await openProfile(profile);
    if (skewMs !== 0) await context.addInitScript({ content: wrongClock(skewMs) });
    await context.exposeFunction('report', take);
    await context.exposeFunction('renewToken', renewToken);
    return context;
  }

  async function openTab(
    context: BrowserContext,
    shift: Shift,
    { build = 'now', needsTickets = false }: { build?: Build; needsTickets?: boolean } = {},
  ): Promise<Page> {
    const page = await context.newPage();
    await page.goto(build === 'now' ? origin : `${origin}/earlier/`);
    await page.evaluate(([given, options]) => globalThis.gate.start(given, options), [
      shift,
      { needsTickets },
    ] as const);
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

    async visit({
      shifts,
      builds = [],
      needsTickets,
      codes,
      killAfter,
      aim,
      outage,
      outageEndsAfter,
      skewMs,
      beforeWork,
      troubles = [],
    }) {
      recorded = 0;
      onRecorded = () => {};
      isEvicted = false;
      const context = await open(skewMs);
      const processId = await findProcess(context);
      const tabs = await Promise.all(
        shifts.map((shift, index) =>
          openTab(context, shift, { build: builds[index] ?? 'now', needsTickets: needsTickets ?? false }),
        ),
      );
      const isBack = outage === 'none' ? () => {} : health.outage(device);
      if (outage === 'known') await context.setOffline(true);
      if (outage === 'silent') proxy.cut.add(device);
      const endOutage = async () => {
        proxy.cut.delete(device);
        await context.setOffline(false).catch(() => {});
        isBack();
      };
      if (outage !== 'none') void whenRecorded(outageEndsAfter).then(endOutage);
      await beforeWork?.();
      const enough =
        typeof killAfter === 'number' ? whenRecorded(killAfter) : (killAfter ?? new Promise<void>(() => {}));
      /** What an earlier build waits for is told and is no finding. */
      const tellStuck = async (): Promise<void> => {
        const ask = async () => {
          const open = tabs.map((page) => page.evaluate(() => globalThis.gate.waitsFor()).catch(() => []));
          return (await Promise.all(open)).flat();
        };
        const before = new Set(await ask());
        if (before.size === 0) return;
        await sleep(STUCK_MS);
        for (const what of await ask()) if (before.has(what)) onEvent({ kind: 'stuck', device, what });
      };
      const work = Promise.all(
        tabs.map((page, index) =>
          // A killed browser ends the work of its tabs; a tab's own failure shows in its events.
          page.evaluate((given) => globalThis.gate.work(given), [...(codes[index] ?? [])]).catch(() => {}),
        ),
      );
      const stopped = Promise.withResolvers<void>();
      const happening = troubles.map(async ({ after, happen }) => {
        await Promise.race([whenRecorded(after), work, stopped.promise]);
        const isOver = health.outage(device);
        troubled += 1;
        // A browser that no longer answers ends it too.
        const limit = sleep(TROUBLE_LIMIT_MS, undefined, { ref: false });
        const tell = (event: ClerkEvent) => {
          isEvicted ||= event.kind === 'evicted';
          if (event.kind === 'evicted') for (const tab of recording) evicted.add(tab);
          onEvent(event);
        };
        await Promise.race([
          happen({ device, context, processId, tabs, origin, onEvent: tell }).catch(() => {}),
          limit,
        ]);
        troubled -= 1;
        isOver();
      });
      const limitMs = builds.includes('earlier') ? WORK_LIMIT_MS / 4 : WORK_LIMIT_MS;
      const isDone = await Promise.race([
        Promise.race([enough, work]).then(() => true),
        sleep(limitMs, false, { ref: false }),
      ]);
      if (!isDone) await tellStuck();
      stopped.resolve();
      await Promise.all(happening);
      if (killAfter === null) {
        await endOutage();
        left = { context, tabs };
        return;
      }
      // What happened may have taken long: the kill comes with a tick again.
      if (troubles.length > 0) await Promise.race([whenRecorded(recorded + 1), work, sleep(AIM_LIMIT_MS)]);
      await takeAim(aim);
      await killBrowser(context, processId);
      await endOutage();
    },

    async finish(shifts, { conflicts: conflictsAtLeast } = { conflicts: 0 }) {
      const context = left?.context ?? (await open());
      // A page whose storage was deleted asks for a reload.
      const [kept] = isEvicted ? [] : (left?.tabs ?? []);
      const page = kept ?? (await openTab(context, shifts[0] as Shift));
      left = null;
      const ends = [];
      // The domain of who is signed in comes first: there retry timers alone empty the outbox.
      const domain = await page.evaluate(() => globalThis.gate.domain());
      for (const shift of [...shifts].sort((one) => (one.domain === domain ? -1 : 1))) {
        if (shift.domain !== domain || ends.length > 0)
          await page.evaluate((next) => globalThis.gate.signIn(next), shift);
        const limits = [END_LIMIT_MS, conflictsAtLeast] as const;
        ends.push(await page.evaluate((given) => globalThis.gate.end(...given), limits));
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
