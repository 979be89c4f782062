import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Scene } from '@scantix/barcode-reader/testing';
import { type Backend, type BackendOptions, startBackend } from './backend.ts';
import { type BrowserOptions, openBrowser, type ScannerBrowser } from './browser.ts';
import { writeClip } from './camera-clip.ts';

interface Fixtures {
  /** A folder of this test's own. */
  readonly folder: string;
  /** Opens a browser of this test's own on the sign-in page; whatever goes wrong in it fails the test at its end. */
  readonly open: (options?: OpenOptions) => Promise<ScannerBrowser>;
  /** Troubles that this test provokes on purpose. */
  readonly expectedTroubles: RegExp[];
}

interface OpenOptions extends Partial<Omit<BrowserOptions, 'clip' | 'origin'>> {
  /** What the camera sees, in a loop. */
  readonly camera?: readonly Scene[];
  /** Where to go first. @default '/' */
  readonly path?: string;
}

export const test = base.extend<Fixtures, BackendOptions & { backend: Backend }>({
  database: ['embedded', { option: true, scope: 'worker' }],

  backend: [
    async ({ database }, use) => {
      const backend = await startBackend({ database });
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'scantix-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  expectedTroubles: [[], { option: true }],

  open: async ({ backend, folder, expectedTroubles }, use) => {
    const opened: ScannerBrowser[] = [];
    await use(async ({ camera, path = '/', ...options } = {}) => {
      const clip = camera && (await writeClip(join(folder, 'camera.y4m'), camera));
      const browser = await openBrowser({
        origin: backend.origin,
        profile: join(folder, 'profile'),
        ...options,
        ...(clip && { clip }),
      });
      opened.push(browser);
      await browser.page.goto(path);
      return browser;
    });
    for (const browser of opened) await browser.close();
    const troubles = opened.flatMap((browser) => browser.troubles);
    expect(troubles.filter((trouble) => !expectedTroubles.some((pattern) => pattern.test(trouble)))).toEqual([]);
  },
});

export { expect };
