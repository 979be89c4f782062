import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { addTickets } from '../domain.ts';
import type { SpeedSetup } from './create-speed-setup.ts';

/** Measures from decode to verdict on a device that knows that it is offline. */
export async function measureDeviceVerdict({ size, say, check }: Bench, setup: SpeedSetup): Promise<void> {
  const scans = size(1_000, 100);
  const tickets = size(10_000, 1_000);
  say(`deciding ${scans} scans without a network`);
  await addTickets(setup.database, { prefix: 'decide', count: tickets, entries: 1 });
  const spent = await setup.withDevice(async (page) => {
    await page.evaluate(() => globalThis.speed.refresh());
    return page.evaluate((count) => {
      globalThis.speed.setOnline(false);
      return globalThis.speed.decide('decide', count);
    }, scans);
  });
  const over = `${scans} scans, ${tickets.toLocaleString('en')} tickets held`;
  check('decode to device verdict, p50', { over, measured: percentile(spent, 50), unit: 'ms' });
  check('decode to device verdict, p95', {
    over,
    measured: percentile(spent, 95),
    unit: 'ms',
    target: { atMost: 200 },
  });
}
