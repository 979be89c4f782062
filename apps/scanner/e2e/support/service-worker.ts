import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect, type Page } from '@playwright/test';

const BUILT_APP = fileURLToPath(new URL('../../dist', import.meta.url));

/** The part of a Trusted Types policy that a service worker needs. */
interface Rules {
  createScriptURL(url: string): string;
}

/** Waits until the app works without a network: the service worker has every file and serves this page. */
export async function untilOfflineReady(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none'), { timeout: 45_000 })
    .toBe('activated');
}

/**
 * Installs the app without starting it, so that nothing of a first visit is logged, stored or called: what the page opens
 * next is the second visit, served by the service worker.
 */
export async function installApp(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(async () => {
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(name: string, rules: Rules): Rules } };
    const policy = trustedTypes.createPolicy('scantix', { createScriptURL: (url) => url });
    await navigator.serviceWorker.register(policy.createScriptURL('/service-worker.js'), { updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
}

/** Makes the current page the first one of its history. */
export async function forgetHistory(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

/** Whether a service worker serves the page. */
export function isControlled(page: Page): Promise<boolean> {
  return page.evaluate(() => navigator.serviceWorker.controller !== null);
}

/** Disconnects or reconnects pages and service worker, and waits until the service worker notices. */
export async function setOffline(context: BrowserContext, offline: boolean): Promise<void> {
  await context.setOffline(offline);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No service worker runs in this browser.');
  const reaches = () =>
    worker.evaluate(() =>
      fetch('/healthz', { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(reaches).toBe(!offline);
}

interface CopiedApp {
  readonly appDir: string;
  /** Releases a build. @param options.page the build whose page the server answers with @default the same */
  readonly release: (build: string, options?: { page?: string }) => Promise<void>;
}

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** Copies the built app, so that a test can release newer builds of it. */
export async function copyApp(folder: string): Promise<CopiedApp> {
  const appDir = join(folder, 'app');
  await cp(BUILT_APP, appDir, { recursive: true });
  const page = await readFile(join(appDir, 'index.html'), 'utf8');
  const script = await readFile(join(appDir, 'service-worker.js'), 'utf8');
  const revision = /"revision":"(\w+)","url":"index\.html"|"url":"index\.html","revision":"(\w+)"/.exec(script);
  const known = revision?.[1] ?? revision?.[2];
  if (!known) throw new Error('The service worker does not name the revision of the page.');
  const integrity = integrityOf(page);
  if (!script.includes(integrity)) throw new Error('The service worker does not name the hash of the page.');
  const pageOf = (build: string) => page.replace('</head>', `<meta name="build" content="${build}"></head>`);
  return {
    appDir,
    /** Changes what a build changes: the page, and its revision and hash in the service worker. */
    async release(build, options) {
      await writeFile(join(appDir, 'index.html'), pageOf(options?.page ?? build));
      const released = script.replace(known, `${known}-${build}`).replace(integrity, integrityOf(pageOf(build)));
      await writeFile(join(appDir, 'service-worker.js'), released);
    },
  };
}
