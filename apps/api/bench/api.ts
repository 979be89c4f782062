// pnpm bench:api [--seconds N] [--short] [--json FILE]: how many scans a second the built API decides on PostgreSQL, beside
// pgbench with the same statements, parameters and connections on a copy of the same database. Build first.
import { startApi } from '../../../scripts/bench/api-process.ts';
import { type BenchDatabase, createDatabase } from '../../../scripts/bench/database.ts';
import { percentile } from '../../../scripts/bench/percentile.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { openPostgres } from '../src/database/open-database.ts';
import { callGates, type GatesOptions, type GatesReport } from './api/call-gates.ts';
import { readProcessorMs } from './api/processor-time.ts';
import { recordCalls } from './api/record-calls.ts';
import { runPgbench } from './api/run-pgbench.ts';
import { AUTH_SECRET, openVenues, scansBody, type Venue } from './api/venue.ts';
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
  /** Of pgbench, each of one gate. */
  readonly rawCalls: number;
}

async function measure(bench: Bench): Promise<void> {
  const seconds = Number(bench.option('seconds') ?? bench.size(20, 3));
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

  const one = await compare(bench, source, { ...single, seconds, scansPerCall: 1, rawCalls: bench.size(10, 2) });
  bench.check('p50', { over: single.over, measured: percentile(one.report.times, 50), unit: 'ms' });
  const p99 = percentile(one.report.times, 99);
  bench.check('p99', { over: single.over, measured: p99, unit: 'ms', ...target(bench, { atMost: 250 }) });
  checkRatio(bench, single, one.ratio, 10);
  const two = await compare(bench, source, {
    ...batches,
    seconds,
    scansPerCall: BATCH_SCANS,
    rawCalls: bench.size(10, 2),
  });
  checkRatio(bench, batches, two.ratio, 0.8);
  const three = await compare(bench, source, { ...spread, seconds, scansPerCall: 1, rawCalls: bench.size(40, 4) });
  checkRatio(bench, spread, three.ratio, 0.5);

  await withApi(source, async (origin, pid) => {
    forgetPeak(pid);
    const {
      scans,
      seconds: took,
      times,
    } = await callGates(origin, [hot], { seconds, scansPerCall: 1, pauseMs: 2_000 });
    const over = `one domain, ${CROWD_GATES} gates with pauses of 2 s`;
    bench.check('decisions a second', { over, measured: scans / took, unit: '/s' });
    bench.check('p99', { over, measured: percentile(times, 99), unit: 'ms' });
    const { peakMb } = readMemory(pid);
    bench.check('memory of the process at most', { over, measured: peakMb, unit: 'MB', target: { atMost: 600 } });
  });
  await source.drop();
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
    const hot = await addVenue('hot', { gates: CROWD_GATES, tickets: bench.size(300_000, 20_000) });
    const many: Venue[] = [];
    for (let index = 0; index < DOMAINS; index += 1) {
      many.push(await addVenue(`domain-${index}`, { gates: 1, tickets: bench.size(2_000, 500) }));
    }
    await source.query('vacuum analyze');
    return { hot, many };
  } finally {
    await db.destroy();
  }
}

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
  let processorMs = 0;
  const report = await withApi(source, async (origin, pid) => {
    const startsAt = readProcessorMs(pid);
    const measured = await callGates(origin, venues, load);
    processorMs = readProcessorMs(pid) - startsAt;
    return measured;
  });
  const decided = report.scans / report.seconds;
  bench.check(`${name} a second, API`, { over, measured: decided, unit: '/s' });
  // Those of the first seconds are not in the report: a little too much.
  bench.check("processor time of the API's process a scan", { over, measured: processorMs / report.scans, unit: 'ms' });
  return { report, ratio: decided / raw };
}

async function onCopy<Result>(source: BenchDatabase, use: (copy: BenchDatabase) => Promise<Result>): Promise<Result> {
  const copy = await createDatabase({ template: source });
  return use(copy).finally(() => copy.drop());
}

/** As many connections as pgbench has at most. */
const CONNECTIONS = String(HOT_GATES);

function withApi<Result>(
  source: BenchDatabase,
  use: (origin: string, pid: number) => Promise<Result>,
): Promise<Result> {
  return onCopy(source, async ({ url }) => {
    const api = await startApi({ DATABASE_URL: url, AUTH_SECRET, DATABASE_CONNECTIONS: CONNECTIONS });
    return use(api.origin, api.pid).finally(() => api.kill());
  });
}

await runBench('Decisions by the API on PostgreSQL', measure, { options: ['seconds'] });
