import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '../../../../scripts/bench/browser.ts';
import { percentile } from '../../../../scripts/bench/percentile.ts';
import type { Bench, Target } from '../../../../scripts/bench/run-bench.ts';
import { type Harness, signIn } from './open-harness.ts';

interface Vitals {
  readonly LCP: number;
  readonly INP: number;
  readonly CLS: number;
}

declare global {
  var vitals: Partial<Vitals>;
}

/** The actions on a newly opened page. */
const JOURNEYS: readonly (readonly [name: string, path: string, walk: (page: Page) => Promise<void>])[] = [
  [
    'Home',
    '/',
    async (page) => {
      await page.getByText('Ready for offline').waitFor();
      await page.getByRole('combobox', { name: 'Mode' }).selectOption({ label: 'Check' });
      await page.getByRole('combobox', { name: 'Mode' }).selectOption({ label: 'Entry' });
      await page.getByRole('button', { name: 'Switch to dark theme' }).click();
      await page.getByRole('button', { name: 'Switch to light theme' }).click();
      await page.getByRole('link', { name: 'All results' }).click();
      await page.getByRole('rowheader').first().waitFor();
    },
  ],
  [
    'Results',
    '/results',
    async (page) => {
      await page.getByRole('rowheader').first().waitFor();
      await page.getByRole('searchbox', { name: 'Search scans' }).pressSequentially('HL-');
      const filter = page.getByRole('group', { name: 'Filter' });
      await filter.getByRole('button', { name: 'Refused' }).click();
      await filter.getByRole('button', { name: 'All' }).click();
      await page.getByRole('row').getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Raw code' }).waitFor();
    },
  ],
  [
    'Scan',
    '/scanner',
    async (page) => {
      await page.getByText('Point at a code').waitFor();
      for (const code of ['HL-2026-9999', 'HL-2026-0013']) {
        await page.getByRole('button', { name: 'Type the code' }).click();
        await page.getByRole('textbox', { name: 'Barcode' }).pressSequentially(code);
        await page.getByRole('button', { name: 'Check code' }).click();
        await page.getByRole('button', { name: 'Next' }).click();
      }
      await page.getByText('Point at a code').waitFor();
    },
  ],
];

const TARGETS: readonly (readonly [vital: keyof Vitals, unit: string, target: Target])[] = [
  ['LCP', 'ms', { atMost: 2_000 }],
  ['INP', 'ms', { atMost: 200 }],
  ['CLS', '', { is: 0 }],
];

/** The Web Vitals of newly opened pages, on this machine's network and processor; Lighthouse throttles both. */
export async function measureVitals({ short, size, say, check }: Bench, harness: Harness): Promise<void> {
  const visits = size(8, 1);
  say(`walking through ${JOURNEYS.length + 1} journeys, ${visits} times each`);
  await harness.camera.clear();
  const recorder = await makeRecorder();
  const report = (name: string, seen: readonly Vitals[]) => {
    for (const [vital, unit, target] of TARGETS) {
      const worst = percentile(
        seen.map((vitals) => vitals[vital]),
        75,
      );
      // Two decimals, as usual.
      const measured = Math.round(worst * 100) / 100;
      const isTimed = unit === 'ms';
      check(`${vital}: ${name}`, {
        over: `${visits} visits, p75`,
        measured,
        unit,
        ...(!(short && isTimed) && { target }),
      });
    }
  };

  const signIns: Vitals[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const { context } = await harness.openPhone();
    const page = await context.newPage();
    await page.addInitScript(recorder);
    await page.goto('/login');
    await signIn(page);
    signIns.push(await read(page));
    await context.close();
  }
  report('Sign In', signIns);

  const { context, page: first } = await harness.openPhone();
  await signIn(first);
  await first.close();
  for (const [name, path, walk] of JOURNEYS) {
    const seen: Vitals[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      const page = await context.newPage();
      await page.addInitScript(recorder);
      await page.goto(path);
      await walk(page);
      seen.push(await read(page));
      await page.close();
    }
    report(name, seen);
  }
  await context.close();
}

/** The library of the app's metrics, reporting every change. */
async function makeRecorder(): Promise<string> {
  const library = fileURLToPath(new URL('web-vitals.iife.js', import.meta.resolve('web-vitals')));
  return `${await readFile(library, 'utf8')}
    globalThis.vitals = {};
    for (const vital of ['LCP', 'INP', 'CLS']) {
      webVitals['on' + vital](({ name, value }) => { vitals[name] = value; }, { reportAllChanges: true });
    }`;
}

/** The figures of the page so far; without a layout shift or a slow input the library reports none. */
async function read(page: Page): Promise<Vitals> {
  // The last input is counted with the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const { LCP = Number.NaN, INP = 0, CLS = 0 } = await page.evaluate(() => globalThis.vitals);
  return { LCP, INP, CLS };
}
