import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test';
import type { Scene } from '@scantix/barcode-reader/testing';
import { type Backend, type BackendOptions, SHIFT_CLOCK, type StartOptions, startBackend } from './backend.ts';
import {
  type BrowserOptions,
  CHROMIUM,
  openBrowser,
  PHONE,
  playing,
  type ScannerBrowser,
  watchForTroubles,
} from './browser.ts';
import { type CameraPicture, NO_CODE, writeClip } from './camera-clip.ts';
import { DEMO_CLERK } from './clerk.ts';
import { type Collector, startCollector } from './collector.ts';
import { type ContextOptions, createSharedContexts, openContext, type SharedContexts } from './contexts.ts';
import { START_LIMIT_MS } from './prepared-files.ts';
import { forgetHistory, isControlled } from './service-worker.ts';
import { KNOWN_DEVICE, LATE_FINGERPRINT, signedInStorage } from './signed-in.ts';
import { openTelemetry, type Telemetry } from './telemetry.ts';
import { formatConfiguration, type Visit, type VisitOptions } from './visit.ts';

/** How the app is opened. */
export interface VisitorOptions {
  /** Whether `visit` opens the app as installed: the service worker is active and serves the page. @default false */
  readonly installed: boolean;
}

export interface Fixtures extends VisitorOptions {
  /** A folder for this test only. */
  readonly folder: string;
  /** Starts a backend for this test only; what still runs at its end is stopped. */
  readonly startBackend: (options: StartOptions) => Promise<Backend>;
  /** Opens a browser for this test only; problems in it fail the test at its end. */
  readonly open: (options?: OpenOptions) => Promise<ScannerBrowser>;
  /** Opens a page in a new context of the shared browser; problems in it fail the test at its end. */
  readonly visit: (options?: VisitOptions) => Promise<Visit>;
  /** Where this test's events and error reports arrive. */
  readonly telemetry: Telemetry;
  /** Problems that this test causes on purpose. */
  readonly expectedTroubles: RegExp[];
}

export interface OpenOptions
  extends Partial<Omit<BrowserOptions, 'origin'>>,
    Pick<VisitOptions, 'path' | 'signedIn' | 'clerk' | 'storage'> {
  /** The scenes that the camera shows in a loop. */
  readonly camera?: readonly Scene[];
  /** The backend of the page. @default the one of the other tests */
  readonly backend?: Backend;
}

interface WorkerFixtures extends BackendOptions {
  readonly backend: Backend;
  readonly collector: Collector;
  /** The shared browser for a camera picture. */
  readonly sharedBrowser: (camera?: CameraPicture) => Promise<Browser>;
  readonly sharedContexts: SharedContexts;
}

