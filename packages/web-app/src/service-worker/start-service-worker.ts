import { addRoute, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { createOfflineScript } from './create-offline-script.ts';
import { createPageResponder } from './create-page-responder.ts';
import { followLifecycle } from './follow-lifecycle.ts';
import type { PrecachedFile, ServiceWorkerScope } from './service-worker-scope.ts';

/** Options of {@link startServiceWorker}. */
export interface ServiceWorkerOptions {
  /** The service worker's `self`. */
  readonly scope: ServiceWorkerScope;
  /** The files of the build: `self.__WB_MANIFEST`. */
  readonly files: readonly (PrecachedFile | string)[];
  /** The app's page among the files. @default '/index.html' */
  readonly page?: string;
  /** Addresses that the server answers itself, matched against path and query. */
  readonly serverPaths: readonly RegExp[];
  /** The operator's script: fresh with a network, the last one without. */
  readonly configuration: {
    /** The script's address on this origin. */
    readonly path: string;
    /** The cache that holds the last one. */
    readonly cacheName: string;
    /** How long a start waits for the server, in milliseconds. @default 2_000 */
    readonly timeoutMs?: number;
  };
}

/**
 * Makes a service worker that serves the app without a network: the files of the build, the page for every address of
 * the app, and the operator's configuration. Everything else goes to the server. Call it synchronously at the start of
 * the worker, where browsers allow event listeners.
 */
export function startServiceWorker({
  scope,
  files,
  page = '/index.html',
  serverPaths,
  configuration: script,
}: ServiceWorkerOptions): void {
  const configuration = createOfflineScript(script);
  const respondWithPage = createPageResponder({
    readPage: () => matchPrecache(page),
    readPolicySource: configuration.readSaved,
  });

  precache([...files]);
  registerRoute(new NavigationRoute(respondWithPage, { denylist: [...serverPaths] }));
  registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname === configuration.path, configuration.respond);
  // Only exact addresses of precached files: a call of an API always goes to the server.
  addRoute({ directoryIndex: '', cleanURLs: false });
  followLifecycle(scope, configuration);
}
