import { addRoute, cleanupOutdatedCaches, type PrecacheEntry, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CONFIGURATION_PATH, keepConfiguration, readConfiguration } from './configuration.ts';
import { answerNavigation } from './page.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** What the server answers itself: its calls, its own pages, and files by their names. */
const NOT_THE_APP = [/^\/(assets|config|demo|healthz|readyz|scantix|tickets|v0)(\/|$)/, /^\/[^/?]+\.\w+(\?|$)/];

precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

registerRoute(new NavigationRoute(answerNavigation, { denylist: NOT_THE_APP }));
registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname === CONFIGURATION_PATH, readConfiguration);
// No cached answer but these files: a call of the API always goes to the server.
addRoute({ directoryIndex: '', cleanURLs: false });

self.addEventListener('install', (event) => {
  // Without it the app could not start again when the network goes right after the first visit.
  event.waitUntil(keepConfiguration());
});

self.addEventListener('activate', (event) => {
  // The first visit too gets its views from here when the network goes in the middle of it.
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  // Only the page knows whether a scan is under way.
  if (event.data === 'take-over') void self.skipWaiting();
});
