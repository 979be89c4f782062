import { fileURLToPath } from 'node:url';
import { openProfile, temporaryFolder } from '../../../scripts/bench/browser.ts';
import { servePage } from '../../../scripts/bench/page-server.ts';
import { runBench } from '../../../scripts/bench/run-bench.ts';
import { percentile } from './percentile.ts';

await runBench('Ledger: speed', async ({ size, check }) => {
  const server = await servePage(fileURLToPath(new URL('page/speed.ts', import.meta.url)));
  const context = await openProfile(temporaryFolder());
  const page = await context.newPage();
  await page.goto(server.origin);
  const scans = size(2_000, 100);
  const recorded = await page.evaluate((count) => globalThis.speed.record(count), scans);
  const over = `${scans} scans, one after the other`;
  check('record to durable, p50', { over, measured: percentile(recorded, 50), unit: 'ms' });
  check('record to durable, p95', { over, measured: percentile(recorded, 95), unit: 'ms', target: { atMost: 50 } });
  await context.close();
  await server.close();
});
