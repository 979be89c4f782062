import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { createWorld, type World } from './chaos/create-world.ts';
import { DATABASES, type DatabaseKind } from './chaos/databases.ts';
import type { History } from './chaos/history.ts';
import { judge } from './chaos/judge.ts';
import { type KillStageOptions, killBrowsersAndProcesses } from './chaos/kill-stage.ts';
import { createOwnPart } from './chaos/own-part.ts';
import { DEVICES_WITH_BUG, judgeBugs, plantBugs } from './chaos/planted-bugs-stage.ts';
import { TWICE, ticketsFor, WITH_BUG } from './chaos/presented-codes.ts';
import { readDatabase } from './chaos/read-database.ts';
import { acceptAtTwoGates, judgeTwoGates } from './chaos/two-gates-stage.ts';

const OFFLINE_DEVICES = ['offline-1', 'offline-2'] as const;
const BUG_TICKETS = 50;
/** Several end within a visit; a busy machine takes seconds for a call. */
const ACCESS_TOKEN_S = 8;
const SCANS_PER_PROCESS_KILL = 30;

await runBench(
  'Ledger: chaos',
  async (bench) => {
    const { size, option, short } = bench;
    const seeds = option('seeds')?.split(',').map(Number) ?? (short ? [1] : [1, 2, 3, 4, 5]);
    const kinds = option('database')?.split(',') ?? (short ? ['postgres'] : DATABASES);
    const atOnce = Number(option('at-once') ?? size(4, 2));
    // A fifth of 3,000 scans and 200 kills.
    const scans = Number(option('scans') ?? size(600, 40));
    const count = Number(option('devices') ?? size(12, 2));
    const devices = Array.from({ length: count }, (_, n) => `gate-${n + 1}`);
    const kills = { visits: 2, processKills: size(Math.ceil(scans / SCANS_PER_PROCESS_KILL), 3) };
    for (const kind of DATABASES.filter((name) => kinds.includes(name))) {
      for (const seed of seeds) {
        await runSeed(bench, { kind, seed }, { devices, atOnce, scans, ...kills, everything: !short });
      }
    }
  },
  { options: ['seeds', 'database', 'at-once', 'scans', 'devices', 'history'] },
);

async function runSeed(
  bench: Bench,
  { kind, seed }: { kind: DatabaseKind; seed: number },
  options: KillStageOptions,
): Promise<void> {
  const { say, check, size, short } = bench;
  const { devices, scans } = options;
  const twoGates = { devices: OFFLINE_DEVICES, tickets: size(20, 5) };
  const tickets = [
    ...ticketsFor(devices, scans),
    { prefix: TWICE, count: twoGates.tickets, entries: 1 },
    { prefix: WITH_BUG, count: BUG_TICKETS, entries: 1 },
  ];
  say(`${kind}, seed ${seed}`);
  const all = [...devices, ...OFFLINE_DEVICES, ...DEVICES_WITH_BUG];
  const world = await createWorld({
    ...{ kind, seed, devices: all, tickets },
    accessTokenSeconds: ACCESS_TOKEN_S,
    longestHangMs: short ? 6_000 : 20_000,
    hasEarlier: options.everything,
  });
  const killed = await killBrowsersAndProcesses(bench, world, options);
  const [apart, bugs] = await Promise.all([acceptAtTwoGates(bench, world, twoGates), plantBugs(bench, world)]);
  const stored = await world.inspect(readDatabase);
  sayCounts(bench, world);
  if (killed.happened.size > 0) say([...killed.happened].map(([name, times]) => `${name} ${times}`).join(', '));

  const { all: processes } = world.pool.kills;
  const recorded = killed.events.filter((event) => event.kind === 'recorded').length;
  const ofSeed = `${kind}, seed ${seed}`;
  const over = `${ofSeed}: ${recorded} scans, ${killed.browsersKilled} browser and ${processes} process kills`;
  const target = { atLeast: scans };
  check('scans acknowledged', { over: ofSeed, measured: recorded, target });
  const killCount = killed.browsersKilled + processes;
  const isPart = bench.option('scans') !== undefined || bench.option('devices') !== undefined;
  check('kills', { over: ofSeed, measured: killCount, ...(isPart ? {} : { target: { atLeast: size(40, 6) } }) });
  check('processes that ended by themselves', { over, measured: world.pool.crashes(), target: { is: 0 } });
  const prefixes = [...devices, 'shared', 'group'];
  const history = { ...killed, ...createOwnPart(stored, devices, prefixes) };
  saveHistory(bench, `${kind}-${seed}`, history);
  judge(bench, history, { over });
  saveHistory(bench, `${kind}-${seed}-two-gates`, { ...apart, ...createOwnPart(stored, OFFLINE_DEVICES, [TWICE]) });
  judgeTwoGates(bench, apart, { ...twoGates, stored });
  judgeBugs(bench, bugs, stored);
  await world.close();
}

/** Keeps what the findings of a run were drawn from: `--history FOLDER`. */
function saveHistory({ option }: Bench, name: string, history: History): void {
  const folder = option('history');
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(history, null, 2));
}

function sayCounts({ say }: Bench, { pool, proxy }: World): void {
  say(`processes killed: ${pool.kills.all}, ${pool.kills.underWay} of them during a call`);
  const faults = Object.entries(proxy.counts).map(([name, count]) => `${name} ${count}`);
  say(`calls: ${faults.join(', ')}`);
}
