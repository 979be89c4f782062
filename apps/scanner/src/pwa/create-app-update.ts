import { trustedScriptUrl } from '../browser/trusted-types.ts';

const HOUR_MS = 3_600_000;

/** The service worker, and a newer build of the app that waits behind it. */
export interface AppUpdate {
  /** Registers the service worker once the page has loaded; from then on it serves the app without a network. */
  start(): Promise<void>;
  /** Whether a reload brings a newer build. */
  getSnapshot(): boolean;
  subscribe(listener: () => void): () => void;
  /** Reloads into the newer build. */
  apply(): void;
}

export interface AppUpdateOptions {
  /** @default navigator.serviceWorker; none on an insecure page */
  readonly container?: ServiceWorkerContainer | undefined;
  /** @default location.reload */
  readonly reload?: () => void;
  /** @default Date.now */
  readonly now?: () => number;
}

/** Nothing here ever reloads by itself: whoever knows that no scan is under way calls `apply`. */
export function createAppUpdate({
  container = navigator.serviceWorker as ServiceWorkerContainer | undefined,
  reload = () => location.reload(),
  now = Date.now,
}: AppUpdateOptions = {}): AppUpdate {
  const listeners = new Set<() => void>();
  let registration: ServiceWorkerRegistration | null = null;
  let ready = false;
  let applying = false;

  function offer(): void {
    if (ready) return;
    ready = true;
    for (const listener of [...listeners]) listener();
  }

  function offerWaiting(): void {
    // Without a controller it is the first one and serves what the page already has.
    if (registration?.waiting && container?.controller) offer();
  }

  function watch(found: ServiceWorkerRegistration): void {
    const follow = () => found.installing?.addEventListener('statechange', offerWaiting);
    follow();
    found.addEventListener('updatefound', follow);
    offerWaiting();
  }

  function lookHourly(found: ServiceWorkerRegistration): void {
    let lookedAt = now();
    const look = () => {
      if (document.visibilityState !== 'visible' || now() - lookedAt < HOUR_MS) return;
      lookedAt = now();
      // No network, or a server that restarts: the next look will do.
      found.update().catch(() => {});
    };
    document.addEventListener('visibilitychange', look);
    setInterval(look, HOUR_MS / 4);
  }

  return {
    async start() {
      if (!container) return;
      await pageLoaded();
      let controlled = container.controller !== null;
      container.addEventListener('controllerchange', () => {
        if (applying) return reload();
        // Another tab has taken the newer build: this one runs on until its clerk, or Login, lets it go.
        if (controlled) offer();
        controlled = true;
      });
      // The server no longer has the views of a build that has been replaced.
      window.addEventListener('vite:preloadError', () => {
        if (ready) reload();
      });
      const script = trustedScriptUrl('/service-worker.js');
      // A browser that refuses it (a private window, cookies blocked) runs the app all the same, with a network.
      registration = await container.register(script, { updateViaCache: 'none' }).catch(() => null);
      if (!registration) return;
      watch(registration);
      lookHourly(registration);
    },
    getSnapshot: () => ready,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    apply() {
      const waiting = registration?.waiting;
      if (!waiting) return reload();
      applying = true;
      waiting.postMessage('take-over');
    },
  };
}

function pageLoaded(): Promise<unknown> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}
