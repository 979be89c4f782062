import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { replaceTickets } from '../domain.ts';
import type { SpeedSetup } from './create-speed-setup.ts';

/** Number of scans recorded while the others wait already. */
const LATE = 100;

/** Measures how fast an outbox filled without a network empties into the server. */
export async function measureDrain({ size, say, check }: Bench, { database, withDevice }: SpeedSetup): Promise<void> {
  const scans = size(10_000, 500);
  say(`draining ${scans} scans`);
  await replaceTickets(database, [
    { prefix: 'drain', count: scans - LATE, entries: 1 },
    { prefix: 'late', count: LATE, entries: 1 },
  ]);
  const { late, spent } = await withDevice(async (page) => {
    await page.evaluate((count) => {
      globalThis.speed.setOnline(false);
      return globalThis.speed.fill('drain', count);
    }, scans - LATE);
    const recorded = await page.evaluate((count) => globalThis.speed.record('late', count), LATE);
    const drained = await page.evaluate(() => {
      globalThis.speed.setOnline(true);
      return globalThis.speed.drain();
    });
    return { late: recorded, spent: drained };
  });
  const [stored] = await database.query<{ count: number }>(
    `select count(*)::integer as count from scans where reason = 'ok'`,
  );
  const waiting = `${scans - LATE} scans wait already`;
  check('record to durable, p50', { over: waiting, measured: percentile(late, 50), unit: 'ms' });
  check('record to durable, p95', {
    over: waiting,
    measured: percentile(late, 95),
    unit: 'ms',
    target: { atMost: 100 },
  });
  const over = `${scans} scans that waited`;
  check('recorded and accepted', { over, measured: stored?.count ?? 0, target: { is: scans } });
  check('drained in', { over, measured: spent / 1_000, unit: 's', target: { atMost: size(60, 10) } });
  check('drain rate', { over, measured: scans / (spent / 1_000), unit: 'scans/s' });
}
