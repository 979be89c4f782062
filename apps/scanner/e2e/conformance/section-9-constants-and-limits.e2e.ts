import type { BrowserContext, Locator, Page } from '@playwright/test';
import { FLAG_NAMES } from '@scantix/feature-flags';
import { DEMO_CLERK, openScanner, signIn, typeCode, verdict } from '../support/clerk.ts';
import { loseScript, trySignIn } from '../support/faults.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';
import { follow, logPageViews, passFlushInterval, readStorage, runTasks } from '../support/visit.ts';

const DEBUG_MODE = { FEATURE_FLAGS: { ENABLE_DEBUG_MODE: true } };

const SPECIFIED_FLAGS = [
  'USE_SECURE_COOKIE_AUTH',
  'ENABLE_PERFORMANCE_METRICS',
  'ENABLE_NETWORK_SPEED_MONITORING',
  'ENABLE_MULTI_LANGUAGE',
  'ENABLE_ADVANCED_SCANNING',
  'ENABLE_DEBUG_MODE',
  'SHOW_FEATURE_FLAGS_UI',
];

test('[9.4] Feature flags (all default false)', async ({ visit }) => {
  expect(FLAG_NAMES).toEqual(SPECIFIED_FLAGS);
  const { page } = await visit({
    signedIn: true,
    path: '/settings',
    config: { FEATURE_FLAGS: { SHOW_FEATURE_FLAGS_UI: true } },
  });
  await page.getByRole('switch', { name: 'Feature flags' }).check();
  for (const name of SPECIFIED_FLAGS) {
    const row = page.getByText(name, { exact: true }).locator('xpath=..');
    await expect(row).toContainText('Default: off.');
    await expect(row).toContainText(name === 'SHOW_FEATURE_FLAGS_UI' ? 'On' : 'Off');
  }
});

test('[9.11] SHOW_FEATURE_FLAGS_UI (shows a flags toggle in settings)', async ({ visit }) => {
  const without = await visit({ signedIn: true, path: '/settings' });
  await expect(without.page.getByText('This device')).toBeVisible();
  await expect(without.page.getByRole('switch', { name: 'Feature flags' })).toHaveCount(0);

  const { page } = await visit({
    signedIn: true,
    path: '/settings',
    config: { FEATURE_FLAGS: { SHOW_FEATURE_FLAGS_UI: true } },
  });
  await expect(page.getByRole('switch', { name: 'Feature flags' })).toBeVisible();
});

test('[9.8] ENABLE_MULTI_LANGUAGE (reload): a choice of languages, and the language of the browser', async ({
  visit,
}) => {
  const settings = { signedIn: true, path: '/settings', locale: 'de-DE' };
  const without = await visit(settings);
  await expect(without.page).toHaveTitle('Settings');
  await expect(without.page.getByText('This device')).toBeVisible();
  await expect(without.page.getByRole('combobox', { name: 'Language' })).toHaveCount(0);

  const FEATURE_FLAGS = { ENABLE_MULTI_LANGUAGE: true, SHOW_FEATURE_FLAGS_UI: true };
  const { page } = await visit({ ...settings, config: { FEATURE_FLAGS } });
  await expect(page).toHaveTitle('Einstellungen');
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'English' });
  await expect(page).toHaveTitle('Settings');
  await page.getByRole('switch', { name: 'Feature flags' }).check();
  const flag = page.getByText('ENABLE_MULTI_LANGUAGE', { exact: true }).locator('xpath=..');
  await expect(flag).toContainText('Needs a reload.');
});

