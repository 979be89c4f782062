import { expect, test, vi } from 'vitest';
import { type AppUpdateOptions, createAppUpdate, removeServiceWorker } from './index.ts';
import { createFakeAppPage, createFakeServiceWorkers } from './testing/index.ts';

const HOUR_MS = 3_600_000;

async function setUp({ controlled = true, refusing = false, ...options }: Setup = {}) {
  const workers = createFakeServiceWorkers({ controlled, refusing });
  const page = createFakeAppPage();
  const update = createAppUpdate({ container: workers.container, page, ...options });
  await update.start();
  return { workers, registration: workers.registration, page, update };
}

interface Setup extends AppUpdateOptions {
  readonly controlled?: boolean;
  readonly refusing?: boolean;
}

test('the worker of this origin is registered, and no cache of the browser keeps an older one', async () => {
  const { container } = createFakeServiceWorkers();
  const register = vi.spyOn(container, 'register');
  await setUp({ container });
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js', { updateViaCache: 'none' });
});

test('a second start, as of an effect in React StrictMode, joins the first', async () => {
  const { workers, registration, page, update } = await setUp();
  await update.start();
  expect(workers.registeredScripts).toEqual(['/service-worker.js']);
  page.advance(HOUR_MS);
  expect(registration.updateChecks).toBe(1);
});

test('the first worker of a device is registered after the page has settled, by the address that the policy makes', async () => {
  const workers = createFakeServiceWorkers({ controlled: false });
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const page = { ...createFakeAppPage(), whenSettled: () => settled };
  const policy = { createScriptUrl: (url: string) => `trusted:${url}` };
  const started = createAppUpdate({ container: workers.container, page, policy, scriptUrl: '/sw.js' }).start();
  expect(workers.registeredScripts).toEqual([]);
  settle();
  await started;
  expect(workers.registeredScripts).toEqual(['trusted:/sw.js']);
});

