import { CLERK, startApi } from '../../../scripts/bench/api-process.ts';
import { openProfile, temporaryFolder } from '../../../scripts/bench/browser.ts';
import { type Bench, runBench, type Target } from '../../../scripts/bench/run-bench.ts';
import { buildBarePage } from './lighthouse/build-bare-page.ts';
import { type MainThread, measureMainThread } from './lighthouse/measure-main-thread.ts';
import {
  FIGURES,
  type Figure,
  type OpenDevice,
  onDevice,
  type Throttling,
  type Visit,
  visitPage,
} from './lighthouse/visit-page.ts';

/** The product's budgets for a view. */
const BUDGETS: Readonly<Partial<Record<Figure, Target>>> = {
  accessibility: { is: 100 },
  'best-practices': { is: 100 },
  'largest-contentful-paint': { atMost: 1500 },
  'total-blocking-time': { atMost: 15 },
  'cumulative-layout-shift': { is: 0 },
};
/** How long a page is left alone, so that what it does after its first view is over, in milliseconds. */
const LEFT_ALONE_MS = 8_000;

interface View {
  readonly name: string;
  readonly url: string;
  /** The profile folder of the device of one visit. */
  readonly profile: () => string;
}

/** What later views are compared with. */
interface Baseline {
  readonly performance: number;
  readonly threadMs: number;
  readonly longestTaskMs: number;
}

async function measureView(bench: Bench, view: View, baseline?: Baseline): Promise<Baseline> {
  const runs = bench.size(5, 1);
  const { origin } = new URL(view.url);
  const on = <T>(work: (device: OpenDevice) => Promise<T>) => onDevice(view.profile(), origin, work);
  /** A busy machine sometimes loses a trace: the next try has a browser of its own, too. */
  const visit = (throttling: Throttling, tries = 3): Promise<Visit> =>
    on(({ port }) => visitPage(view.url, port, throttling)).catch((error) => {
      if (tries === 1) throw error;
      return visit(throttling, tries - 1);
    });
  const measured: { readonly seen: Visit; readonly slowed: Visit; readonly thread: MainThread }[] = [];
  for (let run = 0; run < runs; run += 1) {
    const seen = await visit('simulate');
    const slowed = await visit('devtools');
    const thread = await on(({ page }) => measureMainThread(page, view.url));
    measured.push({ seen, slowed, thread });
    bench.say(`${view.name}: ${seen.performance} / ${seen.accessibility} / ${seen['best-practices']}`);
  }

  const check = (figure: string, values: readonly number[], unit: string, target?: Target): number => {
    const middle = median(values);
    const over = `${view.name}, median of ${runs} visits`;
    bench.check(figure, { over, measured: middle, unit, ...(target && baseline && { target }) });
    return middle;
  };
  const seen = measured.map((visit) => visit.seen);
  for (const { figure, unit } of FIGURES) {
    const target = figure === 'performance' ? baseline && { atLeast: baseline.performance } : BUDGETS[figure];
    const values = seen.map((visit) => visit[figure]);
    check(figure, values, unit, target);
  }
  const slowedPaints = measured.map(({ slowed }) => slowed['largest-contentful-paint']);
  check('largest-contentful-paint, slowed down', slowedPaints, 'ms', { atMost: 1500 });
  const powers = seen.map(({ power }) => power);
  check('benchmark index of the machine', powers, '');
  const totals = measured.map(({ thread }) => thread.totalMs);
  const threadMs = check('main thread, its own clock, 4 times slower', totals, 'ms');
  const longest = measured.map(({ thread }) => thread.longestMs);
  // A new browser's own task, the commit of the navigation, takes longer than the 50 ms that a page's task may take.
  const target = { atMost: Math.max(50, baseline?.longestTaskMs ?? 0) };
  const longestTaskMs = check('longest task, its own clock, 4 times slower', longest, 'ms', target);
  return { performance: median(seen.map(({ performance }) => performance)), threadMs, longestTaskMs };
}

/** Opens Sign In on a new profile, signs in if asked to, and leaves the page alone. Returns the profile's folder. */
async function prepareDevice(origin: string, { signIn }: { signIn: boolean }): Promise<string> {
  const profile = temporaryFolder();
  const context = await openProfile(profile);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${origin}/login`);
  if (signIn) {
    await page.getByLabel('Username').fill(CLERK.clerk);
    await page.getByLabel('Password').fill(CLERK.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  }
  await page.waitForTimeout(LEFT_ALONE_MS);
  // A slow machine completes the fingerprint at the second start.
  await page.reload();
  await page.waitForTimeout(LEFT_ALONE_MS);
  await context.close();
  return profile;
}

async function measure(bench: Bench): Promise<void> {
  const bare = await startApi({ APP_DIR: await buildBarePage() });
  const alone = { name: 'React and the router alone', url: `${bare.origin}/`, profile: temporaryFolder };
  const baseline = await measureView(bench, alone);
  await bare.kill();

  const api = await startApi();
  const { origin } = api;
  await measureView(bench, { name: 'Sign In, new device', url: `${origin}/login`, profile: temporaryFolder }, baseline);
  const known = await prepareDevice(origin, { signIn: false });
  await measureView(bench, { name: 'Sign In', url: `${origin}/login`, profile: () => known }, baseline);
  const clerks = await prepareDevice(origin, { signIn: true });
  const home = await measureView(bench, { name: 'Home', url: `${origin}/`, profile: () => clerks }, baseline);
  const ratio = home.threadMs / baseline.threadMs;
  bench.check('main thread of Home beside the bare page', {
    over: 'medians',
    measured: ratio,
    target: { atMost: 1.5 },
  });
  await api.kill();
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await runBench('Lighthouse, mobile', measure);
