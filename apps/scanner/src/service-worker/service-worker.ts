import { type PrecachedFile, startServiceWorker } from '@scantix/web-app/service-worker';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecachedFile | string)[] };

startServiceWorker({
  scope: self,
  files: self.__WB_MANIFEST,
  // Its calls, its own pages, and files by their names.
  serverPaths: [/^\/(assets|config|demo|docs|healthz|readyz|scantix|tickets|v0)(\/|$)/, /^\/[^/?]+\.\w+(\?|$)/],
  configuration: { path: '/config.js', cacheName: 'scantix-configuration' },
});
