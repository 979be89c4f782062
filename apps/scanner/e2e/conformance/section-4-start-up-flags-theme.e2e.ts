import type { Page } from '@playwright/test';
import { NEW_DEVICE, newIdentifier } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';
import { readStorage } from '../support/visit.ts';

test('[4.19] Start-up order: load configuration, initialise the device fingerprint, initialise one further service, start the error reporter, mount the app', async ({
  telemetry,
  visit,
}) => {
  const { page, troubles } = await visit({
    config: { ...telemetry.axiom, ...telemetry.sentry },
    storage: NEW_DEVICE,
    prepare: ({ page: opening }) =>
      opening.addInitScript(() => {
        const steps: string[] = [];
        const reach = (step: string) => steps.includes(step) || steps.push(step);
        let configuration: unknown;
        Object.defineProperty(window, 'SCANTIX_CONFIG', {
          get: () => reach('configuration') && configuration,
          set: (value) => {
            configuration = value;
          },
        });
        const { getItem } = Storage.prototype;
        Storage.prototype.getItem = function (key) {
          if (key === 'deviceVersion') reach('device fingerprint');
          return getItem.call(this, key);
        };
        const { setInterval } = window;
        window.setInterval = ((task: TimerHandler, delay?: number) => {
          if (delay === 5000) reach('analytics logger');
          return setInterval(task, delay);
        }) as typeof window.setInterval;
        const listen = window.addEventListener;
        window.addEventListener = (...args: Parameters<typeof listen>) => {
          if (args[0] === 'unhandledrejection') reach('error reporter');
          listen.apply(window, args);
        };
        new MutationObserver((_, observer) => {
          if (!document.getElementById('root')?.hasChildNodes()) return;
          reach('mount');
          observer.disconnect();
        }).observe(document, { childList: true, subtree: true });
        Object.assign(window, { startUpSteps: steps });
      }),
  });
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { startUpSteps: string[] }).startUpSteps)).toEqual([
    'configuration',
    'device fingerprint',
    'analytics logger',
    'error reporter',
    'mount',
  ]);
  const { deviceId } = await telemetry.event('app_initialized');
  expect(deviceId).toMatch(newIdentifier(troubles));
  expect((await readStorage(page)).deviceId).toBe(deviceId);
});

for (const [device, stored] of [
  ['a device without a past', NEW_DEVICE],
  ['a device with another deviceVersion', { deviceId: 'from.before', deviceVersion: '0.9' }],
] as const) {
  test(`[4.19][4.31] Start-up order: with the shipped configuration and nobody touching the page, ${device} has a new identifier within 3 s of the load`, async ({
    visit,
  }) => {
    const { page, troubles } = await visit({
      path: '/login',
      storage: stored,
      prepare: ({ page: opening }) =>
        opening.addInitScript(() => {
          const { setItem } = Storage.prototype;
          Storage.prototype.setItem = function (key, value) {
            setItem.call(this, key, value);
            if (key === 'deviceVersion') Object.assign(window, { identifiedAt: performance.now() });
          };
        }),
    });
    const identifiedAt = () => page.evaluate(() => (window as { identifiedAt?: number }).identifiedAt);
    await expect.poll(identifiedAt).toBeDefined();
    const loadedAt = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation?.loadEventEnd ?? Number.NaN;
    });
    expect((await identifiedAt()) ?? Number.NaN).toBeLessThan(loadedAt + 3000);
    const { deviceId, deviceVersion } = await readStorage(page);
    expect(deviceId).toMatch(newIdentifier(troubles));
    expect(deviceVersion).toBe('1.0');
  });
}

