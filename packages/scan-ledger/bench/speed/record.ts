import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import type { SpeedSetup } from './create-speed-setup.ts';

/** Measures from decode to durable record: the clerk's wait for the tick. */
export async function measureRecord({ size, say, check }: Bench, setup: SpeedSetup): Promise<void> {
  const scans = size(2_000, 100);
  say(`recording ${scans} scans`);
  const spent = await setup.withDevice((page) =>
    page.evaluate((count) => {
      globalThis.speed.setOnline(false);
      return globalThis.speed.record('record', count);
    }, scans),
  );
  const over = `${scans} scans, one after the other`;
  check('record to durable, p50', { over, measured: percentile(spent, 50), unit: 'ms' });
  check('record to durable, p95', { over, measured: percentile(spent, 95), unit: 'ms', target: { atMost: 100 } });
}
