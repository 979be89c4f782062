import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { PHONE } from './browser.ts';
import { installApp } from './service-worker.ts';

export interface ContextOptions extends BrowserContextOptions {
  /** Whether the app is installed: the service worker is active. */
  readonly installed: boolean;
}

export interface OpenedContext {
  readonly context: BrowserContext;
  /** An empty page. */
  readonly page: Page;
}

/**
 * Contexts that later visits use again. To start a renderer process and to compile the app in it takes as long as many tests,
 * and to install the app takes longer.
 */
export interface SharedContexts {
  /** Lends a context that has stored nothing but, where that is wanted, the installed app. */
  take(browser: Browser, options: ContextOptions): Promise<OpenedContext>;
  /** Keeps a lent context for later visits; `take` empties it. */
  giveBack(context: BrowserContext): Promise<void>;
}

export interface SharedContextsOptions {
  /** The origin of the app. */
  readonly origin: string;
  /**
   * The address of a page of the same site and another origin. It stays open, so that the renderer process does, and the app
   * does not know of it.
   */
  readonly neighbour: string;
}

/** What a device keeps between visits, except the installed app. */
const STORED = 'cookies,local_storage,indexeddb,file_systems';

/** Events that tests listen to; Playwright itself listens to others. */
const LISTENED = ['console', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'];

export async function openContext(browser: Browser, { installed, ...options }: ContextOptions): Promise<OpenedContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(reportCauses);
  const page = await context.newPage();
  if (installed) await installApp(page);
  return { context, page };
}

/** Runs in the page. React reports an error of its own; only the cause of that says what went wrong. */
function reportCauses(): void {
  addEventListener('error', ({ error }) => {
    if (error?.cause) reportError(error.cause);
  });
}

export function createSharedContexts({ origin, neighbour }: SharedContextsOptions): SharedContexts {
  /** Contexts that nobody uses, by browser and options. */
  const idle = new Map<string, BrowserContext[]>();
  const keys = new WeakMap<BrowserContext, string>();
  const neighbours = new WeakSet<Page>();
  const browsers: Browser[] = [];

  function idleAs(key: string): BrowserContext[] {
    const contexts = idle.get(key) ?? [];
    idle.set(key, contexts);
    return contexts;
  }

  async function createContext(browser: Browser, options: ContextOptions, key: string): Promise<OpenedContext> {
    const { context, page } = await openContext(browser, { viewport: PHONE, ...options });
    const kept = await context.newPage();
    await kept.goto(neighbour);
    neighbours.add(kept);
    keys.set(context, key);
    return { context, page };
  }

  async function openAgain(
    context: BrowserContext,
    { permissions, installed }: ContextOptions,
  ): Promise<OpenedContext> {
    await context.grantPermissions([...(permissions ?? [])]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
    await session.send('Network.clearBrowserCache');
    await session.detach();
    if (installed) {
      await installApp(page);
      // Through the service worker, which saves the configuration of this visit as an installation does.
      await page.evaluate(() => fetch('/config.js'));
    }
    return { context, page };
  }

  return {
    async take(browser, { viewport, colorScheme, ...options }) {
      if (!browsers.includes(browser)) browsers.push(browser);
      const key = JSON.stringify([browsers.indexOf(browser), options]);
      const reused = idleAs(key).pop();
      const opened = reused ? await openAgain(reused, options) : await createContext(browser, options, key);
      // Size and colours are set for the page: visits that differ in them alone share a context.
      if (viewport) await opened.page.setViewportSize(viewport);
      if (colorScheme) await opened.page.emulateMedia({ colorScheme });
      return opened;
    },
    async giveBack(context) {
      for (const page of context.pages()) if (!neighbours.has(page)) await page.close();
      for (const event of LISTENED) context.removeAllListeners(event);
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await context.clearCookies();
      await context.clearPermissions();
      idleAs(keys.get(context) ?? '').push(context);
    },
  };
}
