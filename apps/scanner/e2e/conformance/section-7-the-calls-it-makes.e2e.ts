import type { Request } from '@playwright/test';
import { DEMO_CLERK, openScanner, SUPERVISOR, signIn, typeCode } from '../support/clerk.ts';
import { trySignIn } from '../support/faults.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';
import { follow, passFlushInterval, readStorage } from '../support/visit.ts';

test('[7.1] POST /v0/auth/login. Headers: JSON content type, X-Device-Id, X-Device-Fingerprint; credentials included', async ({
  backend,
  visit,
}) => {
  const { page } = await visit({
    prepare: ({ page: opening }) =>
      opening.addInitScript(() => {
        const { fetch } = window;
        window.fetch = (input, init) => {
          if (String(input).endsWith('/login')) document.documentElement.dataset.credentials = init?.credentials ?? '';
          return fetch(input, init);
        };
      }),
  });
  const sent = page.waitForRequest('**/v0/auth/login');
  await signIn(page);
  const request = await sent;
  expect(request.method()).toBe('POST');
  expect(request.url()).toBe(`${backend.origin}/v0/auth/login`);
  expect(request.headers()).toMatchObject({
    'content-type': 'application/json',
    'x-device-id': KNOWN_DEVICE.deviceId,
    'x-device-fingerprint': KNOWN_DEVICE.deviceId.split('.')[0],
  });
  expect(await page.locator('html').getAttribute('data-credentials')).toBe('include');
});

test('[7.2][7.3] Body: the credentials, remember_me, device_id, device_info. Response: success, message, tokens, user', async ({
  visit,
}) => {
  const { page } = await visit();
  const answered = page.waitForResponse('**/v0/auth/login');
  await signIn(page);
  const response = await answered;
  const body = Object.keys(response.request().postDataJSON());
  expect(body.toSorted()).toEqual(['clerk', 'device_id', 'device_info', 'password', 'remember_me']);
  expect(await response.json()).toEqual({
    success: true,
    message: expect.any(String),
    tokens: {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: expect.any(Number),
      refresh_expires_in: expect.any(Number),
    },
    user: {
      id: expect.any(String),
      clerk: expect.any(String),
      user_name: expect.any(String),
      domain: expect.any(String),
      workgroup: expect.any(String),
    },
  });
});

test('[7.4] POST /v0/auth/logout. Bearer token, sent only if signed in', async ({ visit }) => {
  const { page, context } = await visit({ signedIn: true });
  const other = await context.newPage();
  await other.goto('/');
  const { authToken } = await readStorage(page);
  const calls: Request[] = [];
  context.on('request', (request) => request.url().endsWith('/v0/auth/logout') && calls.push(request));
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await signOut.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]?.method()).toBe('POST');
  expect(calls[0]?.headers().authorization).toBe(`Bearer ${authToken}`);
  expect((await calls[0]?.response())?.status()).toBe(200);

  // Another page has cleared what is stored; this one has not noticed yet.
  const left = await visit({ signedIn: true });
  left.context.on('request', (request) => request.url().endsWith('/v0/auth/logout') && calls.push(request));
  const signOutHere = left.page.getByRole('button', { name: 'Sign out' });
  await expect(signOutHere).toBeVisible();
  // In one task: a page that finds its session gone signs out by itself.
  await signOutHere.evaluate((button: HTMLElement) => {
    localStorage.clear();
    button.click();
  });
  await expect(left.page).toHaveURL(/\/login$/);
  expect(calls).toHaveLength(1);
});

test('[7.5] Failure is only logged', async ({ expectedTroubles, telemetry, visit }) => {
  expectedTroubles.push(/status of 503 .*\/v0\/auth\/logout/, /\[scantix\] logout-failed /);
  const { page, context } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
  await context.route('**/v0/auth/logout', (route) => route.fulfill({ status: 503, body: 'out of order' }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect
    .poll(async () => {
      await passFlushInterval(page);
      return telemetry.events('logout-failed');
    })
    .toHaveLength(1);
});

test('[7.6][7.7] POST /v0/auth/refresh. Body: refresh_token. Response: success and tokens as for login', async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true });
  await expect(page.getByText('Last scans')).toBeVisible();
  const { refreshToken } = await readStorage(page);
  const answered = page.waitForResponse('**/v0/auth/refresh');
  await page.evaluate(() => dispatchEvent(new Event('token-refresh-needed')));
  const response = await answered;
  expect(response.request().method()).toBe('POST');
  expect(response.request().postDataJSON()).toEqual({ refresh_token: refreshToken });
  expect(await response.json()).toEqual({
    success: true,
    tokens: {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
      refresh_expires_in: expect.any(Number),
    },
  });
});

