import type { Page } from '../../../../scripts/bench/browser.ts';
import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { addTickets, touchTickets } from '../domain.ts';
import type { SpeedSetup } from './create-speed-setup.ts';

const LOOK_UPS = 200;
/** One in this number of tickets changes before the second download. */
const CHANGED_SHARE = 100;
const MEBIBYTE = 1_048_576;

/** Measures download, lookup, storage and memory by number of tickets: each size on a new device. */
export async function measureTickets(
  { short, say, check }: Bench,
  { database, withDevice }: SpeedSetup,
): Promise<void> {
  const sizes = short ? [1_000, 5_000] : [1_000, 10_000, 100_000, 250_000];
  let held = 0;
  for (const size of sizes) {
    const prefix = `of-${size}`;
    await addTickets(database, { prefix, count: size - held, entries: 1 });
    held = size;
    const over = `${size.toLocaleString('en')} tickets`;
    say(over);
    await withDevice(async (page) => {
      const heapBefore = await measureHeap(page);
      const full = await page.evaluate(() => globalThis.speed.refresh());
      if (full.tickets.status !== 'ready') throw new Error(`Not loaded: ${JSON.stringify(full.tickets)}`);
      check('held after the full download', { over, measured: full.tickets.count, target: { is: size } });
      check('full download', { over, measured: full.spent / 1_000, unit: 's' });
      const heapAfter = await measureHeap(page);
      check('heap that it leaves', {
        over,
        measured: (heapAfter - heapBefore) / MEBIBYTE,
        unit: 'MB',
        target: { atMost: 10 },
      });
      const bytes = await page.evaluate(() => globalThis.speed.countBytes());
      check('storage', { over, measured: bytes / MEBIBYTE, unit: 'MB' });

      const codes = Array.from({ length: LOOK_UPS }, (_, index) => `${prefix}-${(index * 7) % 900}`);
      const looked = await page.evaluate((barcodes) => globalThis.speed.lookup(barcodes), codes);
      check('look-up, p50', { over, measured: percentile(looked, 50), unit: 'ms' });
      check('look-up, p95', { over, measured: percentile(looked, 95), unit: 'ms', target: { atMost: 50 } });

      const changed = await touchTickets(database, { prefix, every: CHANGED_SHARE });
      const update = await page.evaluate(() => globalThis.speed.refresh());
      check('update', { over: `${over}, ${changed} changed`, measured: update.spent / 1_000, unit: 's' });
      check('held after the update', { over, measured: update.tickets.count, target: { is: size } });
    });
  }
}

/** Returns the bytes of live objects. */
async function measureHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
