/** Options of {@link removeServiceWorker}. */
export interface RemoveServiceWorkerOptions {
  /** The address that the service worker was registered by. @default '/service-worker.js' */
  readonly scriptUrl?: string;
  /** The caches that the worker has beside that of its files: `configuration.cacheName`. @default none */
  readonly cacheNames?: readonly string[];
  /** @default navigator.serviceWorker; `undefined` on an insecure page */
  readonly container?: Pick<ServiceWorkerContainer, 'controller' | 'getRegistration'> | undefined;
  /** @default caches; `undefined` on an insecure page */
  readonly caches?: Pick<CacheStorage, 'keys' | 'delete'> | undefined;
  /** The address of the page. @default location.href */
  readonly pageUrl?: () => string;
}

/**
 * Removes what earlier visits installed, for an app that is to work with a network only: unregisters the service worker
 * of this scope and deletes its caches. Other apps of the origin keep theirs. Never rejects.
 *
 * @returns whether a service worker was removed that serves this page: reload before anything else starts
 * @example
 * if (await removeServiceWorker({ cacheNames: ['configuration'] })) location.reload();
 */
export async function removeServiceWorker(options: RemoveServiceWorkerOptions = {}): Promise<boolean> {
  try {
    const { scriptUrl = '/service-worker.js', cacheNames = [], pageUrl = () => location.href } = options;
    const container = options.container ?? globalThis.navigator?.serviceWorker;
    const caches = options.caches ?? (globalThis.caches as CacheStorage | undefined);
    const scope = new URL('.', new URL(scriptUrl, pageUrl())).href;
    const registration = await container?.getRegistration(scope);
    const isRemoved = registration?.scope === scope && (await registration.unregister());
    // Workbox ends the name of its cache with the scope.
    const own = (await caches?.keys())?.filter((name) => name.endsWith(scope) || cacheNames.includes(name)) ?? [];
    await Promise.all(own.map((name) => caches?.delete(name)));
    return isRemoved && container?.controller != null;
  } catch {
    // A private window and a sandboxed frame refuse both, and have neither.
    return false;
  }
}
