import { expect, test, vi } from 'vitest';

test('the example of the README registers the worker, listens for the offer and asks for persistent storage', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const registration = Object.assign(new EventTarget(), { installing: null, waiting: null, update: async () => {} });
  const register = vi
    .spyOn(navigator.serviceWorker, 'register')
    .mockResolvedValue(registration as unknown as ServiceWorkerRegistration);
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(true);
  await import('../example.ts');
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js', { updateViaCache: 'none' });
  window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} }));
  expect(log.mock.calls).toEqual([[true], ['prompt']]);
});
