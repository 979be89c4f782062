// pnpm bench:import [--rows N] [--short] [--json FILE]: a file of 1,000,000 rows by command line into PostgreSQL, while a gate
// of the same domain scans at a server, and the same file again. Build first.
import { setTimeout as sleep } from 'node:timers/promises';
import { CLERK, startApi } from '../../../scripts/bench/api-process.ts';
import { createDatabase } from '../../../scripts/bench/database.ts';
import { percentile } from '../../../scripts/bench/percentile.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { type Commands, createCommands } from './import/commands.ts';
import { openGate } from './import/open-gate.ts';

const AUTH_SECRET = 'a secret of benchmarks and of nothing else';
const PEAK_MB = 400;
const DOMAIN = 'Harbour Lights';

/** The file, made as it is sent: rows of 100 bytes. */
function* rowsOfFile(rows: number): Generator<string> {
  yield 'barcode,holder,type,order,status\n';
  for (let row = 0; row < rows; row += 1) {
    const code = String(row).padStart(9, '0');
    yield `HL-BENCH-${code}-${(row * 2_654_435_761) % 4_294_967_296},Visitor Number ${code},Day ticket Saturday,R-${code.slice(0, -1)},valid\n`;
  }
}

async function measure(bench: Bench): Promise<void> {
  const rows = Number(bench.option('rows') ?? bench.size(1_000_000, 20_000));
  const database = await createDatabase();
  const environment = { DATABASE_URL: database.url, AUTH_SECRET };
  const api = await startApi(environment);
  const commands = createCommands(environment);
  try {
    await commands.importRows(ticketsOfGate(), { domain: DOMAIN, onProgress: () => {} });
    const gate = await openGate(api.origin, CLERK);
    const times: number[] = [];
    let isImporting = true;
    const scanning = (async () => {
      while (isImporting) {
        times.push(await gate.scan());
        await sleep(100);
      }
    })();
    await importOnce(bench, commands, rows, 'first');
    isImporting = false;
    await scanning;
    bench.check('a scan meanwhile, 99th percentile', {
      over: `${times.length} scans`,
      measured: percentile(times, 99),
      unit: 'ms',
    });
    bench.check('a scan meanwhile, median', {
      over: `${times.length} scans`,
      measured: percentile(times, 50),
      unit: 'ms',
    });
    const before = await database.query<object>(STATE);
    const { created, changed } = await importOnce(bench, commands, rows, 'repeat');
    bench.check('tickets that the repeat changed', {
      over: `${rows} rows`,
      measured: created + changed,
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
  }
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
  bench.check('rows a second', { over, measured: rows / seconds, unit: '/s' });
  bench.check('memory of the process at most', { over, measured: peakMb, unit: 'MB', target: { atMost: PEAK_MB } });
  bench.check('processor time of the process', { over, measured: cpuSeconds, unit: 's' });
  return report;
}