test('[9.9] ENABLE_ADVANCED_SCANNING (multiple formats, batch processing)', async ({ visit }) => {
  const kindsOf = async (page: Page) => {
    await page.getByText('Code types').click();
    const list = page.getByRole('group').filter({ hasText: 'Code types' }).getByRole('switch');
    await expect(list.first()).toBeVisible();
    return list.count();
  };
  const batch = (page: Page) => page.getByRole('button', { name: 'Batch' });

  const without = await visit({ signedIn: true, path: '/settings' });
  expect(await kindsOf(without.page)).toBe(9);
  await openScanner(without.page);
  await expect(batch(without.page)).toHaveCount(0);

  const config = { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } };
  const { page } = await visit({ signedIn: true, path: '/settings', config });
  expect(await kindsOf(page)).toBeGreaterThan(9);
  await openScanner(page);
  await expect(batch(page)).toBeVisible();
});

test('[9.12] Flags and config come from the runtime configuration object on the window', async ({ visit }) => {
  const { page } = await visit({
    signedIn: true,
    path: '/settings',
    config: `window.SCANTIX_CONFIG = { API_BASE_URL: '/', APP_VERSION: '7.8.9', FEATURE_FLAGS: { SHOW_FEATURE_FLAGS_UI: true } };`,
  });
  await expect(page.getByText('7.8.9')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Feature flags' })).toBeVisible();
});

test('[9.14] Error-reporting config defaults: environment production, release 1.0.0', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
  const { page } = await visit({ config: telemetry.sentry });
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  await expect.poll(() => telemetry.reports()[0]).toMatchObject({ environment: 'production', release: '1.0.0' });
});

test('[9.17][9.18][9.19] replay sample rate 1.0 on error; replay masks all text and blocks media', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
  const replayLoaded = Promise.withResolvers<void>();
  const { page } = await visit({
    config: telemetry.sentry,
    signedIn: true,
    path: '/settings',
    prepare: async ({ context }) =>
      context.on('requestfinished', (request) => /sentry-replay/.test(request.url()) && replayLoaded.resolve()),
  });
  await replayLoaded.promise;
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  const recordings = () => telemetry.envelopes().filter((envelope) => envelope.includes('replay_recording'));
  await expect.poll(() => recordings().length).toBeGreaterThan(0);
  const recorded = recordings().join('\n');
  expect(recorded).toContain('***');
  for (const text of ['This device', 'Where and how', KNOWN_DEVICE.deviceId]) expect(recorded).not.toContain(text);
});

test('[9.19] replay blocks media: of the camera and of the pictures it has the sizes only', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
  const replayLoaded = Promise.withResolvers<void>();
  const { page } = await visit({
    config: telemetry.sentry,
    signedIn: true,
    path: '/scanner',
    prepare: async ({ context }) =>
      context.on('requestfinished', (request) => /sentry-replay/.test(request.url()) && replayLoaded.resolve()),
  });
  await replayLoaded.promise;
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  const recordings = () => telemetry.envelopes().filter((envelope) => envelope.includes('replay_recording'));
  await expect.poll(() => recordings().join('\n')).toContain('"tagName":"video"');
  const recorded = recordings().join('\n');
  const media = [...recorded.matchAll(/"tagName":"(?:video|audio|img|svg|picture)","attributes":(\{[^}]*\})/g)];
  expect(media.length).toBeGreaterThan(1);
  for (const [node, attributes = ''] of media) {
    const names = Object.keys(JSON.parse(attributes)).filter((name) => name !== 'class');
    expect(names.toSorted(), node).toEqual(['rr_height', 'rr_width']);
  }
  expect(recorded).not.toContain('"tagName":"path"');
});

for (const [random, sampled, replayType] of [
  [0.0999, 'true', 'session'],
  [0.1001, 'false', 'buffer'],
] as const) {
  test(`[9.15][9.16] Trace sample rate 0.1; replay sample rate 0.1 for sessions: a random number of ${random}`, async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
    const replayLoaded = Promise.withResolvers<void>();
    const { page } = await visit({
      config: telemetry.sentry,
      prepare: async ({ context, page: opening }) => {
        context.on('requestfinished', (request) => /sentry-replay/.test(request.url()) && replayLoaded.resolve());
        await opening.addInitScript((value) => {
          Math.random = () => value;
        }, random);
      },
    });
    await replayLoaded.promise;
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
    const withType = (type: string) => () => telemetry.envelopes().find((text) => text.includes(`"type":"${type}"`));
    await expect.poll(withType('event')).toBeTruthy();
    const { trace } = JSON.parse(withType('event')()?.split('\n', 1)[0] ?? '');
    expect(trace).toMatchObject({ sampled, sample_rate: '0.1' });
    await expect.poll(withType('replay_event')).toContain(`"replay_type":"${replayType}"`);
  });
}

