// pnpm bench:api [--seconds N] [--processes N,...] [--commit-delay MS] [--short] [--json FILE]: how many scans a second the built API decides on
// PostgreSQL, beside pgbench with the same statements, parameters and connections on a copy of the same database. Build first.
import { type BenchDatabase, connectTo, createDatabase } from '../../../scripts/bench/database.ts';
import { percentile } from '../../../scripts/bench/percentile.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { openPostgres } from '../src/database/open-database.ts';
import { buildSearchIndexes } from '../src/database/search-indexes.ts';
import { createSnapshotSource } from '../src/snapshot/create-snapshot-source.ts';
import { systemClock } from '../src/system/clock.ts';
import { callGates, type GatesOptions, type GatesReport } from './api/call-gates.ts';
import { readProcessorMs } from './api/processor-time.ts';
import { recordCalls } from './api/record-calls.ts';
import { runPgbench } from './api/run-pgbench.ts';
import { openVenues, scansBody, type Venue } from './api/venue.ts';
import { onCopy, withApis } from './api/with-apis.ts';
import { forgetPeak, readMemory } from './hostile/watch-process.ts';

const HOT_GATES = 64;
const BATCH_GATES = 16;
const BATCH_SCANS = 50;
const DOMAINS = 50;
const CROWD_GATES = 500;

/** A load, and how it is named in the table. */
interface Load extends GatesOptions {
  readonly name: string;
  readonly over: string;
  readonly venues: readonly Venue[];
  /** Of pgbench, each of one gate: enough that the caches of its connections, which begin empty, do not count. */
  readonly rawCalls: number;
}

async function measure(bench: Bench): Promise<void> {
  const seconds = Number(bench.option('seconds') ?? bench.size(20, 3));
  await using _ = await slowDown(Number(bench.option('commit-delay') ?? 0));
  const source = await createDatabase();
  const { hot, many } = await fill(source, bench);
  const first = (gates: number): Venue => ({ ...hot, gates: hot.gates.slice(0, gates) });
  const single = { name: 'single scans', over: `one domain, ${HOT_GATES} gates`, venues: [first(HOT_GATES)] };
  const batches = {
    name: `batches of ${BATCH_SCANS}`,
    over: `one domain, ${BATCH_GATES} gates`,
    venues: [first(BATCH_GATES)],
  };
  const spread = { name: 'single scans', over: `${DOMAINS} domains, one gate each`, venues: many };

  const one = await compare(bench, source, { ...single, seconds, scansPerCall: 1, rawCalls: bench.size(40, 2) });
  bench.check('p50', { over: single.over, measured: percentile(one.report.times, 50), unit: 'ms' });
  const p99 = percentile(one.report.times, 99);
  bench.check('p99', { over: single.over, measured: p99, unit: 'ms', ...target(bench, { atMost: 250 }) });
  checkRatio(bench, single, one.ratio, 10);
  const two = await compare(bench, source, {
    ...batches,
    seconds,
    scansPerCall: BATCH_SCANS,
    rawCalls: bench.size(40, 2),
  });
  checkRatio(bench, batches, two.ratio, 0.8);
  const three = await compare(bench, source, { ...spread, seconds, scansPerCall: 1, rawCalls: bench.size(80, 4) });
  checkRatio(bench, spread, three.ratio, 0.5);

  const processes = bench.option('processes')?.split(',').map(Number) ?? [];
  for (const count of processes) {
    await measureProcesses(bench, source, { ...single, seconds, scansPerCall: 1, processes: count });
    await measureProcesses(bench, source, { ...spread, seconds, scansPerCall: 1, processes: count });
  }

  await withApis(source, ONE_PROCESS, async ({ origins, pids: [pid = 0] }) => {
    forgetPeak(pid);
    const {
      scans,
      seconds: took,
      times,
    } = await callGates(origins, [hot], { seconds, scansPerCall: 1, pauseMs: 2_000 });
    const over = `one domain, ${CROWD_GATES} gates with pauses of 2 s`;
    bench.check('decisions a second', { over, measured: scans / took, unit: '/s' });
    bench.check('p99', { over, measured: percentile(times, 99), unit: 'ms' });
    const { peakMb } = readMemory(pid);
    bench.check('memory of the process at most', { over, measured: peakMb, unit: 'MB', target: { atMost: 600 } });
  });
  await source.drop();
}

