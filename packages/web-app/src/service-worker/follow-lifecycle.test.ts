import { expect, test, vi } from 'vitest';
import { followLifecycle } from './follow-lifecycle.ts';
import type { ServiceWorkerScope } from './service-worker-scope.ts';

function setUp() {
  const listeners = new Map<string, (event: never) => void>();
  const scope = {
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
    clients: { claim: vi.fn(async () => {}) },
    skipWaiting: vi.fn(async () => {}),
  };
  const refresh = vi.fn(async () => new Response());
  followLifecycle(scope as ServiceWorkerScope, { refresh });
  const fire = (type: string, more: Record<string, unknown> = {}) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...more, waitUntil: (work: Promise<unknown>) => void waits.push(work) } as never);
    return waits;
  };
  return { scope, refresh, fire };
}

test('a worker is installed once the script is saved', async () => {
  const { fire, refresh } = setUp();
  refresh.mockRejectedValueOnce(new TypeError('offline'));
  await expect(Promise.all(fire('install'))).rejects.toThrow('offline');
});

test('what is sent to a server bypasses the worker, where the browser has such routes', async () => {
  const { fire } = setUp();
  const addRoutes = vi.fn(async () => {});
  await Promise.all(fire('install', { addRoutes }));
  const routes = ['POST', 'PUT', 'PATCH', 'DELETE'].map((requestMethod) => ({ condition: { requestMethod } }));
  expect(addRoutes.mock.calls).toMatchObject([[routes]]);
  addRoutes.mockRejectedValueOnce(new TypeError('refused'));
  await Promise.all(fire('install', { addRoutes }));
});

test('a worker serves the open pages once it is active', () => {
  const { fire, scope } = setUp();
  expect(fire('activate')).toHaveLength(1);
  expect(scope.clients.claim).toHaveBeenCalledOnce();
});

test('a worker takes over when a page asks for it, and at no other message', () => {
  const { fire, scope } = setUp();
  void fire('message', { data: { type: 'CACHE_URLS' } });
  expect(scope.skipWaiting).not.toHaveBeenCalled();
  void fire('message', { data: 'take-over' });
  expect(scope.skipWaiting).toHaveBeenCalledOnce();
});
