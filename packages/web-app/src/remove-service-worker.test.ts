import { expect, test } from 'vitest';
import { removeServiceWorker } from './remove-service-worker.ts';

const SCOPE = 'https://app.example/';
const PRECACHE = `workbox-precache-v2-${SCOPE}`;

/** The service workers of a page, and the caches of its origin. */
function setUp({ scope = SCOPE, controlled = true, names = [PRECACHE, 'configuration'] } = {}) {
  let isRegistered = true;
  const registration = {
    scope,
    async unregister() {
      isRegistered = false;
      return true;
    },
  };
  const kept = new Set(names);
  const options = {
    cacheNames: ['configuration'],
    container: {
      controller: controlled ? ({} as ServiceWorker) : null,
      getRegistration: async () => (isRegistered ? (registration as ServiceWorkerRegistration) : undefined),
    },
    caches: { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) },
    pageUrl: () => `${SCOPE}scanner?view=glance`,
  };
  return { options, kept, isRegistered: () => isRegistered };
}

test('the worker of an earlier visit and its caches are removed, and the page it serves must reload', async () => {
  const { options, kept, isRegistered } = setUp();
  expect(await removeServiceWorker(options)).toBe(true);
  expect([isRegistered(), ...kept]).toEqual([false]);
});

test('a page that the worker does not serve need not reload', async () => {
  const { options } = setUp({ controlled: false });
  expect(await removeServiceWorker(options)).toBe(false);
});

test('after the reload nothing is left to remove, and no second reload', async () => {
  const { options } = setUp();
  await removeServiceWorker(options);
  expect(await removeServiceWorker(options)).toBe(false);
});

test('a cache that the worker wrote after its removal goes at the next start', async () => {
  const { options, kept } = setUp();
  await removeServiceWorker(options);
  kept.add('configuration');
  await removeServiceWorker(options);
  expect([...kept]).toEqual([]);
});

test('another app of the origin keeps its worker and its caches', async () => {
  const other = [`workbox-precache-v2-${SCOPE}other/`, 'configuration-of-other'];
  const { options, kept, isRegistered } = setUp({ scope: `${SCOPE}other/`, names: other });
  expect(await removeServiceWorker(options)).toBe(false);
  expect([isRegistered(), ...kept]).toEqual([true, ...other]);
});

test('a worker that stays registered asks for no reload: it would serve the page again', async () => {
  const { options } = setUp();
  const registration = { scope: SCOPE, unregister: async () => false } as ServiceWorkerRegistration;
  const container = { ...options.container, getRegistration: async () => registration };
  expect(await removeServiceWorker({ ...options, container })).toBe(false);
});

test('a browser that refuses service workers, or has none, is no failure', async () => {
  const { options } = setUp();
  const refuse = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  const container = { controller: null, getRegistration: refuse };
  expect(await removeServiceWorker({ ...options, container })).toBe(false);
  expect(await removeServiceWorker({ pageUrl: options.pageUrl })).toBe(false);
});
