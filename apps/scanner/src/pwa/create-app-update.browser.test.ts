import { expect, test, vi } from 'vitest';
import { createAppUpdate } from './create-app-update.ts';

class FakeWorker extends EventTarget {
  postMessage = vi.fn();
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  update = vi.fn(async () => {});

  /** A newer build has been found, and is installed. */
  bring(): FakeWorker {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    this.waiting = worker;
    worker.dispatchEvent(new Event('statechange'));
    return worker;
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  readonly registration = new FakeRegistration();
  register = vi.fn(async (_script: unknown) => this.registration);

  /** A worker takes over, here or from another tab. */
  control(): void {
    this.controller = new FakeWorker();
    this.dispatchEvent(new Event('controllerchange'));
  }
}

async function setUp({ controlled = true } = {}) {
  const container = new FakeContainer();
  if (controlled) container.controller = new FakeWorker();
  const reload = vi.fn();
  const update = createAppUpdate({ container: container as unknown as ServiceWorkerContainer, reload });
  await update.start();
  return { container, registration: container.registration, reload, update };
}

test('the worker of this origin is registered', async () => {
  const { container } = await setUp();
  expect(String(container.register.mock.calls[0]?.[0])).toBe('/service-worker.js');
});

test('the first worker of a device is no newer build', async () => {
  const { container, registration, update } = await setUp({ controlled: false });
  registration.bring();
  container.control();
  expect(update.getSnapshot()).toBe(false);
});

test('a newer build is offered, and is taken only when somebody asks for it', async () => {
  const { container, registration, reload, update } = await setUp();
  const told = vi.fn();
  update.subscribe(told);
  const worker = registration.bring();
  expect(update.getSnapshot()).toBe(true);
  expect(told).toHaveBeenCalledOnce();
  expect(worker.postMessage).not.toHaveBeenCalled();

  update.apply();
  expect(worker.postMessage).toHaveBeenCalledExactlyOnceWith('take-over');
  expect(reload).not.toHaveBeenCalled();
  container.control();
  expect(reload).toHaveBeenCalledOnce();
});

test('a tab that another one has overtaken runs on and offers the reload', async () => {
  const { container, reload, update } = await setUp();
  container.control();
  expect(reload).not.toHaveBeenCalled();
  expect(update.getSnapshot()).toBe(true);
  update.apply();
  expect(reload).toHaveBeenCalledOnce();
});

test('a view that is gone with its build reloads the page; without a newer build it does not', async () => {
  const { registration, reload } = await setUp();
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(reload).not.toHaveBeenCalled();
  registration.bring();
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(reload).toHaveBeenCalledOnce();
});

test('a browser that refuses service workers runs the app all the same', async () => {
  const container = new FakeContainer();
  container.register.mockRejectedValueOnce(new DOMException('no', 'SecurityError'));
  const update = createAppUpdate({ container: container as unknown as ServiceWorkerContainer });
  await update.start();
  expect(update.getSnapshot()).toBe(false);
});
