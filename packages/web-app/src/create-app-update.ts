import { createListeners, whenPainted } from '@scantix/runtime-utils';
import type { AppUpdateOptions } from './app-update-options.ts';
import { nextUpdateState, type UpdateEvent, type UpdateState } from './update-state.ts';

/** The service worker of an app, and the newer build that waits behind it. */
export interface AppUpdate {
  /**
   * Registers the service worker once the page shows content, and begins to look for newer builds. A page that no worker
   * serves yet settles before: it is loaded, and no request has ended for 1 s, or the load is 10 s ago. Resolves once the
   * worker is registered, or the browser has refused it: the app then runs without one.
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

/**
 * Creates the update; nothing is registered before {@link AppUpdate.start}. The page reloads only after `apply`, or
 * when a view of its own can no longer be loaded: into a newer build, or into that of the device's first worker.
 *
 * @example
 * const update = createAppUpdate();
 * await update.start();
 */
export function createAppUpdate(options: AppUpdateOptions = {}): AppUpdate {
  const { container = browserContainer(), page } = options;
  const { subscribe, notify } = createListeners();
  const stopping = new AbortController();
  let state: UpdateState = 'none';
  let started: Promise<void> | undefined;
  /** Until a service worker is registered, a reload is all that an update takes. */
  let apply = () => (page ?? location).reload();

  function dispatch(event: UpdateEvent): void {
    const next = nextUpdateState(state, event);
    if (next === state) return;
    state = next;
    notify();
  }

  async function follow(): Promise<void> {
    if (!container) return;
    await whenPainted();
    // A load that fails is as a worker that the browser refuses: the next page load registers it.
    const late = await import('./follow-worker.ts').catch(() => null);
    const followed = { ...options, container, signal: stopping.signal, getSnapshot: () => state, dispatch };
    if (late) apply = await late.followWorker(followed);
  }

  return {
    start() {
      started ??= follow();
      return started;
    },
    isOfflineReady: () => container?.controller != null,
    stop: () => stopping.abort(),
    getSnapshot: () => state,
    subscribe,
    apply: () => apply(),
  };
}

function browserContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    // A sandboxed frame refuses it, and a server has no navigator.
  }
}
