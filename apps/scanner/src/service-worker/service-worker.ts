import { type PrecachedFile, startServiceWorker } from '@scantix/web-app/service-worker';
import { SERVER_PATHS } from './server-paths.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecachedFile | string)[] };

startServiceWorker({
  scope: self,
  files: self.__WB_MANIFEST,
  serverPaths: SERVER_PATHS,
  configuration: { path: '/config.js', cacheName: 'scantix-configuration' },
});
