import type { Page } from '@playwright/test';
import { answerCamera } from './states/scanner-troubles.ts';
import { expect, test } from './support/test.ts';
import type { Visit } from './support/visit.ts';

/** Delays the browser's answer: Chromium grants its fake camera without asking. */
const putOffPermission = ({ page }: Visit) =>
  page.addInitScript(() => {
    const query = navigator.permissions.query.bind(navigator.permissions);
    navigator.permissions.query = async (descriptor) =>
      String(descriptor.name) === 'camera' ? ({ state: 'prompt' } as PermissionStatus) : query(descriptor);
  });

interface Watched {
  streams: MediaStream[];
}

/** Collects every stream that the page gets. */
const watchStreams = ({ page }: Visit) =>
  page.addInitScript(() => {
    const watched = window as unknown as Watched;
    watched.streams = [];
    const { getUserMedia } = MediaDevices.prototype;
    MediaDevices.prototype.getUserMedia = async function (constraints) {
      const stream = await getUserMedia.call(this, constraints);
      watched.streams.push(stream);
      return stream;
    };
  });

/** Whether each stream so far is live. */
const liveStreams = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as Watched).streams.map((stream) =>
      stream.getTracks().some(({ readyState }) => readyState === 'live'),
    ),
  );

const resumeButton = (page: Page) => page.getByRole('button', { name: 'Tap to resume' });
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('the camera is explained before the browser asks, pauses after a minute without anybody, and resumes by a tap', async ({
  visit,
}) => {
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    clock: true,
    prepare: async (made) => {
      await putOffPermission(made);
      await watchStreams(made);
    },
  });
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(page.getByText('Point at a code')).toBeVisible();
  expect(await liveStreams(page)).toEqual([true]);
  await page.clock.runFor(61_000);
  await expect(resumeButton(page)).toBeVisible();
  expect(await liveStreams(page)).toEqual([false]);

  // The browser would ask again: returning to the page is not enough.
  await comeBack(page);
  await expect(resumeButton(page)).toBeVisible();
  await resumeButton(page).click();
  await expect(resumeButton(page)).toHaveCount(0);
  await expect.poll(() => liveStreams(page)).toEqual([false, true]);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
});

/**
 * Opens the storage of scans only when the test calls `openScans()`. `places` collects where the buttons over the picture
 * are, before and after.
 */
function watchButtons(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const places: Record<string, number[]> = {};
    const held = Promise.withResolvers<void>();
    Object.assign(window, { places, openScans: held.resolve });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, ...version) {
      const request = open.call(this, name, ...version);
      if (name !== 'scantix-scan-ledger') return request;
      return Object.defineProperty(request, 'onsuccess', {
        set: (listener: () => void) => request.addEventListener('success', () => void held.promise.then(listener)),
      });
    };
    const look = () => {
      for (const button of document.querySelectorAll('.app-camera-trouble button')) {
        const { top } = button.getBoundingClientRect();
        const known = places[button.textContent] ?? [];
        const isNew = button.checkVisibility({ visibilityProperty: true }) && !known.includes(top);
        if (isNew) places[button.textContent] = [...known, top];
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

for (const [camera, buttons, prepareCamera] of [
  ['that was not asked for', ['Use the camera'], putOffPermission],
  ['that is blocked', ['Try again', 'Type the code'], answerCamera('NotAllowedError')],
  ['that is in use', ['Try again', 'Type the code'], answerCamera('NotReadableError')],
] as const) {
  test(`the buttons in place of a camera ${camera} stay where they appear`, async ({ visit }) => {
    const { page } = await visit({
      path: '/scanner',
      signedIn: true,
      prepare: async (made) => {
        await prepareCamera(made);
        await watchButtons(made.page);
      },
    });
    await expect(page.locator('.app-camera-trouble')).toHaveCount(1);
    await page.evaluate('openScans()');
    await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
    for (const name of buttons) {
      await expect(page.getByRole('button', { name })).toBeVisible();
      expect(await page.evaluate(`places[${JSON.stringify(name)}]`)).toHaveLength(1);
    }
  });
}

test('where the browser would not ask again, coming back to the page ends a pause', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true, clock: true, prepare: watchStreams });
  await expect(page.getByText('Point at a code')).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(resumeButton(page)).toBeVisible();
  expect(await liveStreams(page)).toEqual([false]);
  await comeBack(page);
  await expect(resumeButton(page)).toHaveCount(0);
  await expect.poll(() => liveStreams(page)).toEqual([false, true]);
});

