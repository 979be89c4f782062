import type { LifecycleEvent } from './service-worker-scope.ts';

/** A script that an operator changes without a new build, such as the app's configuration. */
export interface OfflineScript {
  readonly path: string;
  /**
   * Fetches the script past every cache and saves it.
   * @throws TypeError when the server cannot be reached or something else answers
   */
  refresh(): Promise<Response>;
  /** The script as it was saved last. */
  readSaved(): Promise<Response | undefined>;
  /** Answers a request: the server's script when it arrives in time, else the saved one. */
  respond(options: { readonly event: LifecycleEvent }): Promise<Response>;
}

/** Options of {@link createOfflineScript}. */
export interface OfflineScriptOptions {
  /** The script's address on this origin. */
  readonly path: string;
  /** The cache that holds the last one. */
  readonly cacheName: string;
  /** How long a request waits for the server, in milliseconds. @default 2_000 */
  readonly timeoutMs?: number;
  /** @default fetch */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** @default caches */
  readonly caches?: Pick<CacheStorage, 'open'>;
}

/**
 * Creates a script that is fresh with a network and available without one.
 *
 * @example
 * const configuration = createOfflineScript({ path: '/config.js', cacheName: 'configuration' });
 * registerRoute(({ url }) => url.pathname === configuration.path, configuration.respond);
 */
export function createOfflineScript({
  path,
  cacheName,
  timeoutMs = 2_000,
  fetch = (url, init) => globalThis.fetch(url, init),
  caches = globalThis.caches,
}: OfflineScriptOptions): OfflineScript {
  async function ask(): Promise<Response> {
    const response = await fetch(path, { cache: 'no-store', redirect: 'error' });
    // A captive portal answers 200 with a page of its own.
    if (!response.ok || !response.headers.get('Content-Type')?.includes('javascript'))
      throw new TypeError(`${path} was answered by something else (${response.status}).`);
    return response;
  }

  async function save(response: Response): Promise<void> {
    const cache = await caches.open(cacheName);
    await cache.put(path, response);
  }

  async function refresh(): Promise<Response> {
    const response = await ask();
    await save(response.clone());
    return response;
  }

  async function readSaved(): Promise<Response | undefined> {
    const cache = await caches.open(cacheName);
    return cache.match(path);
  }

  return {
    path,
    refresh,
    readSaved,
    async respond({ event }) {
      const fresh = ask();
      // A response that is too late for this request is saved for the next one. A full disk keeps none from this one.
      event.waitUntil(fresh.then((response) => save(response.clone())).catch(() => {}));
      const freshOrNull = fresh.catch(() => null);
      const inTime = await Promise.race([freshOrNull, timeout(timeoutMs)]);
      return inTime ?? (await readSaved()) ?? fresh;
    },
  };
}

function timeout(delayMs: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), delayMs));
}