test('an update that is stopped while the page settles registers nothing', async () => {
  const workers = createFakeServiceWorkers({ controlled: false });
  const { promise: waiting, resolve: wait } = Promise.withResolvers<void>();
  const page = {
    ...createFakeAppPage(),
    whenSettled(signal: AbortSignal) {
      wait();
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  };
  const update = createAppUpdate({ container: workers.container, page });
  const started = update.start();
  await waiting;
  update.stop();
  await started;
  expect(workers.registeredScripts).toEqual([]);
});

test('a page that a worker serves does not wait until it has settled', async () => {
  const { container, registeredScripts } = createFakeServiceWorkers();
  const page = { ...createFakeAppPage(), whenSettled: () => new Promise<void>(() => {}) };
  await createAppUpdate({ container, page }).start();
  expect(registeredScripts).toEqual(['/service-worker.js']);
});

test('the first worker of a device is no newer build', async () => {
  const { workers, registration, update } = await setUp({ controlled: false });
  registration.installBuild();
  workers.takeControl();
  expect(update.getSnapshot()).toBe('none');
});

test('the app starts without a network once a worker serves the page', async () => {
  const { workers, update } = await setUp({ controlled: false });
  expect(update.isOfflineReady()).toBe(false);
  workers.takeControl();
  expect(update.isOfflineReady()).toBe(true);
});

test('a newer build is offered, and is taken only when somebody asks for it', async () => {
  const { workers, registration, page, update } = await setUp();
  const listener = vi.fn();
  update.subscribe(listener);
  const worker = registration.installBuild();
  expect(update.getSnapshot()).toBe('ready');
  expect(listener).toHaveBeenCalledOnce();
  expect(worker.messages).toEqual([]);

  update.apply();
  expect(worker.messages).toEqual(['take-over']);
  expect([update.getSnapshot(), page.reloads]).toEqual(['applying', 0]);
  workers.takeControl();
  expect(page.reloads).toBe(1);
});

test('a newer build that has not taken over after 3 s reloads the page', async () => {
  const { registration, page, update } = await setUp();
  registration.installBuild();
  update.apply();
  page.advance(2_999);
  expect(page.reloads).toBe(0);
  update.apply();
  page.advance(1);
  expect(page.reloads).toBe(1);
});

test('a newer build that was installed before this page started is offered', async () => {
  const workers = createFakeServiceWorkers();
  workers.registration.installBuild();
  const update = createAppUpdate({ container: workers.container, page: createFakeAppPage() });
  await update.start();
  expect(update.getSnapshot()).toBe('ready');
});

test('a tab that another one has overtaken runs on and offers the reload', async () => {
  const { workers, page, update } = await setUp();
  workers.takeControl();
  expect(page.reloads).toBe(0);
  expect(update.getSnapshot()).toBe('ready');
  update.apply();
  expect(page.reloads).toBe(1);
});

test('a view that is gone with its build reloads the page; without a newer build it does not', async () => {
  const { workers, page } = await setUp();
  page.failPreload();
  expect(page.reloads).toBe(0);
  workers.takeControl();
  page.failPreload();
  expect(page.reloads).toBe(1);
});

test('a view that is gone reloads a page that began before the first worker, which may be of a newer build', async () => {
  const { workers, page } = await setUp({ controlled: false });
  page.failPreload();
  expect(page.reloads).toBe(0);
  workers.takeControl();
  page.failPreload();
  expect(page.reloads).toBe(1);
});

test('a view that cannot be loaded while a newer build waits takes that build: a reload would bring the same page again', async () => {
  const { workers, registration, page } = await setUp();
  const worker = registration.installBuild();
  page.failPreload();
  expect([worker.messages, page.reloads]).toEqual([['take-over'], 0]);
  workers.takeControl();
  expect(page.reloads).toBe(1);
});

test('the server is asked once an hour while the page is visible, and when it is visible again after an hour', async () => {
  const { registration, page } = await setUp();
  page.advance(2 * HOUR_MS);
  expect(registration.updateChecks).toBe(2);
  page.setVisible(false);
  page.advance(3 * HOUR_MS);
  expect(registration.updateChecks).toBe(2);
  page.setVisible(true);
  expect(registration.updateChecks).toBe(3);
  page.setVisible(false);
  page.setVisible(true);
  expect(registration.updateChecks).toBe(3);
});

test('a page that was shown between two questions asks again an hour and a quarter later at the latest', async () => {
  const { registration, page } = await setUp();
  page.advance(0.9 * HOUR_MS);
  page.setVisible(false);
  page.advance(0.2 * HOUR_MS);
  page.setVisible(true);
  page.advance(1.25 * HOUR_MS);
  expect(registration.updateChecks).toBe(2);
});

test('a question without a network is asked again an hour later', async () => {
  const { registration, page } = await setUp();
  let questions = 0;
  // Not a mock, which would handle the rejection itself.
  const update = async () => {
    questions += 1;
    throw new TypeError('Failed to fetch');
  };
  Object.assign(registration, { update });
  page.advance(2 * HOUR_MS);
  expect(questions).toBe(2);
});

test('a first worker that failed to install is registered again a quarter of an hour later, and followed', async () => {
  const { workers, registration, page, update } = await setUp({ controlled: false });
  registration.failInstall();
  page.advance(HOUR_MS / 4 - 1);
  expect(workers.registeredScripts).toHaveLength(1);
  page.advance(1);
  expect(workers.registeredScripts).toHaveLength(2);
  page.advance(HOUR_MS);
  expect([workers.registeredScripts.length, registration.updateChecks]).toEqual([2, 1]);
  workers.takeControl();
  registration.installBuild();
  expect(update.getSnapshot()).toBe('ready');
});

test('a first worker that failed to install is registered again once the network is back', async () => {
  const { workers, registration, page } = await setUp({ controlled: false });
  registration.failInstall();
  page.setVisible(false);
  page.goOnline();
  expect(workers.registeredScripts).toHaveLength(1);
  page.setVisible(true);
  expect(workers.registeredScripts).toHaveLength(2);
  registration.failInstall();
  page.goOnline();
  expect(workers.registeredScripts).toHaveLength(3);
});

test('a registration that the browser refused is tried again', async () => {
  const workers = createFakeServiceWorkers({ controlled: false });
  const register = vi.spyOn(workers.container, 'register').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { page } = await setUp({ container: workers.container });
  expect(workers.registeredScripts).toEqual([]);
  page.advance(HOUR_MS / 4);
  expect(register).toHaveBeenCalledTimes(2);
  expect(workers.registeredScripts).toEqual(['/service-worker.js']);
});

test('a clock that was set back does not end the questions', async () => {
  const { registration, page } = await setUp();
  page.advance(HOUR_MS);
  page.advance(-24 * HOUR_MS);
  page.setVisible(false);
  page.setVisible(true);
  expect(registration.updateChecks).toBe(2);
});

test('after stop nothing is looked for and no event changes the state', async () => {
  const { workers, registration, page, update } = await setUp();
  update.stop();
  registration.installBuild();
  workers.takeControl();
  page.advance(2 * HOUR_MS);
  expect([update.getSnapshot(), registration.updateChecks]).toEqual(['none', 0]);
});

test('a browser that refuses service workers runs the app all the same', async () => {
  const { update } = await setUp({ refusing: true });
  expect(update.getSnapshot()).toBe('none');
});

test('without service workers start does nothing', async () => {
  const update = createAppUpdate({ page: createFakeAppPage() });
  await update.start();
  expect([update.getSnapshot(), update.isOfflineReady()]).toEqual(['none', false]);
});

test('in a sandboxed frame, which refuses the very look, start does nothing', async () => {
  vi.stubGlobal('navigator', {
    get serviceWorker(): never {
      throw new DOMException('sandboxed', 'SecurityError');
    },
  });
  const update = createAppUpdate({ page: createFakeAppPage() });
  await update.start();
  expect([update.getSnapshot(), update.isOfflineReady()]).toEqual(['none', false]);
  expect(await removeServiceWorker({ pageUrl: () => 'https://app.example/' })).toBe(false);
  vi.unstubAllGlobals();
});

test('where the code that registers the worker cannot be loaded, the app runs without one', async () => {
  vi.resetModules();
  vi.doMock('./follow-worker.ts', () => Promise.reject(new Error('offline')));
  const workers = createFakeServiceWorkers();
  const page = createFakeAppPage();
  const update = (await import('./create-app-update.ts')).createAppUpdate({ container: workers.container, page });
  await update.start();
  expect(workers.registeredScripts).toEqual([]);
  update.apply();
  expect(page.reloads).toBe(1);
  vi.doUnmock('./follow-worker.ts');
});