for (const { failure, fulfil } of [
  { failure: 'a page of a gateway', fulfil: { status: 500, body: '<html>' } },
  { failure: 'success is false', fulfil: { json: { success: false, message: 'not now' } } },
  { failure: 'an answer without tokens', fulfil: { json: { success: true } } },
  { failure: 'no answer', fulfil: null },
]) {
  test(`[7.8] Any failure returns false: the session stays while its token lasts, and no error is shown: ${failure}`, async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(/\[scantix\] session-refresh-failed /);
    if (failure === 'a page of a gateway') expectedTroubles.push(/status of 500 .*\/v0\/auth\/refresh/);
    if (failure === 'an answer without tokens') expectedTroubles.push(/\[scantix\] answer-unusable /);
    if (failure === 'no answer') expectedTroubles.push(/net::ERR_FAILED .*\/v0\/auth\/refresh/);
    const { page, context } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
    await expect(page.getByText('Last scans')).toBeVisible();
    await context.route('**/v0/auth/refresh', (route) => (fulfil ? route.fulfill(fulfil) : route.abort()));
    const before = await readStorage(page);
    await page.evaluate(() => dispatchEvent(new Event('token-refresh-needed')));
    await expect
      .poll(async () => {
        await passFlushInterval(page);
        return telemetry.events('session-refresh-failed').length;
      })
      .toBeGreaterThan(0);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    for (const key of ['authToken', 'refreshToken', 'userData']) {
      expect((await readStorage(page))[key], key).toBe(before[key]);
    }
    await follow(page, '/reports');
    await expect(page.getByText('Admitted', { exact: true }).first()).toBeVisible();
  });
}

test('[7.9] The base URL comes from configuration loaded at start-up, and every address keeps its path', async ({
  visit,
}) => {
  const called = new Set<string>();
  const { page } = await visit({
    config: { API_BASE_URL: '/behind/a/proxy/', FEATURE_FLAGS: { ENABLE_NETWORK_SPEED_MONITORING: true } },
    prepare: async ({ context }) => {
      context.on('request', (request) => {
        const { pathname } = new URL(request.url());
        // The service worker fetches the configuration itself.
        if (request.serviceWorker()) return;
        if (request.resourceType() === 'fetch' && !pathname.startsWith('/assets/')) called.add(pathname);
      });
      await context.route('**/behind/a/proxy/**', (route) =>
        route.continue({ url: route.request().url().replace('/behind/a/proxy', '') }),
      );
    },
  });
  await signIn(page, SUPERVISOR);
  await openScanner(page);
  await typeCode(page, 'CONFORMANCE-SECTION-7-PROXY');
  await expect(page).toHaveURL(/\?scan=/);
  await follow(page, '/scan-result/NO-TICKET');
  await expect(page.getByText('Check only. No entry used')).toBeVisible();
  await follow(page, '/reports');
  const paths = [
    '/v0/auth/login',
    '/config/v0/scanner',
    '/scantix/v0/scanner/scans',
    '/scantix/v0/reports/summary',
    '/scantix/v0/reports/live',
    '/tickets/v0/lookup',
    '/tickets/v0/snapshot',
    '/healthz',
  ];
  await expect.poll(() => paths.filter((path) => !called.has(`/behind/a/proxy${path}`))).toEqual([]);
  expect([...called].filter((path) => !path.startsWith('/behind/a/proxy/'))).toEqual([]);
});

test('[3.24] API call events: sign-in, refresh and sign-out make them too', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/status of 401 .*\/v0\/auth\/login/, /\[scantix\] login-failed /);
  const { page } = await visit({ config: telemetry.axiom, clock: true });
  const logged = async (endpoint: string, success: boolean) => {
    await passFlushInterval(page);
    const { category, module, properties } = await telemetry.event(
      'api_call',
      (event) => event.properties.endpoint === endpoint && event.properties.success === success,
    );
    expect({ category, module }).toEqual({ category: 'api', module: 'auth' });
    expect(properties).toEqual({
      endpoint,
      module: 'auth',
      method: 'POST',
      status: success ? 200 : 401,
      duration: expect.any(Number),
      success,
    });
  };
  await trySignIn(page, { ...DEMO_CLERK, password: 'wrong' });
  await expect(page.getByRole('alert')).toBeVisible();
  await logged('/v0/auth/login', false);
  await signIn(page);
  await logged('/v0/auth/login', true);
  const refreshed = page.waitForResponse('**/v0/auth/refresh');
  await page.evaluate(() => dispatchEvent(new Event('token-refresh-needed')));
  await refreshed;
  await logged('/v0/auth/refresh', true);
  const ended = page.waitForResponse('**/v0/auth/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await ended;
  await logged('/v0/auth/logout', true);
});

test('[3.24] API call events: a call that is given up makes none', async ({ telemetry, visit }) => {
  const { page, context } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
  await expect(page.getByText('Last scans')).toBeVisible();
  await context.route('**/tickets/v0/lookup', () => new Promise<void>(() => {}));
  const asked = page.waitForRequest('**/tickets/v0/lookup');
  await follow(page, '/scan-result/NO-TICKET');
  await asked;
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/tickets/v0/lookup'));
  await follow(page, '/settings');
  await givenUp;
  await passFlushInterval(page);
  await telemetry.event('page_view', ({ properties }) => properties.page === '/settings');
  const calls = telemetry.events('api_call').map(({ properties }) => properties.endpoint);
  expect(calls).not.toContain('/tickets/v0/lookup');
});

test('[7.1] a sign-in without delay on a new device names the identifier that the device is being given', async ({
  visit,
}) => {
  const { page } = await visit({ storage: { deviceId: null, deviceVersion: null } });
  const sent = page.waitForRequest('**/v0/auth/login');
  await trySignIn(page);
  const request = await sent;
  const { deviceId } = await readStorage(page);
  expect(deviceId).toBeTruthy();
  expect(request.headers()['x-device-id']).toBe(deviceId);
  expect(request.postDataJSON()).toMatchObject({ device_id: deviceId });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
