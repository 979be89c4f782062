import { expect, test } from 'vitest';
import { createOfflineScript, type LifecycleEvent, startServiceWorker } from './index.ts';

test('the composed worker follows its life', () => {
  const listeners = new Map<string, (event: LifecycleEvent & { data: unknown }) => void>();
  startServiceWorker({
    scope: {
      addEventListener: (type: string, listener: never) => void listeners.set(type, listener),
      clients: { claim: async () => {} },
      skipWaiting: async () => {},
    },
    files: [],
    serverPaths: [/^\/api\//],
    configuration: { path: '/config.js', cacheName: 'start-service-worker-test' },
  });
  expect([...listeners.keys()].sort()).toEqual(['activate', 'install', 'message']);
});

test('the script that was fetched last is in Cache Storage', async () => {
  const cacheName = 'offline-script-test';
  const fetch = async () => new Response('self.ready = true', { headers: { 'Content-Type': 'text/javascript' } });
  const script = createOfflineScript({ path: '/config.js', cacheName, fetch });
  await script.refresh();
  const next = createOfflineScript({ path: '/config.js', cacheName });
  expect(await (await next.readSaved())?.text()).toBe('self.ready = true');
  await caches.delete(cacheName);
});
