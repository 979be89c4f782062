import lighthouse from 'lighthouse';
import { type BrowserContext, openProfile, type Page } from '../../../../scripts/bench/browser.ts';
import { listen } from '../../../../scripts/bench/page-server.ts';

/** The figures of a visit: a category of Lighthouse, 0 to 100, or an audit. */
export const FIGURES = [
  { figure: 'performance', kind: 'category', unit: '' },
  { figure: 'accessibility', kind: 'category', unit: '' },
  { figure: 'best-practices', kind: 'category', unit: '' },
  { figure: 'first-contentful-paint', kind: 'audit', unit: 'ms' },
  { figure: 'largest-contentful-paint', kind: 'audit', unit: 'ms' },
  { figure: 'total-blocking-time', kind: 'audit', unit: 'ms' },
  { figure: 'cumulative-layout-shift', kind: 'audit', unit: '' },
] as const;

export type Figure = (typeof FIGURES)[number]['figure'];

/** `power` is Lighthouse's benchmark index of the machine, which it throttles fourfold. */
export type Visit = Record<Figure | 'power', number>;

/**
 * How the phone and its network are slowed: `simulate` loads at full speed and calculates, as Lighthouse's scores do;
 * `devtools` slows them down.
 */
export type Throttling = 'simulate' | 'devtools';

/** A Chromium that both Playwright and Lighthouse control. */
export interface OpenDevice {
  readonly page: Page;
  /** Of Chromium's remote debugging. */
  readonly port: number;
}

/**
 * Starts a Chromium on a profile for one visit. A browser that has shown a page works for up to 120 ms when it opens the
 * next one. The files of the app and its service worker are removed before; local storage and IndexedDB stay.
 */
export async function onDevice<T>(
  profile: string,
  origin: string,
  work: (device: OpenDevice) => Promise<T>,
): Promise<T> {
  const probe = await listen(() => {});
  await probe.close();
  const port = Number(new URL(probe.origin).port);
  const context = await openProfile(profile, { args: [`--remote-debugging-port=${port}`] });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await forgetFiles(context, page, origin);
    return await work({ page, port });
  } finally {
    await context.close();
  }
}

async function forgetFiles(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const storageTypes = 'cache_storage,service_workers';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
}

/** One visit of a phone on Lighthouse's slow network. @throws when the page leads elsewhere, or Lighthouse fails */
export async function visitPage(url: string, port: number, throttlingMethod: Throttling): Promise<Visit> {
  const result = await lighthouse(
    url,
    // The session must stay: without it Home redirects to Sign In.
    { port, output: 'json', logLevel: 'error', disableStorageReset: true },
    {
      extends: 'lighthouse:default',
      settings: { onlyCategories: ['performance', 'accessibility', 'best-practices'], throttlingMethod },
    },
  );
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse returned no result.');
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}.`);
  const figures = FIGURES.map(({ figure, kind }): [string, number] => [
    figure,
    kind === 'category'
      ? Math.round((categories[figure]?.score ?? 0) * 100)
      : (audits[figure]?.numericValue ?? Number.NaN),
  ]);
  return Object.fromEntries([...figures, ['power', result.lhr.environment.benchmarkIndex]]) as Visit;
}