test('[9.20] no default personal data sent', async ({ expectedTroubles, telemetry, visit }) => {
  expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
  const { page } = await visit({ config: telemetry.sentry });
  await signIn(page);
  const { id } = await page.evaluate(() => JSON.parse(localStorage.userData));
  await openScanner(page);
  await typeCode(page, 'CONFORMANCE-PERSONAL');
  await expect(page).toHaveURL(/\?scan=/);
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  await expect.poll(() => telemetry.reports().length).toBe(1);
  expect(telemetry.reports()[0]?.user).toEqual({ id });
  const sent = telemetry.envelopes().join('\n');
  for (const personal of ['m.okafor', 'Miriam', 'scantix-demo', 'CONFORMANCE-PERSONAL', 'ip_address', '{{auto}}']) {
    expect(sent).not.toContain(personal);
  }
});

test('[9.21] Analytics: flush interval 5000 ms', async ({ telemetry, visit }) => {
  const loads: string[] = [];
  const { page, context } = await visit({
    config: telemetry.axiom,
    clock: true,
    // From here on the page's time passes only when the test lets it.
    prepare: ({ page: opening }) => opening.clock.pauseAt(Date.now() + 60_000),
  });
  context.on('request', (request) => loads.push(request.url()));
  const isFlushing = () => loads.some((url) => url.includes('/assets/axiom-client-'));
  await expect(page).toHaveTitle('Sign In');
  await page.clock.runFor(4999);
  expect(isFlushing()).toBe(false);
  // The first flush loads the client within half a second.
  await page.clock.runFor(501);
  await expect.poll(isFlushing).toBe(true);
  await telemetry.event('app_initialized');
  expect(telemetry.batches()).toHaveLength(1);
});

test('[9.22] buffer limit 50 events', async ({ telemetry, visit }) => {
  const { page } = await visit({ config: telemetry.axiom, clock: true });
  await expect(page.getByLabel('Username')).toBeVisible();
  await passFlushInterval(page);
  await telemetry.event('page_view');
  const before = telemetry.batches().length;
  // Before the next flush, and before the 20 s after which a delivery whose answer is on its way times out.
  await page.clock.pauseAt(Date.now() + 8_000);
  await logPageViews(page, 49);
  expect(telemetry.batches().length).toBe(before);
  await logPageViews(page, 1);
  await expect.poll(() => telemetry.batches().length).toBe(before + 1);
  expect(telemetry.batches().at(-1)?.body.split('\n')).toHaveLength(50);
});

/** What the product writes to the console of the pages of a context: type and text. */
function productLines(context: BrowserContext): string[] {
  const lines: string[] = [];
  context.on('console', (message) => {
    if (message.text().startsWith('[scantix] ')) lines.push(`${message.type()}: ${message.text()}`);
  });
  return lines;
}

