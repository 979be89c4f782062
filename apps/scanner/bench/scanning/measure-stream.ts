import type { Page } from '../../../../scripts/bench/browser.ts';
import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { watchVerdicts } from '../../e2e/support/watch-verdicts.ts';
import { type Harness, signIn } from './open-harness.ts';

/**
 * The same visitors one by one, as the app comes (an accepted verdict closes after 1.2 s), and in *Stream*. The next code
 * is in view as soon as the verdict of the one before is on the screen.
 */
export async function measureStream({ short, size, say, check }: Bench, harness: Harness): Promise<void> {
  const people = size(101, 6);
  say(`${people - 1} visitors one by one, and in Stream`);
  const paces: number[] = [];
  for (const inStream of [false, true]) {
    // The code that the visits before have left in view was let in by another device.
    await harness.camera.clear();
    const codes = await harness.issueTickets(people);
    const { context, page } = await harness.openPhone();
    await signIn(page);
    await page.evaluate((streams) => {
      localStorage.scannerStream = JSON.stringify(streams);
    }, inStream);
    await page.goto('/scanner');
    await page.getByText('Point at a code').waitFor();
    const minutes = await present(page, harness, codes);
    paces.push((people - 1) / minutes);
    // The last verdict is in the page, and perhaps not on the screen yet.
    await page.waitForFunction((code) => {
      const { decodes, halos, verdicts } = globalThis.pageRecord;
      const decodedAt = decodes.find(({ text }) => text === code)?.at ?? Number.POSITIVE_INFINITY;
      return [halos, verdicts].every((times) => (times.at(-1) ?? 0) >= decodedAt);
    }, codes.at(-1));
    const { decodes, halos, verdicts } = await page.evaluate(() => globalThis.pageRecord);
    await context.close();
    if (!inStream) continue;
    const decodedAt = codes.slice(1).map((code) => decodes.find(({ text }) => text === code)?.at ?? Number.NaN);
    for (const [figure, times] of [
      ['Stream: decode to verdict on the screen', verdicts],
      ['Stream: decode to halo', halos],
    ] as const) {
      const spent = decodedAt.map((at) => (times.find((time) => time >= at) ?? Number.NaN) - at);
      const over = `${people - 1} scans`;
      check(`${figure}, p50`, { over, measured: percentile(spent, 50), unit: 'ms' });
      check(`${figure}, p95`, {
        over,
        measured: percentile(spent, 95),
        unit: 'ms',
        ...(!short && { target: { atMost: 100 } }),
      });
    }
  }
  const [single = Number.NaN, stream = Number.NaN] = paces;
  const over = `${people - 1} visitors`;
  check('people a minute, one by one', { over, measured: single });
  check('people a minute, Stream', { over, measured: stream });
  check('Stream over one by one', {
    over,
    measured: Math.round((stream / single) * 100) / 100,
    ...(!short && { target: { atLeast: 1.5 } }),
  });
}

/** Shows one code after the other, and counts from the second on. Resolves to the minutes that took. */
async function present(page: Page, { camera }: Harness, codes: readonly string[]): Promise<number> {
  const shown = await watchVerdicts(page);
  let from = 0;
  for (const [number, text] of codes.entries()) {
    await camera.show({ symbology: 'qr_code', text, size: 0.7 });
    await shown.next();
    if (number === 0) from = performance.now();
  }
  return (performance.now() - from) / 60_000;
}