/** Lets each commit of the server wait so many milliseconds, as on a slower disk, until it is disposed. */
async function slowDown(commitDelayMs: number): Promise<AsyncDisposable> {
  if (commitDelayMs === 0) return { [Symbol.asyncDispose]: async () => {} };
  const server = connectTo(process.env.TEST_DATABASE_URL ?? '');
  await server.query('alter system set commit_siblings = 0');
  await server.query(`alter system set commit_delay = ${commitDelayMs * 1_000}`);
  await server.query('select pg_reload_conf()');
  return {
    async [Symbol.asyncDispose]() {
      for (const setting of ['commit_siblings', 'commit_delay']) await server.query(`alter system reset ${setting}`);
      await server.query('select pg_reload_conf()');
      await server.close();
    },
  };
}

/** The short form shows that everything runs; its figures mean nothing. */
const target = <Target>(bench: Bench, wanted: Target) => (bench.short ? {} : { target: wanted });

function checkRatio(bench: Bench, { name, over }: Pick<Load, 'name' | 'over'>, ratio: number, atLeast: number): void {
  bench.check(`${name}, API : raw`, { over, measured: ratio, ...target(bench, { atLeast }) });
}

async function fill(source: BenchDatabase, bench: Bench): Promise<{ hot: Venue; many: readonly Venue[] }> {
  const db = openPostgres({ url: source.url, maxConnections: 2, onIdleError: () => {} });
  try {
    const addVenue = await openVenues(db);
    const hot = await addVenue('hot', { gates: CROWD_GATES, tickets: bench.size(300_000, 100_000) });
    const many: Venue[] = [];
    for (let index = 0; index < DOMAINS; index += 1) {
      many.push(await addVenue(`domain-${index}`, { gates: 1, tickets: bench.size(2_000, 500) }));
    }
    // As before the doors open: otherwise every measurement would begin with it.
    const snapshot = createSnapshotSource({ db, clock: systemClock });
    await snapshot.makeSegments().finally(() => snapshot.stop());
    // As `scantix migrate` does before the API starts: pgbench maintains the same indexes.
    await buildSearchIndexes(db);
    await source.query('vacuum analyze');
    return { hot, many };
  } finally {
    await db.destroy();
  }
}

/** Lets gates call processes of the API, each gate one of them. */
function callApis(source: BenchDatabase, load: Omit<Load, 'rawCalls'>, processes: number) {
  return withApis(source, { ...ONE_PROCESS, processes }, async ({ origins, pids }) => {
    const used = () => pids.reduce((sum, pid) => sum + readProcessorMs(pid), 0);
    const before = used();
    const report = await callGates(origins, load.venues, load);
    return { report, processorMs: used() - before };
  });
}

async function measureProcesses(
  bench: Bench,
  source: BenchDatabase,
  { processes, ...load }: Omit<Load, 'rawCalls'> & { readonly processes: number },
): Promise<void> {
  const { report, processorMs } = await callApis(source, load, processes);
  const over = `${load.over}, ${processes} processes`;
  bench.check('single scans a second, API', { over, measured: report.scans / report.seconds, unit: '/s' });
  bench.check('p99', { over, measured: percentile(report.times, 99), unit: 'ms' });
  bench.check('processor time of the API a scan', { over, measured: processorMs / report.allScans, unit: 'ms' });
}

/** As many connections as pgbench has at most. */
const ONE_PROCESS = { processes: 1, connections: HOT_GATES };

/** Measures pgbench and then the API under a load, each on a copy of the database. */
async function compare(
  bench: Bench,
  source: BenchDatabase,
  load: Load,
): Promise<{ report: GatesReport; ratio: number }> {
  const { name, over, venues, scansPerCall, rawCalls } = load;
  const calls = venues.flatMap((venue) =>
    venue.gates.flatMap((gate, index) =>
      Array.from({ length: rawCalls }, (_, call) => {
        const first = (index * rawCalls + call) * scansPerCall;
        return { token: gate.token, body: scansBody(venue, gate, first, scansPerCall) };
      }),
    ),
  );
  bench.say(`${over}: recording ${calls.length} calls`);
  const recorded = await onCopy(source, ({ url }) => recordCalls(url, calls));
  const connections = calls.length / rawCalls;
  const raw = await onCopy(
    source,
    async ({ url }) => scansPerCall * (await runPgbench(url, recorded, { connections })),
  );
  bench.check(`${name} a second, raw`, { over, measured: raw, unit: '/s' });
  const { report, processorMs } = await callApis(source, load, 1);
  const decided = report.scans / report.seconds;
  bench.check(`${name} a second, API`, { over, measured: decided, unit: '/s' });
  const perScan = processorMs / report.allScans;
  bench.check("processor time of the API's process a scan", { over, measured: perScan, unit: 'ms' });
  return { report, ratio: decided / raw };
}

await runBench('Decisions by the API on PostgreSQL', measure, { options: ['seconds', 'processes', 'commit-delay'] });
