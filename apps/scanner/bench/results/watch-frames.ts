import type { Page } from '../../../../scripts/bench/browser.ts';

/** The time of a frame at 60 Hz. */
const FRAME_MS = 1000 / 60;

/** How smooth an action was. */
export interface Smoothness {
  /** Late frames, in percent. */
  readonly dropped: number;
  /** Frames with missing rows, in percent. */
  readonly blank: number;
  /** The longest time without a frame. */
  readonly longestMs: number;
}

/** What the page records of each frame: its start, and whether rows were missing. */
type Frame = readonly [at: number, blank: boolean];

/** Records the frames of a page during an action. */
export async function watchFrames(page: Page, happens: () => Promise<unknown>): Promise<Smoothness> {
  await page.evaluate(() => {
    const frames: Frame[] = [];
    const inSight = new Set<Element>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, intersectionRect } of entries) {
        if (isIntersecting && intersectionRect.height > 1) inSight.add(target);
        else inSight.delete(target);
      }
    });
    for (const room of document.querySelectorAll('.app-log__room td')) observer.observe(room);
    const tick = (at: number) => {
      frames.push([at, inSight.size > 0]);
      request = requestAnimationFrame(tick);
    };
    let request = requestAnimationFrame(tick);
    Object.assign(window, {
      stopWatching() {
        cancelAnimationFrame(request);
        observer.disconnect();
        return frames;
      },
    });
  });
  await happens();
  return judge(await page.evaluate(() => (window as unknown as { stopWatching(): Frame[] }).stopWatching()));
}

function judge(frames: readonly Frame[]): Smoothness {
  const gaps = frames.slice(1).map(([at], index) => at - (frames[index]?.[0] ?? at));
  const late = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  const share = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);
  return {
    dropped: share(late, gaps.length + late),
    blank: share(frames.filter(([, blank]) => blank).length, frames.length),
    longestMs: Math.max(0, ...gaps),
  };
}
