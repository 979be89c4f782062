import { createListeners } from '@scantix/runtime-utils';
import type { AppPage } from './app-page.ts';
import { browserAppPage } from './browser-app-page.ts';
import type { ScriptUrlPolicy } from './create-script-url-policy.ts';
import { TAKE_OVER_MESSAGE } from './take-over-message.ts';
import { nextUpdateState, type UpdateEvent, type UpdateState } from './update-state.ts';

const HOUR_MS = 3_600_000;
/** How long the newer build has to take over, in milliseconds. */
const TAKE_OVER_MS = 3_000;

/** The service worker of an app, and the newer build that waits behind it. */
export interface AppUpdate {
  /**
   * Registers the service worker after the page's `load` event and begins to look for newer builds. Resolves once it
   * is registered, or the browser has refused it: the app then runs without one.
   */
  start(): Promise<void>;
  /** Whether a service worker serves this page: it then starts without a network. */
  isOfflineReady(): boolean;
  /** Stops for good looking for newer builds; the service worker stays registered. */
  stop(): void;
  getSnapshot(): UpdateState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /** Reloads into the newer build, after 3 s at the latest. Call it only when a reload loses nothing. */
  apply(): void;
}

/** Options of {@link createAppUpdate}. */
export interface AppUpdateOptions {
  /** The service worker's script. @default '/service-worker.js' */
  readonly scriptUrl?: string;
  /** Makes the address acceptable to a page that enforces Trusted Types. @default the address as it is */
  readonly policy?: ScriptUrlPolicy;
  /** How often the server is asked for a newer build while the page is visible, in milliseconds. @default 3_600_000 */
  readonly checkIntervalMs?: number;
  /** @default navigator.serviceWorker; `undefined` on an insecure page */
  readonly container?: ServiceWorkerContainer | undefined;
  /** @default the browser's page */
  readonly page?: AppPage;
}

/**
 * Creates the update; nothing is registered before {@link AppUpdate.start}. The page reloads only after `apply`, or
 * when a view of a replaced build can no longer be loaded.
 *
 * @example
 * const update = createAppUpdate();
 * await update.start();
 */
export function createAppUpdate({
  scriptUrl = '/service-worker.js',
  policy,
  checkIntervalMs = HOUR_MS,
  container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined,
  page = browserAppPage,
}: AppUpdateOptions = {}): AppUpdate {
  const { subscribe, notify } = createListeners();
  const stopping = new AbortController();
  const { signal } = stopping;
  let registration: ServiceWorkerRegistration | null = null;
  let state: UpdateState = 'none';

  function dispatch(event: UpdateEvent): void {
    const next = nextUpdateState(state, event);
    if (next === state) return;
    state = next;
    notify();
  }

  function followController(workers: ServiceWorkerContainer): void {
    let isControlled = workers.controller !== null;
    const onControllerChange = () => {
      if (state === 'applying') return page.reload();
      // Another tab has applied the newer build: this page continues with its own until it reloads.
      if (isControlled) dispatch('newer-build-installed');
      isControlled = true;
    };
    workers.addEventListener('controllerchange', onControllerChange, { signal });
  }

  function followRegistration(workers: ServiceWorkerContainer, found: ServiceWorkerRegistration): void {
    const offerWaiting = () => {
      // The first worker of a device replaces nothing: the page already has its files.
      if (found.waiting && workers.controller) dispatch('newer-build-installed');
    };
    const followInstalling = () => found.installing?.addEventListener('statechange', offerWaiting, { signal });
    followInstalling();
    found.addEventListener('updatefound', followInstalling, { signal });
    offerWaiting();
  }

  function checkRegularly(found: ServiceWorkerRegistration): void {
    let checkedAt = page.now();
    const check = () => {
      if (!page.isVisible() || page.now() - checkedAt < checkIntervalMs) return;
      checkedAt = page.now();
      // Without a network the next check finds the build.
      found.update().catch(() => {});
    };
    page.onVisibilityChange(check, signal);
    // Browsers throttle timers of hidden pages: a short interval bounds the delay after the page is visible again.
    page.every(checkIntervalMs / 4, check, signal);
  }

  return {
    async start() {
      if (!container) return;
      await page.whenLoaded();
      followController(container);
      // The server no longer has the views of a replaced build.
      page.onPreloadError(() => state !== 'none' && page.reload(), signal);
      const url = policy?.createScriptUrl(scriptUrl) ?? scriptUrl;
      // A private window or blocked cookies refuse it: the app runs all the same, with a network.
      registration = await container.register(url, { updateViaCache: 'none' }).catch(() => null);
      if (!registration) return;
      followRegistration(container, registration);
      checkRegularly(registration);
    },
    isOfflineReady: () => container?.controller != null,
    stop: () => stopping.abort(),
    getSnapshot: () => state,
    subscribe,
    apply() {
      const waiting = registration?.waiting;
      if (!waiting) return page.reload();
      // Chromium starts the replaced worker again for a request that comes while it stops, and the newer one then waits
      // on. A reload ends that.
      if (state !== 'applying') page.every(TAKE_OVER_MS, page.reload, signal);
      dispatch('take-over-requested');
      waiting.postMessage(TAKE_OVER_MESSAGE);
    },
  };
}
