import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Credentials } from './api-clerk.ts';
import type { CameraPicture } from './camera-clip.ts';

/** A page in a context of its own. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly troubles: string[];
}

export interface VisitOptions
  extends Pick<BrowserContextOptions, 'colorScheme' | 'hasTouch' | 'locale' | 'timezoneId' | 'userAgent' | 'viewport'> {
  /** The first path. @default '/' */
  readonly path?: string;
  /** Whether local storage holds a session. @default false */
  readonly signedIn?: boolean;
  /** Whose session that is. @default the demo clerk's */
  readonly clerk?: Credentials;
  /** Further entries of local storage; `null` removes one. */
  readonly storage?: Readonly<Record<string, string | null>>;
  /** The runtime configuration for the rest of the test: values that override the shipped ones, or a whole script. */
  readonly config?: Readonly<Record<string, unknown>> | string;
  /** What the camera shows. @default `NO_CODE` */
  readonly camera?: CameraPicture;
  /** Whether the test controls the page's clock. @default false */
  readonly clock?: boolean;
  /** Whether the context is new, and no later visit uses it again. @default false */
  readonly ownContext?: boolean;
  /** Runs before the page is opened. */
  readonly prepare?: (visit: Visit) => Promise<unknown>;
}

/** Local storage of a device on which an accepted verdict stays so long. A time of 0 leads to *Stream* where that is on. */
export const heldFor = (ms: number) => ({
  scannerHold: JSON.stringify({ accepted: ms, attention: 0, refused: 0, undecided: 0 }),
});

/** Local storage of a device on which verdicts stay. The time that an app keeps one by itself is short for a busy machine. */
export const HELD = heldFor(60_000);

const SHIPPED = { API_BASE_URL: '/', OFFLINE_SESSION_GRACE_MS: 12 * 3_600_000 };

export function formatConfiguration(config: NonNullable<VisitOptions['config']>): string {
  return typeof config === 'string' ? config : `window.SCANTIX_CONFIG = ${JSON.stringify({ ...SHIPPED, ...config })};`;
}

/** The entries of local storage. */
export function readStorage(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

/** Navigates as a link of the app does, without loading the page again. */
export function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Lets queued tasks of the page run, without any of its time. */
export function runTasks(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let task = 0; task < 10; task += 1) {
      const { port1, port2 } = new MessageChannel();
      port2.postMessage(null);
      await new Promise((resolve) => {
        port1.onmessage = resolve;
      });
    }
  });
}

/** Lets the flush interval of the analytics logger pass, on a page whose clock the test controls. */
export async function passFlushInterval(page: Page): Promise<void> {
  // React logs a page view in an effect after the render: let the queued effects run first.
  await runTasks(page);
  await page.clock.fastForward(5000);
}

/** Logs page views of a signed-out visitor by navigating between two public routes. */
export function logPageViews(page: Page, count: number): Promise<void> {
  return page.evaluate(async (views) => {
    // Not a timer: the test may have stopped the clock.
    const nextTask = () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    for (let view = 0; view < views; view += 1) {
      const [path, title] = document.title === 'Sign In' ? ['/no/such/path', 'Page Not Found'] : ['/login', 'Sign In'];
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
      while (document.title !== title) await nextTask();
    }
  }, count);
}
