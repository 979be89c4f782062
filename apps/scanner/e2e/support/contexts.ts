import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { installApp } from './service-worker.ts';

/** What a device keeps between visits, except the installed app. */
const STORED = 'cookies,local_storage,indexeddb,file_systems';

/** Events that tests listen to; Playwright itself listens to others. */
const LISTENED = ['console', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'];

/** Contexts in which the app is installed. To install it takes longer than most tests, so that later visits use them again. */
export interface InstalledContexts {
  /** Lends a context that has stored nothing but the installed app, with one empty page. */
  take(browser: Browser, options: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }>;
  /** Keeps a lent context for later visits; `take` empties it. */
  giveBack(context: BrowserContext): Promise<void>;
}

export function createInstalledContexts(origin: string): InstalledContexts {
  /** Contexts that nobody uses, by browser and options. */
  const idle = new Map<string, BrowserContext[]>();
  const keys = new WeakMap<BrowserContext, string>();
  const browsers: Browser[] = [];

  function idleAs(key: string): BrowserContext[] {
    const contexts = idle.get(key) ?? [];
    idle.set(key, contexts);
    return contexts;
  }

  async function empty(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
    await session.detach();
  }

  return {
    async take(browser, options) {
      if (!browsers.includes(browser)) browsers.push(browser);
      const key = JSON.stringify([browsers.indexOf(browser), options]);
      const reused = idleAs(key).pop();
      const context = reused ?? (await browser.newContext(options));
      keys.set(context, key);
      await context.grantPermissions([...(options.permissions ?? [])]);
      const page = await context.newPage();
      if (reused) await empty(page);
      await installApp(page);
      // Through the service worker, which saves the configuration of this visit as an installation does.
      if (reused) await page.evaluate(() => fetch('/config.js'));
      return { context, page };
    },
    async giveBack(context) {
      for (const page of context.pages()) await page.close();
      for (const event of LISTENED) context.removeAllListeners(event);
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await context.clearCookies();
      await context.clearPermissions();
      idleAs(keys.get(context) ?? '').push(context);
    },
  };
}
