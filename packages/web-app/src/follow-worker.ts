import type { AppUpdateOptions } from './app-update-options.ts';
import { browserAppPage } from './browser-app-page.ts';
import { TAKE_OVER_MESSAGE } from './take-over-message.ts';
import type { UpdateEvent, UpdateState } from './update-state.ts';

const HOUR_MS = 3_600_000;
/** How long the newer build has to take over, in milliseconds. */
const TAKE_OVER_MS = 3_000;

interface FollowOptions extends AppUpdateOptions {
  readonly container: ServiceWorkerContainer;
  /** Ends everything but the registration. */
  readonly signal: AbortSignal;
  readonly getSnapshot: () => UpdateState;
  readonly dispatch: (event: UpdateEvent) => void;
}

/**
 * Registers the service worker and follows it. A new worker fetches every file of the app and would delay the first view, so
 * a page without one settles before. This module is loaded late.
 *
 * @returns a function that reloads into the newer build
 */
export async function followWorker({
  scriptUrl = '/service-worker.js',
  policy,
  checkIntervalMs = HOUR_MS,
  container,
  page = browserAppPage,
  signal,
  getSnapshot,
  dispatch,
}: FollowOptions): Promise<() => void> {
  const wasControlled = container.controller !== null;

  function followController(): void {
    let isControlled = wasControlled;
    const onControllerChange = () => {
      if (getSnapshot() === 'applying') return page.reload();
      // Another tab has applied the newer build: this page continues with its own until it reloads.
      if (isControlled) dispatch('newer-build-installed');
      isControlled = true;
    };
    container.addEventListener('controllerchange', onControllerChange, { signal });
  }

  function followRegistration(found: ServiceWorkerRegistration): void {
    const offerWaiting = () => {
      // The first worker of a device replaces nothing: the page already has its files.
      if (found.waiting && container.controller) dispatch('newer-build-installed');
    };
    const followInstalling = () => found.installing?.addEventListener('statechange', offerWaiting, { signal });
    followInstalling();
    found.addEventListener('updatefound', followInstalling, { signal });
    offerWaiting();
  }

  let registration: ServiceWorkerRegistration | null = null;
  let checkedAt = page.now();

  async function register(): Promise<void> {
    const url = policy?.createScriptUrl(scriptUrl) ?? scriptUrl;
    // A private window or blocked cookies refuse it: the app runs all the same, with a network.
    registration = await container.register(url, { updateViaCache: 'none' }).catch(() => null);
    if (registration) followRegistration(registration);
  }

  function check(): void {
    if (!page.isVisible()) return;
    // The browser drops the registration of a first worker that could not be installed.
    if (!(registration?.installing ?? registration?.waiting ?? registration?.active)) return void register();
    if (Math.abs(page.now() - checkedAt) < checkIntervalMs) return;
    checkedAt = page.now();
    // Without a network the next check finds the build.
    registration.update().catch(() => {});
  }

  const apply = () => {
    const waiting = registration?.waiting;
    if (!waiting) return page.reload();
    // Chromium starts the replaced worker again for a request that comes while it stops, and the newer one then waits
    // on. A reload ends that.
    if (getSnapshot() !== 'applying') page.every(TAKE_OVER_MS, page.reload, signal);
    dispatch('take-over-requested');
    waiting.postMessage(TAKE_OVER_MESSAGE);
  };

  /** A page that began before the device's first worker may be of the build before it. */
  const isClaimed = () => !wasControlled && container.controller !== null;

  followController();
  // The server no longer has the views of a replaced build. While the newer one still waits, a reload alone would bring
  // the same page again.
  page.onPreloadError(() => (getSnapshot() !== 'none' || isClaimed()) && apply(), signal);
  // A page that a worker serves has the files of its build.
  if (!wasControlled) await page.whenSettled(signal);
  if (signal.aborted) return page.reload;
  await register();
  page.onVisibilityChange(check, signal);
  page.onOnline(check, signal);
  // Browsers throttle timers of hidden pages: a short interval bounds the delay after the page is visible again.
  page.every(checkIntervalMs / 4, check, signal);
  return apply;
}
