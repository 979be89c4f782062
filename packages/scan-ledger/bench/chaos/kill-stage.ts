import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { OF_EACH_DOMAIN } from './clerks.ts';
import type { Dice, World } from './create-world.ts';
import { changeClerk, evict, fillStorage, freezeTab, setClock, slowDownDisk } from './device-troubles.ts';
import { AIMS, type Build, type Visit } from './gate.ts';
import type { ClerkEvent, DeviceEnd } from './history.ts';
import { createCodes } from './presented-codes.ts';

const TABS = 2;
/** The shares of failing requests of a network. */
const FAULT_SHARES = [0, 0, 0.1, 0.3, 0.8] as const;
const OUTAGES = ['none', 'none', 'known', 'silent'] as const;
const HOUR_MS = 3_600_000;
const SKEWS_MS = [0, 0, HOUR_MS, -HOUR_MS] as const;
const FULL_MS = 500;
const SLOW_DISK_MS = 4_000;
/** The builds of the two tabs: while an update spreads, and after one was taken back. */
const BUILDS: readonly (readonly Build[])[] = [
  ['now', 'now'],
  ['now', 'now'],
  ['now', 'earlier'],
  ['earlier', 'earlier'],
];
/** Longer than the time limit of a call, 15 s, and than the lease of a tab that sends, 20 s. */
const FROZEN_MS = 23_000;

/** How much happens. */
export interface KillStageOptions {
  readonly devices: readonly string[];
  /** How many devices scan at the same time. */
  readonly atOnce: number;
  readonly scans: number;
  /** How many browsers of each device are killed. */
  readonly visits: number;
  readonly processKills: number;
  /**
   * Whether tabs and processes are frozen, the database restarts, disks are slow, storage is deleted or full, clocks are
   * wrong, and tabs have an earlier build.
   */
  readonly everything: boolean;
}

/** What a run left behind. */
export interface KillStageEnd {
  readonly events: readonly ClerkEvent[];
  readonly devices: readonly DeviceEnd[];
  readonly browsersKilled: number;
  /** How often each kind of trouble happened. */
  readonly happened: ReadonlyMap<string, number>;
}

/** Clerks scan at several devices while browsers, processes and the network fail; in the end everything works. */
export async function killBrowsersAndProcesses(
  { say }: Bench,
  world: World,
  { devices, atOnce, scans, visits, processKills, everything }: KillStageOptions,
): Promise<KillStageEnd> {
  const { dice, proxy, shiftAt, openGate } = world;
  const events: ClerkEvent[] = [];
  let recorded = 0;
  const happened = new Map<string, number>();
  const note = (name: string) => happened.set(name, (happened.get(name) ?? 0) + 1);
  const { strike, settle } = createStrikes(world, { everything, note });
  const onEvent = (event: ClerkEvent) => {
    events.push(event);
    if (event.kind !== 'recorded') return;
    recorded += 1;
    if (recorded % Math.floor(scans / processKills) === 0) strike();
  };
  const nextCode = createCodes(dice.random);
  const nextTrouble = createTurns(dice, [
    ['clock set right', setClock(0)],
    ['clock set back', setClock(-HOUR_MS)],
    ['storage full', fillStorage(FULL_MS)],
    ['storage deleted', evict],
    ['tab stopped', freezeTab(FROZEN_MS)],
    ['slow disk of a device', slowDownDisk(SLOW_DISK_MS)],
  ] as const);
  // The last visit is not cut short, and visits last until their trouble is over.
  const perVisit = scans / devices.length / (visits + 2);

  async function planVisit(device: string, { isLast }: { isLast: boolean }): Promise<{ name: string; plan: Visit }> {
    const count = dice.among(Math.floor(perVisit / 2), Math.ceil(perVisit * 1.5)) + 2;
    const shift = await shiftAt(device);
    const picked = everything ? dice.pick(BUILDS) : [];
    // The build of now sees to the end.
    const builds = isLast && picked.length > 0 ? picked.toSpliced(0, 1, 'now') : picked;
    if (builds.includes('earlier')) note(builds[0] === 'now' ? 'two builds at once' : 'earlier build');
    const [name, trouble] = nextTrouble();
    if (everything) note(name);
    const plan: Visit = {
      builds,
      shifts: Array.from({ length: TABS }, () => shift),
      codes: Array.from({ length: TABS }, () => Array.from({ length: count }, () => nextCode(device))),
      killAfter: isLast ? null : count,
      aim: dice.pick(AIMS),
      outage: dice.pick(OUTAGES),
      outageEndsAfter: dice.among(1, count * 2),
      skewMs: everything ? dice.pick(SKEWS_MS) : 0,
      troubles: [
        { after: dice.among(1, count), happen: changeClerk(await shiftAt(device)) },
        ...(everything ? [{ after: dice.among(1, count), happen: trouble }] : []),
      ],
    };
    const { aim, outage, killAfter } = plan;
    const faults = proxy.faultShare.get(device);
    const told = [...builds, outage, killAfter ? aim : 'to the end', `faults ${faults}`, ...(everything ? [name] : [])];
    return { name: told.join(', '), plan };
  }

  async function workAt(device: string): Promise<DeviceEnd> {
    const gate = openGate(device, onEvent);
    for (let visit = 0; visit <= visits; visit += 1) {
      proxy.faultShare.set(device, dice.pick(FAULT_SHARES));
      const { name, plan } = await planVisit(device, { isLast: visit === visits });
      await gate.visit(plan);
      if (everything) say(`${device}: visit ${visit + 1} of ${visits + 1} (${name}), ${recorded} scans of all`);
    }
    proxy.faultShare.set(device, 0);
    return gate.finish(await Promise.all(OF_EACH_DOMAIN.map((clerk) => shiftAt(device, { clerk }))));
  }

  say(`${devices.length} devices of ${TABS} tabs, ${atOnce} at once, ${visits} browsers killed on each`);
  const waiting = [...devices];
  const ends: DeviceEnd[] = [];
  const lane = async () => {
    for (let device = waiting.shift(); device; device = waiting.shift()) ends.push(await workAt(device));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  await settle();
  await world.pool.settle();
  return { events, devices: ends, browsersKilled: visits * devices.length, happened };
}

/** Kills a process each time, and lets something else happen to processes or database now and then. */
function createStrikes(
  { pool, health, database, dice }: World,
  { everything, note }: { everything: boolean; note: (name: string) => void },
): { strike: () => void; settle: () => Promise<unknown> } {
  const others: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['process stopped', () => pool.freeze(FROZEN_MS)],
    ['slow disk of the database', () => database.slowDisk(SLOW_DISK_MS, pool.pids())],
    ...(database.isServer
      ? ([
          ['connections cut', () => database.cutConnections()],
          ['PostgreSQL shut down', () => database.restart('SIGINT')],
          ['PostgreSQL crashed', () => database.restart('SIGQUIT')],
        ] as const)
      : []),
  ];
  const nextOther = createTurns(dice, others);
  const running: Promise<unknown>[] = [];
  let strikes = 0;
  return {
    strike() {
      pool.killWithNextCall();
      strikes += 1;
      if (!everything || strikes % 3 !== 0) return;
      const [name, happen] = nextOther();
      note(name);
      const end = health.outage();
      running.push(happen().finally(end));
    },
    settle: () => Promise.all(running),
  };
}

/** Returns one choice after the other, from a random one on: all of them happen. */
function createTurns<T>({ among }: Dice, choices: readonly T[]): () => T {
  let next = among(0, choices.length - 1);
  return () => {
    next += 1;
    return choices[next % choices.length] as T;
  };
}
