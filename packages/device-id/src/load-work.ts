import type { DeviceWork } from './device-work.ts';

const RETRY_MS = 2_000;

interface WorkLoaderOptions {
  readonly load: () => Promise<DeviceWork>;
  readonly whenPainted: (limitMs?: number) => Promise<void>;
}

/**
 * Returns a function that loads the work once, after the paint, for which the first call states the limit. A load that
 * fails is repeated every two seconds, except in a service worker, which may not load code later.
 */
export function createWorkLoader({ load, whenPainted }: WorkLoaderOptions): (limitMs?: number) => Promise<DeviceWork> {
  let loading: Promise<DeviceWork> | null = null;
  const attempt = (): Promise<DeviceWork> =>
    load().catch(async (error) => {
      if ('ServiceWorkerGlobalScope' in globalThis) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return attempt();
    });
  return (limitMs) => {
    loading ??= whenPainted(limitMs).then(attempt);
    return loading;
  };
}
