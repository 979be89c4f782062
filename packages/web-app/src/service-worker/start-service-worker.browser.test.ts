import { expect, test, vi } from 'vitest';
import { createOfflineScript, type LifecycleEvent, startServiceWorker } from './index.ts';

const listeners = new Map<string, (event: LifecycleEvent & { data: unknown }) => void>();
startServiceWorker({
  scope: {
    addEventListener: (type: string, listener: never) => void listeners.set(type, listener),
    clients: { claim: async () => {} },
    skipWaiting: async () => {},
  },
  files: [
    { url: '/index.html', revision: '1' },
    { url: '/assets/app.js', revision: '1' },
  ],
  serverPaths: [/^\/api\//],
  configuration: { path: '/config.js', cacheName: 'start-service-worker-test' },
});

test('the composed worker follows its life', () => {
  expect([...listeners.keys()].sort()).toEqual(['activate', 'install', 'message']);
});

test.each([
  ['the page for an address of the app', '/scanner', 'navigate', true],
  ['no page of the server', '/api/docs', 'navigate', false],
  ['a file of the build', '/assets/app.js', 'cors', true],
  ['no call of an API', '/api/tickets', 'cors', false],
  ['no call whose address with /index.html is a file', '/', 'cors', false],
  ['no call whose address with .html is a file', '/index', 'cors', false],
  ['the configuration', '/config.js', 'no-cors', true],
  ['no script of the same path from another origin', 'https://elsewhere.example/config.js', 'no-cors', false],
])('the worker answers %s', (_what, address, mode, isAnswered) => {
  const request = Object.defineProperty(new Request(new URL(address, location.href)), 'mode', { value: mode });
  const respondWith = vi.fn((answer: Promise<Response>) => void answer.catch(() => {}));
  // Here the scope of the worker is the window.
  dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith, waitUntil() {} }));
  expect(respondWith).toHaveBeenCalledTimes(isAnswered ? 1 : 0);
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
