import { TAKE_OVER_MESSAGE } from '../take-over-message.ts';
import type { OfflineScript } from './create-offline-script.ts';
import type { ServiceWorkerScope } from './service-worker-scope.ts';

const toServer = (condition: { requestMethod: string }) => ({ condition, source: 'network' as const });

/**
 * Follows the life of a service worker: it is installed with the given script saved, serves open pages from its first
 * activation on, and replaces an older worker only when a page asks for it (`AppUpdate.apply`).
 */
export function followLifecycle(scope: ServiceWorkerScope, script: Pick<OfflineScript, 'refresh'>): void {
  scope.addEventListener('install', (event) => {
    // Only GETs are answered here. What is sent does not wait for a worker to start.
    const routes = ['POST', 'PUT', 'PATCH', 'DELETE'].map((requestMethod) => toServer({ requestMethod }));
    event.waitUntil(Promise.resolve(event.addRoutes?.(routes)).catch(() => {}));
    // Without the script the app could not start if the network fails right after the first visit.
    event.waitUntil(script.refresh());
  });

  scope.addEventListener('activate', (event) => {
    // The page of the first visit gets its later files from this worker too.
    event.waitUntil(scope.clients.claim());
  });

  scope.addEventListener('message', ({ data }) => {
    // Only the page knows when a reload loses nothing.
    if (data === TAKE_OVER_MESSAGE) void scope.skipWaiting();
  });
}
