import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { type Harness, signIn } from './open-harness.ts';

/** From the tap on *Scan* at Home to the first picture of the camera on the screen, on a newly opened page each time. */
export async function measureTapToLive({ short, size, say, check }: Bench, harness: Harness): Promise<void> {
  const visits = size(20, 2);
  say(`opening the scanner ${visits} times`);
  await harness.camera.clear();
  const { context, page: first } = await harness.openPhone();
  await signIn(first);
  const spent: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const page = await context.newPage();
    await page.goto('/');
    await page.getByText('Ready for offline').waitFor();
    await page.getByRole('link', { name: 'Scan', exact: true }).click();
    await page.waitForFunction(() => globalThis.pageRecord.pictures.length > 0);
    const { scans, pictures } = await page.evaluate(() => globalThis.pageRecord);
    spent.push((pictures[0] ?? Number.NaN) - (scans[0] ?? Number.NaN));
    await page.close();
  }
  await context.close();
  const over = `${visits} visits`;
  check('tap on Scan to live camera, p50', { over, measured: percentile(spent, 50), unit: 'ms' });
  check('tap on Scan to live camera, p75', {
    over,
    measured: percentile(spent, 75),
    unit: 'ms',
    ...(!short && { target: { atMost: 800 } }),
  });
}
