import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { addTickets } from '../domain.ts';
import type { SpeedSetup } from './create-speed-setup.ts';

/** Measures from decode to verdict: by the server, and on a device that knows that it is offline. */
export async function measureVerdict({ size, say, check }: Bench, setup: SpeedSetup): Promise<void> {
  const scans = size(1_000, 100);
  const tickets = size(10_000, 1_000);
  say(`deciding ${scans} scans with the server, then without a network`);
  await addTickets(setup.database, { prefix: 'online', count: scans, entries: 1 });
  await addTickets(setup.database, { prefix: 'decide', count: tickets, entries: 1 });
  const { byServer, spent } = await setup.withDevice(async (page) => {
    await page.evaluate(() => globalThis.speed.refresh());
    return page.evaluate(async (count) => {
      const online = await globalThis.speed.decide('online', count, 'server');
      globalThis.speed.setOnline(false);
      return { byServer: online, spent: await globalThis.speed.decide('decide', count, 'device') };
    }, scans);
  });
  const one = `${scans} scans, one after the other`;
  check('decode to server verdict, p50', { over: one, measured: percentile(byServer, 50), unit: 'ms' });
  check('decode to server verdict, p95', { over: one, measured: percentile(byServer, 95), unit: 'ms' });
  const over = `${scans} scans, ${tickets.toLocaleString('en')} tickets held`;
  check('decode to device verdict, p50', { over, measured: percentile(spent, 50), unit: 'ms' });
  check('decode to device verdict, p95', {
    over,
    measured: percentile(spent, 95),
    unit: 'ms',
    target: { atMost: 200 },
  });
}
