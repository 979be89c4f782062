import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOfflineScript } from './create-offline-script.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const scriptOf = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/javascript' } });

/** A script in a cache of its own; `answer` is what the server does at each request. */
function setUp(answer: () => Promise<Response>) {
  const entries = new Map<string, Response>();
  let isFull = false;
  const cache = {
    put: async (path: string, response: Response) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      entries.set(path, response);
    },
    match: async (path: string) => entries.get(path)?.clone(),
  };
  const caches = { open: async () => cache as unknown as Cache };
  const requests: [string, RequestInit][] = [];
  const script = createOfflineScript({
    path: '/config.js',
    cacheName: 'configuration',
    caches,
    fetch: (url, init) => {
      requests.push([url, init]);
      return answer();
    },
  });
  const waits: Promise<unknown>[] = [];
  const event = { waitUntil: (work: Promise<unknown>) => void waits.push(work) };
  const fillDisk = () => {
    isFull = true;
  };
  return { script, event, requests, waits, fillDisk, save: (text: string) => cache.put('/config.js', scriptOf(text)) };
}

test('a start gets what the server says, past every cache, and saves it', async () => {
  const { script, event, requests } = setUp(async () => scriptOf('new'));
  expect(await (await script.respond({ event })).text()).toBe('new');
  expect(requests).toEqual([['/config.js', { cache: 'no-store', redirect: 'error' }]]);
  expect(await (await script.readSaved())?.text()).toBe('new');
});

test('on a full disk a start gets what the server says, and an installation fails', async () => {
  const { script, event, save, fillDisk } = setUp(async () => scriptOf('new'));
  await save('last');
  fillDisk();
  expect(await (await script.respond({ event })).text()).toBe('new');
  await expect(script.refresh()).rejects.toThrow('full');
});

test('without a network a start gets the last one', async () => {
  const { script, event, save } = setUp(() => Promise.reject(new TypeError('offline')));
  await save('last');
  expect(await (await script.respond({ event })).text()).toBe('last');
});

test("a captive portal's page is neither used nor saved", async () => {
  const portal = new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
  const { script, event, save } = setUp(async () => portal);
  await save('last');
  expect(await (await script.respond({ event })).text()).toBe('last');
  await expect(script.refresh()).rejects.toThrow('/config.js was answered by something else (200).');
});

test('a start waits 2 s for a slow server', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { script, event, save } = setUp(() => promise);
  await save('last');
  const response = script.respond({ event });
  await vi.advanceTimersByTimeAsync(1_999);
  resolve(scriptOf('slow'));
  expect(await (await response).text()).toBe('slow');
});

test('a server that takes longer than 2 s answers the next start', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { script, event, save, waits } = setUp(() => promise);
  await save('last');
  const response = script.respond({ event });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await (await response).text()).toBe('last');
  resolve(scriptOf('late'));
  await Promise.all(waits);
  expect(await (await script.readSaved())?.text()).toBe('late');
});

test('with nothing saved a start waits for the server as long as it takes', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { script, event } = setUp(() => promise);
  const response = script.respond({ event });
  await vi.advanceTimersByTimeAsync(10_000);
  resolve(scriptOf('first'));
  expect(await (await response).text()).toBe('first');
});