for (const enabled of [true, false]) {
  test(`[9.26] warn and error always emitted, to the console too; with the logger ${enabled ? 'on' : 'off'}`, async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(
      /status of 401/,
      /net::ERR_FAILED/,
      /\[scantix\] (?:login-failed|Failed to generate fingerprint)/,
    );
    let lines: string[] = [];
    const { page } = await visit({
      config: { ...telemetry.axiom, AXIOM_ENABLED: enabled },
      clock: true,
      storage: { deviceId: null, deviceVersion: null },
      async prepare({ context }) {
        lines = productLines(context);
        await loseScript(context, 'device-traits');
      },
    });
    await trySignIn(page, { username: 'nobody.here', password: 'wrong', name: '' });
    await expect(page.getByRole('alert')).toBeVisible();
    await expect
      .poll(() => lines)
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^warning: \[scantix\] login-failed \{/),
          expect.stringMatching(/^error: \[scantix\] Failed to generate fingerprint \{/),
        ]),
      );
    expect(lines.filter((line) => !/^(?:warning|error): /.test(line))).toEqual([]);
    await passFlushInterval(page);
    if (!enabled) return;
    expect(await telemetry.event('login-failed')).toMatchObject({ level: 'warn' });
    expect(await telemetry.event('Failed to generate fingerprint')).toMatchObject({ level: 'error' });
  });
}

test('[9.25][9.10] debug and info reach the console with debug mode only', async ({ visit }) => {
  let lines: string[] = [];
  await visit({
    signedIn: true,
    path: '/settings',
    config: DEBUG_MODE,
    prepare: async ({ context }) => {
      lines = productLines(context);
    },
  });
  await expect
    .poll(() => lines)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^debug: \[scantix\] session_changed \{/),
        expect.stringMatching(/^info: \[scantix\] page_view \{/),
      ]),
    );
});

test('[9.10][9.25] debug logs only with debug mode on; ENABLE_DEBUG_MODE shows the log history in settings', async ({
  telemetry,
  visit,
}) => {
  const without = await visit({ signedIn: true, path: '/settings', config: telemetry.axiom, clock: true });
  await expect(without.page.getByRole('region', { name: 'This device' })).toBeVisible();
  await expect(without.page.getByRole('region', { name: 'Log history' })).toHaveCount(0);
  await passFlushInterval(without.page);
  await telemetry.event('page_view');
  expect(telemetry.events().filter(({ level }) => level === 'debug')).toEqual([]);
  await without.page.close();

  const config = { ...telemetry.axiom, ...DEBUG_MODE };
  const { page } = await visit({ signedIn: true, path: '/settings', config, clock: true });
  const row = page.getByRole('region', { name: 'Log history' }).getByRole('row').filter({ hasText: 'session_changed' });
  await expect(row).toHaveText(/^\d\d:\d\d:\d\ddebugsession_changed$/);
  await passFlushInterval(page);
  expect(await telemetry.event('session_changed')).toMatchObject({
    level: 'debug',
    properties: { status: 'signed-in' },
  });
});

test('[9.24] in-memory log history last 100 entries', async ({ visit }) => {
  const { page, context } = await visit({ config: DEBUG_MODE });
  await context.grantPermissions(['camera', 'clipboard-read', 'clipboard-write']);
  await expect(page.getByLabel('Username')).toBeVisible();
  await logPageViews(page, 110);
  await signIn(page);
  await follow(page, '/settings');
  const history = page.getByRole('region', { name: 'Log history' });
  await history.getByRole('button', { name: 'Show all 100' }).click();
  await expect(history.getByRole('row')).toHaveCount(1 + 100);
  await expect(history).not.toContainText('app_initialized');
  const times = await history.locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  expect(times).toEqual(times.toSorted().reverse());

  await history.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').map((line) => typeof JSON.parse(line).event)).toEqual(Array(100).fill('string'));
  const { authToken, refreshToken } = await readStorage(page);
  for (const secret of [authToken, refreshToken, DEMO_CLERK.password]) expect(copied).not.toContain(secret);
});

test('[9.27][9.28][9.29] App version 1.0.0; default dataset name scantix-logs; environment taken from the hostname', async ({
  telemetry,
  visit,
}) => {
  const { page } = await visit({ config: telemetry.axiom, clock: true });
  await expect(page.getByLabel('Username')).toBeVisible();
  await passFlushInterval(page);
  const { app } = await telemetry.event('app_initialized');
  expect(app).toMatchObject({ version: '1.0.0', domain: '127.0.0.1', environment: 'development' });
  expect(telemetry.batches()[0]?.path).toContain('/scantix-logs');
});

