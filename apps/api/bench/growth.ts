// pnpm bench:growth [--up-to N] [--short] [--json FILE]: how long decisions, searches and reports of the built API take with
// 10^4 to 10^N stored scans on PostgreSQL, and how much longer than with 10^4. All are stored first and then asked in turn,
// so that what else the machine does slows down each of them. Build first.
import { startApi } from '../../../scripts/bench/api-process.ts';
import { type BenchDatabase, createDatabase } from '../../../scripts/bench/database.ts';
import { percentile } from '../../../scripts/bench/percentile.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { openPostgres } from '../src/database/open-database.ts';
import { buildSearchIndexes } from '../src/database/search-indexes.ts';
import { countHours } from '../src/reports/count-hours.ts';
import { AUTH_SECRET, openVenues, type Venue } from './api/venue.ts';
import { kindsOfCalls } from './growth/ask.ts';
import { lengthenHistory } from './growth/fill.ts';

const FIRST_EXPONENT = 4;
/** The pace of searches, which a process counts, allows so many at once. */
const MAX_CALLS = 12;
/** Each has a process of its own. With 120 calls of a kind, six are slower than the 95th percentile. */
const ROUNDS = 10;
const UNUSED_TICKETS = 1_000;

/** All tickets, and the indexes of scans. */
const READ_WHAT_IS_IN_USE = `
  select pg_prewarm('tickets', 'read')
  union all
  select pg_prewarm(indexrelid, 'read') from pg_index where indrelid in ('scans'::regclass, 'tickets'::regclass)`;

interface Stored {
  readonly scans: number;
  readonly database: BenchDatabase;
  /** Milliseconds by kind of call. */
  readonly times: Map<string, number[]>;
}

async function measure(bench: Bench): Promise<void> {
  const upTo = Number(bench.option('up-to') ?? bench.size(7, 4));
  const calls = bench.size(MAX_CALLS, 2);
  const rounds = bench.size(ROUNDS, 1);
  const first = await createDatabase();
  const venue = await openVenue(first);
  const all: Stored[] = [];
  for (let exponent = FIRST_EXPONENT; exponent <= upTo; exponent += 1) {
    const before = all.at(-1);
    const scans = 10 ** exponent;
    bench.say(`storing ${scans.toLocaleString('en')} scans`);
    const database = before ? await createDatabase({ template: before.database }) : first;
    await lengthenHistory(database, venue, { from: before?.scans ?? 0, to: scans });
    await database.query('vacuum analyze');
    await count(database);
    await database.query('checkpoint');
    await database.query('create extension if not exists pg_prewarm');
    all.push({ scans, database, times: new Map() });
  }
  // As on a server that has run for a day: what was stored first has left the memory since.
  for (const { database } of all) await database.query(READ_WHAT_IS_IN_USE);
  for (let round = 0; round < rounds; round += 1) {
    bench.say(`asking, ${round + 1} of ${rounds} times`);
    for (const { database, times } of all) {
      await ask(database, { venue, turns: { from: round * (calls + 1), count: calls + 1 }, times });
    }
  }
  for (const stored of all) report(bench, stored, all[0] ?? stored);
  for (const { database } of all) await database.drop();
}

function report(bench: Bench, { scans, times }: Stored, smallest: Stored): void {
  const over = `${scans.toLocaleString('en')} scans`;
  for (const [kind, values] of times) {
    const p95 = percentile(values, 95);
    const isReport = kind.startsWith('report');
    bench.check(`${kind}, p95`, { over, measured: p95, unit: 'ms', ...limit(bench, isReport && { atMost: 300 }) });
    if (scans === smallest.scans) continue;
    bench.check(`${kind}, : 10^4`, {
      over,
      measured: p95 / percentile(smallest.times.get(kind) ?? [], 95),
      ...limit(bench, scans === 10 ** 7 && { atMost: 2.5 }),
    });
  }
}

/** The short form shows that everything runs; its figures mean nothing. */
const limit = (bench: Bench, target: false | { atMost: number }) => (bench.short || !target ? {} : { target });

async function openVenue({ url }: BenchDatabase): Promise<Venue> {
  await using db = openPostgres({ url, maxConnections: 2, onIdleError: () => {} });
  const addVenue = await openVenues(db);
  await buildSearchIndexes(db);
  return await addVenue('hot', { gates: 20, tickets: UNUSED_TICKETS });
}

/** As a server does every ten minutes. */
async function count({ url }: BenchDatabase): Promise<void> {
  await using db = openPostgres({ url, maxConnections: 2, onIdleError: () => {} });
  await countHours(db);
}

interface Round {
  readonly venue: Venue;
  readonly turns: { readonly from: number; readonly count: number };
  /** Milliseconds by kind, which the round adds to. */
  readonly times: Map<string, number[]>;
}

/** Sends calls of all kinds in turn, one after the other, to a process of their own. */
async function ask({ url }: BenchDatabase, { venue, turns: { from, count }, times }: Round): Promise<void> {
  const api = await startApi({ DATABASE_URL: url, AUTH_SECRET });
  const kinds = Object.entries(kindsOfCalls({ origin: api.origin, venue }));
  try {
    // The first turn compiles the program, and reads what is cold.
    for (let turn = from; turn < from + count; turn += 1) {
      for (const [kind, call] of kinds) {
        const startedAt = performance.now();
        await call(turn);
        if (turn > from) times.set(kind, [...(times.get(kind) ?? []), performance.now() - startedAt]);
      }
    }
  } finally {
    await api.kill();
  }
}

await runBench('Calls over what is stored, on PostgreSQL', measure, { options: ['up-to'] });