/** The app's `Cross-Origin-Opener-Policy` would otherwise have a second process started for each visit. */
const ONE_PROCESS_A_CONTEXT = '--renderer-process-limit=1';

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: ['embedded', { option: true, scope: 'worker' }],
  beginsAt: [null, { option: true, scope: 'worker' }],

  backend: [
    async ({ database, beginsAt, collector }, use) => {
      const backend = await startBackend({ database, beginsAt, connectSources: [collector.origin] });
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker', timeout: 2 * START_LIMIT_MS },
  ],

  collector: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list
    async ({}, use) => {
      const collector = await startCollector();
      await use(collector);
      await collector.stop();
    },
    { scope: 'worker' },
  ],

  sharedBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'scantix-e2e-'));
      const browsers = new Map<string, Promise<Browser>>();
      const launch = async (camera: CameraPicture) => {
        const clip = await camera.write(join(folder, `${camera.name}.y4m`));
        return chromium.launch({ ...CHROMIUM, args: [...CHROMIUM.args, ONE_PROCESS_A_CONTEXT, ...playing(clip)] });
      };
      await use((camera = NO_CODE) => {
        const browser = browsers.get(camera.name) ?? launch(camera);
        browsers.set(camera.name, browser);
        return browser;
      });
      for (const browser of browsers.values()) await (await browser).close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  sharedContexts: [
    ({ backend, collector }, use) => use(createSharedContexts({ origin: backend.origin, neighbour: collector.origin })),
    { scope: 'worker' },
  ],

  telemetry: ({ collector }, use) => use(openTelemetry(collector)),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'scantix-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  installed: [false, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list
  startBackend: async ({}, use) => {
    const started: Promise<Backend>[] = [];
    await use((options) => {
      const backend = startBackend(options);
      started.push(backend);
      return backend;
    });
    // A later one may run in the folder of an earlier one. What did not start is stopped already.
    const running = (await Promise.allSettled(started)).flatMap((start) => ('value' in start ? [start.value] : []));
    for (const backend of running.toReversed()) await backend.stop();
  },

  // A fresh array for each test: a test that adds to it must not excuse the troubles of later ones.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list
  expectedTroubles: async ({}, use) => use([]),

  open: async ({ backend: shared, folder, expectedTroubles }, use) => {
    const opened: ScannerBrowser[] = [];
    await use(
      async ({
        camera,
        clip: played,
        backend = shared,
        path = '/',
        signedIn,
        clerk = DEMO_CLERK,
        storage = {},
        ...options
      } = {}) => {
        const clip = camera ? await writeClip(join(folder, 'camera.y4m'), camera) : played;
        const browser = await openBrowser({
          origin: backend.origin,
          profile: join(folder, 'profile'),
          ...options,
          ...(clip && { clip }),
        });
        opened.push(browser);
        const stored = signedIn ? await signedInStorage(backend, { clerk, storage }) : storage;
        const filling = await fillStorage(browser.context, backend, stored);
        await browser.page.goto(path);
        await filling.dispose();
        return browser;
      },
    );
    for (const browser of opened) await browser.close();
    expectNoTroubles(opened, expectedTroubles);
  },

  visit: async ({ backend, sharedBrowser, installed, sharedContexts, expectedTroubles }, use) => {
    const visits: Visit[] = [];
    const shared = new Set<BrowserContext>();
    let ofClock: readonly RegExp[] = [];
    await use(
      async ({
        path = '/',
        signedIn = false,
        storage = {},
        config,
        prepare,
        clock = false,
        camera,
        clerk = DEMO_CLERK,
        ownContext = false,
        ...options
      } = {}) => {
        if (config !== undefined) await backend.configure(formatConfiguration(config));
        const stored = signedIn ? await signedInStorage(backend, { clerk, storage }) : { ...KNOWN_DEVICE, ...storage };
        const browser = await sharedBrowser(camera);
        const contextOptions: ContextOptions = {
          installed,
          baseURL: backend.origin,
          viewport: PHONE,
          permissions: ['camera'],
          serviceWorkers: installed ? 'allow' : 'block',
          ...options,
        };
        // A clock that a test sets stays in its context.
        const isShared = !clock && !ownContext;
        const { context, page } = isShared
          ? await sharedContexts.take(browser, contextOptions)
          : await openContext(browser, contextOptions);
        if (isShared) shared.add(context);
        context.setDefaultTimeout(30_000);
        const filling = await fillStorage(context, backend, stored);
        const visit = { context, page, troubles: watchForTroubles(context) };
        visits.push(visit);
        if (clock) {
          await context.addInitScript(keepTimesOfKeys);
          await visit.page.clock.install({ time: backend.now() });
          ofClock = LEAPS;
        }
        if (!clock && backend.aheadMs !== 0) await shiftClock(page, backend);
        await prepare?.(visit);
        await visit.page.goto(path);
        await filling.dispose();
        if (installed) {
          await forgetHistory(page);
          expect(await isControlled(page)).toBe(true);
        }
        return visit;
      },
    );
    try {
      for (const { context } of visits) {
        // A report asks again until its page is closed: what a test does with the answer would fail then.
        for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
        if (shared.has(context)) await sharedContexts.giveBack(context);
        else await context.close();
      }
    } finally {
      await backend.configure(null);
    }
    expectNoTroubles(visits, [...expectedTroubles, ...ofClock]);
  },
});

/**
 * Fills the local storage of each document, before its scripts run, until what it returns is disposed of. Playwright's
 * `storageState` fills it in a page, and a renderer process, of its own.
 */
function fillStorage(context: BrowserContext, { origin }: Backend, stored: NonNullable<VisitOptions['storage']>) {
  const entries = Object.entries(stored).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return context.addInitScript(
    (filled) => {
      if (location.origin !== filled.origin) return;
      for (const [name, value] of filled.entries) localStorage.setItem(name, value);
    },
    { origin, entries },
  );
}

/**
 * Runs in the page, before Playwright's clock: that takes the moment at which an event is handled for its time, and on a busy
 * machine a hardware scanner's keys would be too far apart.
 */
function keepTimesOfKeys(): void {
  const timeStamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
  if (timeStamp) Object.defineProperty(KeyboardEvent.prototype, 'timeStamp', timeStamp);
}

/** Sets the clock of a page to the backend's time. */
async function shiftClock(page: Page, { aheadMs }: Backend): Promise<void> {
  await page.addInitScript(`globalThis.CLOCK_AHEAD_MS = ${aheadMs};`);
  await page.addInitScript({ path: SHIFT_CLOCK });
}

/**
 * What a page says that had too little processor time to answer within seconds, as on a busy machine; it goes on. A
 * database that never opens fails every test that scans.
 */
const LATE = [
  LATE_FINGERPRINT,
  /\[scantix\] session-record-failed .*did not answer in time/,
  /\[scantix\] ledger_storage_failed .*open took over 5000 ms/,
];

/** Seconds that a test lets pass at once also pass for a database request, or for a call, that is under way. */
const LEAPS = [
  /\[scantix\] device_data_not_swept .*does not answer/,
  /\[scantix\] api_call .*"status":0,"duration":\d{5,}/,
];

function expectNoTroubles(opened: readonly { troubles: readonly string[] }[], expected: readonly RegExp[]): void {
  const troubles = opened.flatMap((browser) => browser.troubles);
  const allowed = [...expected, ...LATE];
  expect(troubles.filter((trouble) => !allowed.some((pattern) => pattern.test(trouble)))).toEqual([]);
}

export { expect };