for (const status of [500, 502, 503, 504]) {
  test(`[9.34][9.35] Logging service client: status ${status} retried once, after 1000 ms`, async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(
      new RegExp(`status of ${status} .*/ingest`),
      /^console\.error: \[scantix\] Failed to flush events/,
    );
    telemetry.answer({ status });
    const { page, troubles } = await visit({
      config: telemetry.axiom,
      clock: true,
      // From here on the page's time passes only when the test lets it.
      prepare: ({ page: opening }) => opening.clock.pauseAt(Date.now() + 60_000),
    });
    const attempts = () => telemetry.batches().length;
    const answers = () => troubles.filter((trouble) => trouble.includes(`status of ${status}`)).length;
    await expect(page).toHaveTitle('Sign In');
    // The first flush loads the client within half a second.
    await page.clock.runFor(5500);
    await expect.poll(answers).toBe(1);
    expect(attempts()).toBe(1);
    await runTasks(page);
    await page.clock.runFor(999);
    await runTasks(page);
    expect(attempts()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(attempts).toBe(2);
    await expect.poll(() => troubles.join()).toContain('Failed to flush events');
    expect(telemetry.batches()[1]?.body).toBe(telemetry.batches()[0]?.body);
    await page.clock.runFor(2500);
    await runTasks(page);
    expect(attempts()).toBe(2);
  });
}

test('[9.23][9.37] a rate limit: the cap holds, and a reset an hour away counts as 10 minutes', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/status of 429/, /Failed to flush events/);
  telemetry.answer({ status: 429, headers: { 'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + 3600) } });
  const { page, troubles } = await visit({ config: telemetry.axiom, clock: true });
  await expect(page.getByLabel('Username')).toBeVisible();
  await passFlushInterval(page);
  await expect.poll(() => troubles.join()).toContain('api limit exceeded, try again in 10m0s');
  telemetry.answer(null);
  const logged = telemetry.events().length + 120;
  await logPageViews(page, 120);
  await page.clock.fastForward(590_000);
  // A batch would be under way now, and taken before this answer.
  await runTasks(page);
  await page.evaluate(() => fetch('/healthz'));
  expect(telemetry.batches()).toHaveLength(1);
  await page.clock.fastForward(10_000);
  await expect.poll(() => telemetry.batches().length).toBe(2);
  const delivered = telemetry.events().slice(logged - 120);
  expect(delivered.length).toBeLessThanOrEqual(100);
  expect(delivered[0]?.properties.events_dropped).toBe(logged - delivered.length);
});

test('[9.36] Logging service client: status 204 returned as is', async ({ telemetry, visit }) => {
  telemetry.answer({ status: 204 });
  const { page } = await visit({ config: telemetry.axiom, clock: true });
  await expect(page.getByLabel('Username')).toBeVisible();
  await passFlushInterval(page);
  await telemetry.event('page_view');
  const taken = telemetry.events().length;
  await logPageViews(page, 1);
  await passFlushInterval(page);
  // Events accepted by a 204 are not sent again.
  await expect.poll(() => telemetry.events().length).toBe(taken + 1);
});

for (const { title, answer, message } of [
  {
    title:
      '[9.37] Logging service client: 429 rejected with a rate-limit error naming the limit type and time to reset',
    answer: () => ({ status: 429, headers: { 'X-IngestLimit-Reset': String(Math.floor(Date.now() / 1000) + 300) } }),
    message: /"message":"ingest limit exceeded, try again in (?:5m0|4m\d+)s"/,
  },
  {
    title: "[9.38] Logging service client: 401 rejected as 'Forbidden'",
    answer: () => ({ status: 401 }),
    message: /"message":"Forbidden"/,
  },
  {
    title: '[9.39] Logging service client: other statuses of 400 or above rejected with the message field of the body',
    answer: () => ({ status: 418, body: '{"code":7,"message":"this is a teapot"}' }),
    message: /"message":"this is a teapot"/,
  },
]) {
  test(title, async ({ expectedTroubles, telemetry, visit }) => {
    const refusal = answer();
    expectedTroubles.push(
      new RegExp(`status of ${refusal.status} .*/ingest`),
      /^console\.error: \[scantix\] Failed to flush events/,
    );
    telemetry.answer(refusal);
    const { page, troubles } = await visit({ config: telemetry.axiom, clock: true });
    await expect(page.getByLabel('Username')).toBeVisible();
    await passFlushInterval(page);
    await expect.poll(() => troubles.join('\n')).toMatch(message);
  });
}

test('[9.40][9.41] UI defaults: modal z-index 1100, overlay 1000, menu 1000, tooltip 1100; tooltip fade 250 ms', async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true, path: '/scanner' });
  await page.locator('input[type="file"]').setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  });
  const toast = page.locator('.stx-toast');
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Switch to dark theme' }).hover();
  const tooltip = page.locator('.stx-tooltip:hover > .stx-tooltip__bubble');
  await expect(tooltip).toBeVisible();
  await expect(tooltip).toHaveCSS('transition-duration', /0\.25s/);

  // The tooltip lies over the toast. Layers of the test's own show between which values each of them is.
  await expect.poll(() => isOnTop(tooltip)).toBe(true);
  expect(await isOnTop(tooltip, 1099)).toBe(true);
  expect(await isOnTop(tooltip, 1101)).toBe(false);
  expect(await isOnTop(toast.locator('.stx-toast__title'), 999)).toBe(true);
  expect(await isOnTop(toast.locator('.stx-toast__title'), 1001)).toBe(false);

  await follow(page, '/settings');
  await page.getByRole('button', { name: 'Reset identifier' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.poll(() => isOnTop(dialog, 2_147_483_647)).toBe(true);
});

