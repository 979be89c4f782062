// pnpm bench:import [--rows N] [--short] [--json FILE]: a file of 1,000,000 rows by command line into PostgreSQL, beside COPY of
// the same rows into the same tables, while gates of the same domain scan at a server, and the same file again. Build first.
import { setTimeout as sleep } from 'node:timers/promises';
import { CLERK, startApi } from '../../../scripts/bench/api-process.ts';
import { type BenchDatabase, createDatabase } from '../../../scripts/bench/database.ts';
import { percentile } from '../../../scripts/bench/percentile.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { type Commands, createCommands } from './import/commands.ts';
import { type BenchTicket, copyRows } from './import/copy-rows.ts';
import { openGate } from './import/open-gate.ts';

const AUTH_SECRET = 'a secret of benchmarks and of nothing else';
const PEAK_MB = 400;
const DOMAIN = 'Harbour Lights';
const GATES = 8;
/** Between the scans of a gate. */
const PAUSE_MS = 250;

function* makeTickets(rows: number): Generator<BenchTicket> {
  for (let row = 0; row < rows; row += 1) {
    const code = String(row).padStart(9, '0');
    const barcode = `HL-BENCH-${code}-${(row * 2_654_435_761) % 4_294_967_296}`;
    yield { barcode, holder: `Visitor Number ${code}`, type: 'Day ticket Saturday', order: `R-${code.slice(0, -1)}` };
  }
}

/** The file, made as it is sent: rows of 100 bytes. */
function* rowsOfFile(rows: number): Generator<string> {
  yield 'barcode,holder,type,order,status\n';
  for (const { barcode, holder, type, order } of makeTickets(rows))
    yield `${barcode},${holder},${type},${order},valid\n`;
}

async function measure(bench: Bench): Promise<void> {
  const rows = Number(bench.option('rows') ?? bench.size(1_000_000, 20_000));
  const source = await createDatabase();
  await (await startApi({ DATABASE_URL: source.url, AUTH_SECRET })).kill();
  const raw = await copyAlone(bench, source, rows);
  const database = await createDatabase({ template: source });
  const environment = { DATABASE_URL: database.url, AUTH_SECRET };
  const api = await startApi(environment);
  const commands = createCommands(environment);
  try {
    await commands.importRows(ticketsOfGate(), { domain: DOMAIN, onProgress: () => {} });
    const gate = await openGate(api.origin, CLERK);
    const times: number[] = [];
    let isImporting = true;
    const scanning = Array.from({ length: GATES }, async () => {
      while (isImporting) {
        await sleep(PAUSE_MS);
        times.push(await gate.scan());
      }
    });
    const { rate } = await importOnce(bench, commands, rows, 'first');
    isImporting = false;
    await Promise.all(scanning);
    const target = <Target>(wanted: Target) => (bench.short ? {} : { target: wanted });
    bench.check('rows a second, import : COPY', {
      over: `${rows} rows`,
      measured: rate / raw,
      ...target({ atLeast: 0.5 }),
    });
    const over = `${times.length} scans by ${GATES} gates of the domain`;
    bench.check('a scan meanwhile, median', { over, measured: percentile(times, 50), unit: 'ms' });
    const p99 = percentile(times, 99);
    bench.check('a scan meanwhile, 99th percentile', { over, measured: p99, unit: 'ms', ...target({ atMost: 500 }) });
    const before = await database.query<object>(STATE);
    const { report } = await importOnce(bench, commands, rows, 'repeat');
    bench.check('tickets that the repeat changed', {
      over: `${rows} rows`,
      measured: report.created + report.changed,
      target: { is: 0 },
    });
    const after = await database.query<object>(STATE);
    const same = JSON.stringify(before) === JSON.stringify(after);
    bench.check('numbers of changes and receipts that the repeat took', {
      over: `${rows} rows`,
      measured: same ? 0 : 1,
      target: { is: 0 },
    });
  } finally {
    await api.kill();
    await database.drop();
    await source.drop();
  }
}

/** Resolves with the rows a second of COPY, while nobody scans: it holds the feed to its end. */
async function copyAlone(bench: Bench, source: BenchDatabase, rows: number): Promise<number> {
  const database = await createDatabase({ template: source });
  const rate = rows / (await copyRows(database, DOMAIN, makeTickets(rows)).finally(() => database.drop()));
  bench.check('rows a second, COPY', { over: `${rows} rows`, measured: rate, unit: '/s' });
  return rate;
}

const STATE = `select feed.last_change, feed.ticket_count,
  (select sum(last_receipt) from device_receipts receipt where receipt.domain_id = feed.domain_id) as receipts
  from ticket_feeds feed join domains on id = feed.domain_id where name = '${DOMAIN}'`;

/** Nobody scans more of them while a file is imported. */
const GATE_TICKETS = 20_000;

function* ticketsOfGate(): Generator<string> {
  yield 'barcode\n';
  for (let ticket = 0; ticket < GATE_TICKETS; ticket += 1) yield `GATE-${ticket}\n`;
}

await runBench('Importing tickets by command line into PostgreSQL', measure, { options: ['rows'] });

async function importOnce(bench: Bench, commands: Commands, rows: number, which: string) {
  const { report, seconds, peakMb, cpuSeconds } = await commands.importRows(rowsOfFile(rows), {
    domain: DOMAIN,
    onProgress: (read) => bench.say(`${which}: ${read} rows`),
  });
  const over = `${which} import of ${rows} rows`;
  if (report.rejected > 0 || report.read !== rows) throw new Error(`Not all rows count: ${JSON.stringify(report)}`);
  const rate = rows / seconds;
  bench.check('rows a second', { over, measured: rate, unit: '/s' });
  bench.check('memory of the process at most', { over, measured: peakMb, unit: 'MB', target: { atMost: PEAK_MB } });
  bench.check('processor time of the process', { over, measured: cpuSeconds, unit: 's' });
  return { report, rate };
}