test('one request for the camera serves a visit: Scanner, results and back', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true, prepare: watchStreams });
  for (const code of ['ONE-CAMERA-1', 'ONE-CAMERA-2']) {
    await page.getByRole('button', { name: 'Type the code' }).click();
    await page.getByRole('textbox', { name: 'Barcode' }).fill(code);
    await page.getByRole('button', { name: 'Check code' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  expect(await liveStreams(page)).toEqual([true]);
});

test('leaving Glance keeps the camera, which pauses after a minute from then on', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner?view=glance', signedIn: true, clock: true, prepare: watchStreams });
  await expect(page.getByText('Please show your ticket')).toBeVisible();
  await page.clock.runFor(61_000);
  await page.getByRole('button', { name: 'Leave Glance' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.clock.runFor(1_000);
  expect(await liveStreams(page)).toEqual([true]);
  await page.clock.runFor(61_000);
  await expect(resumeButton(page)).toBeVisible();
  expect(await liveStreams(page)).toEqual([false]);
});

test('a camera whose decoder cannot be loaded says so, and reads once it can', async ({ visit, expectedTroubles }) => {
  expectedTroubles.push(/net::ERR_FAILED .*\/assets\/worker-/);
  const { page, context } = await visit({ path: '/home', signedIn: true });
  await context.route('**/worker-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Scanner' }).click();
  await expect(page.getByRole('alert')).toContainText("Scanning couldn't start");
  await context.unroute('**/worker-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Point at a code')).toBeVisible();
});

test('a decoder that loads slowly is mentioned, then typing is offered, and it reads once it is there', async ({
  visit,
}) => {
  const held = Promise.withResolvers<void>();
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    clock: true,
    prepare: ({ context }) =>
      context.route('**/worker-*.js', async (route) => {
        await held.promise;
        await route.continue();
      }),
  });
  const says = (words: string) => expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
  await says('Point at a code');
  await page.clock.runFor(1_000);
  await says('Loading the barcode reader…');
  await page.clock.runFor(9_000);
  await says('Type the code');
  held.resolve();
  await says('Point at a code');
});

test('a workgroup without a checkpoint is told so', async ({ visit }) => {
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/config/v0/scanner', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), checkpoints: [] } });
      }),
  });
  await expect(page.getByText('Your workgroup has no checkpoint.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('combobox', { name: 'Checkpoint' })).toHaveText('No checkpoint');
});

test('a clerk whose checkpoint is closed is told for which one the scanner goes on', async ({ visit }) => {
  let isClosed = false;
  const { page } = await visit({
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/config/v0/scanner', async (route) => {
        const response = await route.fetch();
        const config = await response.json();
        const checkpoints = isClosed ? config.checkpoints.slice(0, 1) : config.checkpoints;
        await route.fulfill({ response, json: { ...config, checkpoints } });
      }),
  });
  const select = page.getByRole('combobox', { name: 'Checkpoint' });
  await expect(select).toBeEnabled();
  const [first = '', second = ''] = await select.getByRole('option').allTextContents();
  await select.selectOption({ index: 1 });
  const notice = page.getByRole('listitem').filter({ hasText: `Now scanning for ${first}` });
  const openAgain = async () => {
    await page.goto('/scanner');
    await expect(page.getByText('Point at a code')).toBeVisible();
  };
  await openAgain();
  isClosed = true;
  await openAgain();
  await expect(notice).toContainText(`${second} is closed, or not for your workgroup.`);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  // The scanner is opened many times in a shift.
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  await expect(page.getByText('Point at a code')).toBeVisible();
  await expect(notice).toHaveCount(0);

  isClosed = false;
  await openAgain();
  await expect(page.locator('.app-place__name')).toHaveText(second);
  await expect(notice).toHaveCount(0);
});

test('a camera that stays in use elsewhere is told once, and its buttons keep their place and the focus', async ({
  visit,
}) => {
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    clock: true,
    prepare: (made) =>
      made.page.addInitScript(() => {
        const counts: Record<string, number> = {};
        Object.assign(window, { counts });
        const count = (what: string) => {
          counts[what] = (counts[what] ?? 0) + 1;
        };
        MediaDevices.prototype.getUserMedia = async () => {
          count('camera asked');
          await new Promise((resolve) => setTimeout(resolve, 300));
          throw new DOMException('Could not start video source', 'NotReadableError');
        };
        const isAlert = (node: Node) => node instanceof Element && node.matches('[role="alert"]');
        new MutationObserver((changes) => {
          const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
          const alerts = added.flatMap((node) =>
            node instanceof Element ? [node, ...node.querySelectorAll('[role="alert"]')] : [],
          );
          for (const _ of alerts.filter(isAlert)) count('alert shown');
        }).observe(document, { childList: true, subtree: true });
      }),
  });
  const counted = (what: string) =>
    page.evaluate((of) => (window as unknown as { counts: Record<string, number> }).counts[of] ?? 0, what);
  await expect(page.getByRole('alert')).toContainText('The camera is in use elsewhere');
  const type = page.getByRole('button', { name: 'Type the code' });
  await type.focus();
  const asked = await counted('camera asked');
  await page.clock.runFor(40_000);
  await expect.poll(() => counted('camera asked')).toBeGreaterThan(asked + 3);
  await expect(type).toBeFocused();
  expect(await counted('alert shown')).toBe(1);
});
