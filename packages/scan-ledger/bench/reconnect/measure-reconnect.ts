import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi } from '../../../../scripts/bench/api-process.ts';
import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench, Target } from '../../../../scripts/bench/run-bench.ts';
import { signInDevices } from '../domain.ts';
import { addTicketsByImport } from './import-tickets.ts';
import { startDevices } from './start-devices.ts';
import { type GateScan, startGates } from './start-gates.ts';

const GATES = 20;
const MEBIBYTE = 1_048_576;

/** Devices that come back in the same second, and what is asked of the server meanwhile. */
export interface Crowd {
  readonly database: string;
  readonly devices: number;
  readonly tickets: number;
  /** The seconds after which every device must be up to date. */
  readonly withinS: number;
  /** How long the gates scan alone before. */
  readonly calmS: number;
  /** Whether the figures have targets; else they are only reported. */
  readonly targets: boolean;
}

/** Lets gates scan, then a crowd download, and records what both waited for. */
export async function measureReconnect(
  { say, check }: Bench,
  environment: Readonly<Record<string, string>>,
  { database, devices, tickets, withinS, calmS, targets }: Crowd,
): Promise<void> {
  const size = `${devices} x ${tickets.toLocaleString('en')}, ${database}`;
  const start = () => startApi({ LOG_LEVEL: 'silent', ...environment });
  const before = await start();
  say(`${size}: sign-in and tickets`);
  const signedIn = await signInDevices(before.origin, GATES + devices);
  const [clerk] = signedIn;
  if (!clerk) throw new Error('Nobody could sign in.');
  await addTicketsByImport(before.origin, clerk, { prefix: 'R', count: tickets });
  const importMemory = memoryOf(before.pid);
  // A server that has just restarted has nothing in memory, and is what a crowd comes back to.
  await before.kill();
  const api = await start();

  let code = 0;
  const gates = startGates(api.origin, signedIn.slice(0, GATES), () => `R-${code++}`);
  say(`${size}: gates alone`);
  await sleep(1_000 * calmS);
  const back = performance.now();
  say(`${size}: everybody back`);
  const crowd = startDevices(api.origin, signedIn.slice(GATES));
  // Beyond the goal, so that a miss says by how much.
  await Promise.race([crowd.all, sleep(3_000 * withinS)]);
  await gates.stop();
  crowd.stop();
  const peak = memoryOf(api.pid);
  await api.kill();

  const report = (figure: string, measured: number, unit: string, target: Target, over = size) =>
    check(figure, { over, measured, unit, ...(targets ? { target } : {}) });
  const calm = gates.scans.filter(({ at }) => at < back);
  const crowded = gates.scans.filter(({ at }) => at >= back);
  const over = (scans: readonly GateScan[], when: string) => `${scans.length} scans ${when}, ${size}`;
  const times = (scans: readonly GateScan[]) => scans.map(({ ms }) => ms);
  check('scan, p50', { over: over(calm, 'before'), measured: percentile(times(calm), 50), unit: 'ms' });
  check('scan, p99', { over: over(calm, 'before'), measured: percentile(times(calm), 99), unit: 'ms' });
  const during = over(crowded, 'during');
  check('scan, p50', { over: during, measured: percentile(times(crowded), 50), unit: 'ms' });
  report('scan, p99', percentile(times(crowded), 99), 'ms', { atMost: 500 }, during);
  const decided = crowded.filter((scan) => scan.decided).length;
  report('decided by the server in time', (100 * decided) / crowded.length, '%', { is: 100 }, during);
  const seconds = crowd.reports.map((each) => each.seconds);
  report('devices up to date', crowd.reports.length, '', { is: devices });
  check('device up to date, median', { over: size, measured: percentile(seconds, 50), unit: 's' });
  const last = seconds.length === devices ? Math.max(...seconds) : Number.POSITIVE_INFINITY;
  report('device up to date, last', last, 's', { atMost: withinS });
  const failures = crowd.reports.reduce((sum, each) => sum + each.failures, 0);
  check('downloads that failed and were repeated', { over: size, measured: failures });
  check('peak memory of the API, sign-in and import', { over: size, measured: importMemory / MEBIBYTE, unit: 'MB' });
  report('peak memory of the API', peak / MEBIBYTE, 'MB', { atMost: 600 });
}

/** The most memory that a process has had, in bytes (Linux). */
function memoryOf(pid: number): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return 1_024 * Number(kibibytes);
}
