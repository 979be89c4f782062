import type { DeviceWork } from './device-work.ts';

const RETRY_MS = 2_000;

interface WorkLoaderOptions {
  readonly load: () => Promise<DeviceWork>;
  readonly whenPainted: () => Promise<void>;
}

/**
 * Returns a function that loads the work once, after the paint. A load that fails is repeated every two seconds, except in
 * a service worker, which may not load code later.
 */
export function createWorkLoader({ load, whenPainted }: WorkLoaderOptions): () => Promise<DeviceWork> {
  let loading: Promise<DeviceWork> | null = null;
  const attempt = (): Promise<DeviceWork> =>
    load().catch(async (error) => {
      if ('ServiceWorkerGlobalScope' in globalThis) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return attempt();
    });
  return () => {
    loading ??= whenPainted().then(attempt);
    return loading;
  };
}
