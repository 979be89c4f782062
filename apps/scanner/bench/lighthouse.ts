import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { type ApiProcess, CLERK, startApi } from '../../../scripts/bench/api-process.ts';
import { temporaryFolder } from '../../../scripts/bench/browser.ts';
import { listen } from '../../../scripts/bench/page-server.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { buildBarePage } from './lighthouse/build-bare-page.ts';
import { type MainThread, measureMainThread } from './lighthouse/measure-main-thread.ts';

/**
 * The figures of a view; the targets are the product's budgets. For the performance it is what the bare
 * page gets in the same run.
 */
const FIGURES = [
  ['performance', 'category', undefined, ''],
  ['accessibility', 'category', { is: 100 }, ''],
  ['best-practices', 'category', { is: 100 }, ''],
  ['first-contentful-paint', 'audit', undefined, 'ms'],
  ['largest-contentful-paint', 'audit', { atMost: 1500 }, 'ms'],
  ['total-blocking-time', 'audit', { atMost: 15 }, 'ms'],
  ['cumulative-layout-shift', 'audit', { is: 0 }, ''],
] as const;

/** `power` is Lighthouse's benchmark index of the machine, which it throttles fourfold. */
type Visit = Record<(typeof FIGURES)[number][0] | 'power', number>;

/** Opens a Chromium that both Playwright and Lighthouse control, with a new profile. */
async function openBrowser() {
  const probe = await listen(() => {});
  await probe.close();
  const port = Number(new URL(probe.origin).port);
  const context = await chromium.launchPersistentContext(temporaryFolder(), {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  return { context, port };
}

/**
 * How the phone and its network are slowed: `simulate` loads at full speed and calculates, as Lighthouse's scores do;
 * `devtools` slows them down.
 */
type Throttling = 'simulate' | 'devtools';

/** One visit of a phone on Lighthouse's slow network, without any file of the app on the device. */
async function visit(url: string, port: number, throttlingMethod: Throttling, tries = 3): Promise<Visit> {
  const result = await lighthouse(
    url,
    // The session must stay: without it Home redirects to Sign In.
    { port, output: 'json', logLevel: 'error', disableStorageReset: true },
    {
      extends: 'lighthouse:default',
      settings: { onlyCategories: ['performance', 'accessibility', 'best-practices'], throttlingMethod },
    },
  );
  // A busy machine sometimes loses a trace.
  if (result?.lhr.runtimeError && tries > 1) return visit(url, port, throttlingMethod, tries - 1);
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse returned no result.');
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}.`);
  const read = ([name, kind]: (typeof FIGURES)[number]): [string, number] => [
    name,
    kind === 'category' ? Math.round((categories[name]?.score ?? 0) * 100) : (audits[name]?.numericValue ?? Number.NaN),
  ];
  return Object.fromEntries([...FIGURES.map(read), ['power', result.lhr.environment.benchmarkIndex]]) as Visit;
}

async function measure(bench: Bench): Promise<void> {
  const api: ApiProcess = await startApi();
  const { context, port } = await openBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  const runs = bench.size(5, 1);

  /** Removes the files of the app and the service worker; local storage and IndexedDB stay. */
  async function forgetFiles(): Promise<void> {
    await page.goto('about:blank');
    const devtools = await context.newCDPSession(page);
    const storageTypes = 'cache_storage,service_workers';
    await devtools.send('Storage.clearDataForOrigin', { origin: api.origin, storageTypes });
    await devtools.send('Network.clearBrowserCache');
    await devtools.detach();
  }

  /** The performance of the bare page, which is measured first. */
  let bareScore: number | null = null;

  async function measureView(name: string, path: string, origin = api.origin): Promise<MainThread> {
    const isOurs = bareScore !== null;
    const visits: Visit[] = [];
    const slowed: Visit[] = [];
    const threads: MainThread[] = [];
    for (let run = 0; run < runs; run += 1) {
      await forgetFiles();
      const seen = await visit(origin + path, port, 'simulate');
      await forgetFiles();
      slowed.push(await visit(origin + path, port, 'devtools'));
      await forgetFiles();
      threads.push(await measureMainThread(page, origin + path));
      visits.push(seen);
      bench.say(`${name}: ${seen.performance} / ${seen.accessibility} / ${seen['best-practices']}`);
    }
    const score = median(visits.map(({ performance }) => performance));
    bareScore ??= score;
    for (const [figure, , fixed, unit] of FIGURES) {
      const target = figure === 'performance' ? { atLeast: bareScore } : fixed;
      const over = `${name}, median of ${runs} visits`;
      const measured = median(visits.map((seen) => seen[figure]));
      bench.check(figure, { over, measured, unit, ...(target && isOurs && { target }) });
    }
    bench.check('largest-contentful-paint, slowed down', {
      over: `${name}, median of ${runs} visits`,
      measured: median(slowed.map((seen) => seen['largest-contentful-paint'])),
      unit: 'ms',
      ...(isOurs && { target: { atMost: 1500 } }),
    });
    const powers = visits.map(({ power }) => power);
    bench.check('benchmark index of the machine', { over: `${name}, the same`, measured: median(powers) });
    const thread = {
      totalMs: median(threads.map(({ totalMs }) => totalMs)),
      longestMs: median(threads.map(({ longestMs }) => longestMs)),
    };
    const over = `${name}, median of ${runs} loads, processor 4 times slower`;
    bench.check('main thread, its own clock', { over, measured: thread.totalMs, unit: 'ms' });
    const longest = { over, measured: thread.longestMs, unit: 'ms' };
    bench.check('longest task, its own clock', { ...longest, ...(isOurs && { target: { atMost: 50 } }) });
    return thread;
  }

  const bare = await startApi({ APP_DIR: await buildBarePage() });
  const alone = await measureView('React and the router alone', '/', bare.origin);
  await bare.kill();
  await measureView('Sign In', '/login');

  await page.goto(`${api.origin}/login`);
  await page.getByLabel('Username').fill(CLERK.clerk);
  await page.getByLabel('Password').fill(CLERK.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const home = await measureView('Home', '/');
  const ratio = home.totalMs / alone.totalMs;
  bench.check('main thread of Home beside the bare page', {
    over: 'medians',
    measured: ratio,
    target: { atMost: 1.5 },
  });

  await context.close();
  await api.kill();
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await runBench('Lighthouse, mobile', measure);