test.describe('Feature flags', () => {
  const flagList = (page: Page) => page.getByRole('switch', { name: 'Feature flags' });

  test('[4.20] read once at startup from runtime configuration and cannot change afterwards', async ({ visit }) => {
    const { page } = await visit({
      signedIn: true,
      config: { FEATURE_FLAGS: { SHOW_FEATURE_FLAGS_UI: true, ENABLE_DEBUG_MODE: true } },
    });
    await page.evaluate(() => {
      const { SCANTIX_CONFIG } = window as unknown as { SCANTIX_CONFIG: { FEATURE_FLAGS: Record<string, boolean> } };
      SCANTIX_CONFIG.FEATURE_FLAGS = { ENABLE_MULTI_LANGUAGE: true };
    });
    await page.getByRole('link', { name: 'Settings' }).click();
    await flagList(page).check();
    const flag = (name: string) => page.getByText(name, { exact: true }).locator('xpath=..');
    await expect(flag('ENABLE_DEBUG_MODE')).toContainText('On');
    await expect(flag('SHOW_FEATURE_FLAGS_UI')).toContainText('On');
    await expect(flag('ENABLE_MULTI_LANGUAGE')).toContainText('Off');
  });

  test('[4.22] Some flags need a reload', async ({ visit }) => {
    const { page } = await visit({
      signedIn: true,
      path: '/settings',
      config: { FEATURE_FLAGS: { SHOW_FEATURE_FLAGS_UI: true } },
    });
    await flagList(page).check();
    const notes = await page.getByText('Default: off.').allTextContents();
    expect(notes).toHaveLength(7);
    expect(notes.filter((note) => note.includes('Needs a reload.'))).toHaveLength(2);
  });

  test('[4.23] A flag may carry a validator; a failing value is rejected with a warning', async ({
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(/SHOW_FEATURE_FLAGS_UI has a value that is not valid/);
    const { page, troubles } = await visit({
      signedIn: true,
      path: '/settings',
      config: { FEATURE_FLAGS: { SHOW_FEATURE_FLAGS_UI: 'true' } },
    });
    await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible();
    await expect(flagList(page)).toHaveCount(0);
    expect(troubles).toHaveLength(1);
    expect(troubles[0]).toMatch(/^console\.warning: /);
  });
});

test.describe('Theme', () => {
  const isDark = (page: Page) => page.locator('html').evaluate((root) => root.classList.contains('dark'));

  test('[4.24][4.26] Toggle flips it; either adds or removes a dark class on the document root and saves the choice', async ({
    visit,
  }) => {
    const { page } = await visit({ signedIn: true });
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    expect(await isDark(page)).toBe(true);
    expect((await readStorage(page)).theme).toBe('dark');
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    expect(await isDark(page)).toBe(false);
    expect((await readStorage(page)).theme).toBe('light');
  });

  test('[4.25][4.26] setting applies an explicit value', async ({ visit }) => {
    const { page } = await visit({ signedIn: true, path: '/settings' });
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    expect(await isDark(page)).toBe(true);
    expect((await readStorage(page)).theme).toBe('dark');
    await page.getByRole('radio', { name: 'Light' }).check({ force: true });
    expect(await isDark(page)).toBe(false);
    expect((await readStorage(page)).theme).toBe('light');
  });

  /** Changes the operating system's preference, and waits until the page's own listeners have heard of it. */
  async function changeColorScheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
    const handle = await page.evaluateHandle(() => {
      const query = matchMedia('(prefers-color-scheme: dark)');
      return { heard: new Promise((resolve) => query.addEventListener('change', resolve, { once: true })) };
    });
    await page.emulateMedia({ colorScheme });
    await handle.evaluate(({ heard }) => heard);
  }

  for (const [saved, colorScheme] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const) {
    test(`[4.27] At start the saved value is used: ${saved} on a ${colorScheme} system`, async ({ visit }) => {
      const { page } = await visit({ storage: { theme: saved }, colorScheme });
      await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
      expect(await isDark(page)).toBe(saved === 'dark');
    });
  }

  test("[4.28][4.29] if none, the operating system's dark preference decides, and later system changes are followed only while no saved choice exists", async ({
    visit,
  }) => {
    const { page } = await visit({ signedIn: true, colorScheme: 'dark' });
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
    expect(await isDark(page)).toBe(true);
    expect(await readStorage(page)).not.toHaveProperty('theme');

    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
    expect(await isDark(page)).toBe(false);

    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    for (const colorScheme of ['dark', 'light'] as const) {
      await changeColorScheme(page, colorScheme);
      expect(await isDark(page), `on a ${colorScheme} system`).toBe(true);
    }
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await changeColorScheme(page, 'dark');
    expect(await isDark(page)).toBe(false);
  });
});