/** Whether an element, or what is in it, is the topmost at its centre; also above a layer of a z-index over the page. */
function isOnTop(element: Locator, layer?: number): Promise<boolean> {
  return element.evaluate((target, zIndex) => {
    const cover = document.createElement('div');
    cover.style.cssText = `position: fixed; inset: 0; z-index: ${zIndex}`;
    if (zIndex !== undefined) document.body.append(cover);
    const { x, y, width, height } = target.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    cover.remove();
    return target.contains(top);
  }, layer);
}

test('[9.42] English locale', async ({ visit }) => {
  const { page } = await visit({ locale: 'ja-JP' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('[9.43] date format mm/dd/yy', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, locale: 'de-DE', timezoneId: 'America/New_York' });
  const inNewYork = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });
  const mmddyy = (at: number | string) => {
    const [year = '', month, day] = inNewYork.format(new Date(at)).split('-');
    return `${month}/${day}/${year.slice(2)}`;
  };
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(mmddyy(Date.now()));

  await openScanner(page);
  await typeCode(page, 'HL-2026-0016');
  await expect(verdict(page, 'Refused')).toContainText(/Valid from \d\d\/\d\d\/\d\d, \d\d:\d\d/);
  await page.getByRole('button', { name: 'Details' }).click();
  const scanned = page.getByRole('region', { name: 'This code' }).locator('time').first();
  const claimedAt = (await scanned.getAttribute('datetime')) ?? '';
  await expect(scanned).toHaveText(new RegExp(`^${mmddyy(claimedAt)}, \\d\\d:\\d\\d$`));
  await expect(page.getByRole('region', { name: 'Ticket' })).toContainText(/\d\d\/\d\d\/\d\d, \d\d:\d\d/);

  await page.getByRole('link', { name: 'All results' }).click();
  await expect(page.getByRole('rowheader').first()).toContainText(mmddyy(claimedAt));
});
