import { type ApiProcess, CLERK, startApi } from '../../../scripts/bench/api-process.ts';
import { launchBrowser, type Page } from '../../../scripts/bench/browser.ts';
import { createDatabase } from '../../../scripts/bench/database.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { fillLog } from './results/fill-log.ts';
import { type Smoothness, watchFrames } from './results/watch-frames.ts';

const DOMAIN = 'Harbour Lights';

/** The devices; a thumb scrolls faster than a wheel. */
const DEVICES = [
  { name: 'phone', viewport: { width: 390, height: 844 }, source: 'touch', speed: 3_000 },
  { name: 'desktop', viewport: { width: 1440, height: 900 }, source: 'mouse', speed: 2_000 },
] as const;
type Device = (typeof DEVICES)[number];

await runBench('Results: a long log', async (bench) => {
  const database = await createDatabase();
  const api = await startApi({ DATABASE_URL: database.url, AUTH_SECRET: 'results-bench-secret-of-32-bytes-' });
  const rows = bench.size(100_000, 3_000);
  bench.say(`${rows.toLocaleString('en')} scans`);
  await fillLog(database, DOMAIN, rows);
  for (const device of DEVICES) await measureDevice(bench, api, { device, rows });
  await api.kill();
  await database.drop();
});

async function measureDevice(bench: Bench, api: ApiProcess, { device, rows }: { device: Device; rows: number }) {
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: device.viewport, hasTouch: device.source === 'touch' });
  const page = await context.newPage();
  await signIn(page, api);
  const over = `${device.name}, ${rows.toLocaleString('en')} scans`;
  const seconds = bench.size(20, 3);
  const smooth = (what: string, { dropped, blank, longestMs }: Smoothness) => {
    bench.check(`dropped frames, ${what}`, { over, measured: dropped, unit: '%', target: { atMost: 1 } });
    bench.check(`frames with rows missing, ${what}`, { over, measured: blank, unit: '%', target: { atMost: 1 } });
    bench.check(`longest frame, ${what}`, { over, measured: longestMs, unit: 'ms' });
  };
  /** Scrolling faster than anybody reads: reported without a target. */
  const rough = (what: string, { dropped, longestMs }: Smoothness) => {
    bench.check(`dropped frames, ${what}`, { over, measured: dropped, unit: '%' });
    bench.check(`longest frame, ${what}`, { over, measured: longestMs, unit: 'ms' });
  };

  const still = await watchFrames(page, () => page.waitForTimeout(seconds * 1000));
  bench.check('dropped frames, nothing moves', { over: `${device.name}, Home`, measured: still.dropped, unit: '%' });
  bench.check('first rows', { over, measured: await openResults(page, api), unit: 'ms' });
  smooth('scrolled from the top', await watchFrames(page, () => scroll(page, { ...device, seconds })));
  const startedAt = performance.now();
  const toTheEnd = await watchFrames(page, () => readToTheEnd(page, rows));
  bench.check('all rows read', { over, measured: (performance.now() - startedAt) / 1000, unit: 's' });
  rough('all rows read', toTheEnd);
  smooth('scrolled from the end', await watchFrames(page, () => scroll(page, { ...device, seconds, up: true })));
  rough('dragged through', await watchFrames(page, () => dragThrough(page, seconds)));
  const { heapMb, nodes } = await measureMemory(page);
  bench.check('heap', { over, measured: heapMb, unit: 'MB' });
  bench.check('nodes of the page', { over, measured: nodes, target: { atMost: 3_000 } });
  await browser.close();
}

async function signIn(page: Page, api: ApiProcess): Promise<void> {
  await page.goto(`${api.origin}/login`);
  await page.getByLabel('Username').fill(CLERK.clerk);
  await page.getByLabel('Password').fill(CLERK.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  // Wait for the service worker and the offline tickets: no other work then runs beside the log.
  await page.getByText('Ready for offline').waitFor({ timeout: 120_000 });
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** From the tap to the first row, in milliseconds. */
async function openResults(page: Page, api: ApiProcess): Promise<number> {
  await page.goto(`${api.origin}/`);
  const link = page.getByRole('link', { name: 'All results' });
  await link.waitFor();
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let tappedAt = 0;
        addEventListener('pointerdown', ({ timeStamp }) => {
          tappedAt = timeStamp;
        });
        const check = (at: number) => {
          if (document.querySelector('.app-log__scan')) resolve(at - tappedAt);
          else requestAnimationFrame(check);
        };
        requestAnimationFrame(check);
      }),
  );
  await link.click();
  return shown;
}

interface Scroll {
  readonly source: Device['source'];
  /** Pixels a second. */
  readonly speed: number;
  readonly seconds: number;
  readonly up?: boolean;
}

/** Scrolls by thumb or wheel, through the browser's input pipeline. */
async function scroll(page: Page, { source, speed, seconds, up = false }: Scroll): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  await devtools.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height / 2,
    yDistance: speed * seconds * (up ? 1 : -1),
    speed,
    gestureSourceType: source,
    preventFling: true,
  });
  await devtools.detach();
}

/** Scrolls to the end of the loaded rows until all rows are loaded. */
async function readToTheEnd(page: Page, rows: number): Promise<void> {
  await page.evaluate(
    (rows) =>
      new Promise<void>((resolve) => {
        const view = document.querySelector('main');
        const check = () => {
          if (view) view.scrollTop = view.scrollHeight;
          const counted = Number(document.querySelector('.app-log')?.getAttribute('aria-rowcount'));
          if (counted > rows) resolve();
          else requestAnimationFrame(check);
        };
        check();
      }),
    rows,
  );
}

/** Drags the scroll bar from one end to the other and back. */
async function dragThrough(page: Page, seconds: number): Promise<void> {
  await page.evaluate(
    (durationMs) =>
      new Promise<void>((resolve) => {
        const view = document.querySelector('main');
        const startedAt = performance.now();
        const move = (at: number) => {
          const progress = Math.min(1, (at - startedAt) / durationMs);
          if (view) view.scrollTop = view.scrollHeight * Math.abs(1 - 2 * progress);
          if (progress < 1) requestAnimationFrame(move);
          else resolve();
        };
        requestAnimationFrame(move);
      }),
    seconds * 1000,
  );
}

async function measureMemory(page: Page): Promise<{ heapMb: number; nodes: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((it) => it.name === name)?.value ?? Number.NaN;
  await devtools.detach();
  return {
    heapMb: metric('JSHeapUsedSize') / 1e6,
    nodes: await page.evaluate(() => document.querySelectorAll('*').length),
  };
}
