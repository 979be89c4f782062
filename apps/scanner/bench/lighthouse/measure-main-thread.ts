import type { Page } from '../../../../scripts/bench/browser.ts';
import { traceTasks } from '../scanning/trace-tasks.ts';

/** As Lighthouse slows down its phone. */
const SLOWDOWN = 4;
/** How long a page is watched after its first paint, in milliseconds. */
const WATCHED_MS = 6_000;

/** What the main thread of a page did until {@link WATCHED_MS} after its load, by the thread's own clock. */
export interface MainThread {
  /** Milliseconds of all tasks together. */
  readonly totalMs: number;
  /** Milliseconds of the longest task. */
  readonly longestMs: number;
}

/** Loads a page on a processor that is four times slower. Its files come from the cache as they are. */
export async function measureMainThread(page: Page, url: string): Promise<MainThread> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const tasks = await traceTasks(page, async () => {
    await page.goto(url);
    await page.waitForTimeout(WATCHED_MS);
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  const own = tasks.map(({ ownMs }) => ownMs);
  return { totalMs: own.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(0, ...own) };
}
