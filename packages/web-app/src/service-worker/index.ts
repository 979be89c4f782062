export { createOfflineScript, type OfflineScript, type OfflineScriptOptions } from './create-offline-script.ts';
export { createPageResponder, type PageResponderOptions } from './create-page-responder.ts';
export { followLifecycle } from './follow-lifecycle.ts';
export type { InstallEvent, LifecycleEvent, PrecachedFile, ServiceWorkerScope } from './service-worker-scope.ts';
export { type ServiceWorkerOptions, startServiceWorker } from './start-service-worker.ts';
