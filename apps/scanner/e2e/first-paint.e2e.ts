import type { Page, Route } from '@playwright/test';
import { DEMO_CLERK } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { readStorage, type VisitOptions } from './support/visit.ts';

/** What can wait does so for at most this long after the start. */
const PAINT_LIMIT_MS = 3_000;

/** Holds the scripts of the first view, for which the app waits, until the test lets them through. */
function holdScripts() {
  const held = Promise.withResolvers<void>();
  const answer = async (route: Route) => {
    await held.promise;
    await route.continue();
  };
  const prepare: VisitOptions['prepare'] = ({ context }) =>
    context.route(/\/assets\/(login-view|signed-in)-.*\.js$/, answer);
  return { prepare, release: held.resolve };
}

/** Where everything stands that a person sees of Sign In. */
function placesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, label, input, button, p, .app-login__art')]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.textContent || element.tagName}: ${[x, y, width, height].map(Math.round).join(' ')}`;
      }),
  );
}

test('Sign In stands in the page, and nothing moves when the app takes it over', async ({ visit }) => {
  for (const [language, heading] of [
    [null, 'Sign In'],
    ['de', 'Anmelden'],
  ] as const) {
    const { prepare, release } = holdScripts();
    const config = { FEATURE_FLAGS: { ENABLE_MULTI_LANGUAGE: true } };
    const { page } = await visit({ config, path: '/login', storage: { scannerLanguage: language }, prepare });
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    const early = await placesOf(page);
    release();
    await expect(page.locator('#first-paint')).toHaveCount(0);
    expect(await placesOf(page)).toEqual(early);
  }
});

test('where languages are no longer offered, Sign In stands there in English from the second start on', async ({
  visit,
}) => {
  const { page, context } = await visit({ path: '/login', storage: { scannerLanguage: 'de' } });
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).scannerOnlyLanguage).toBe('en');
  const { prepare, release } = holdScripts();
  await prepare?.({ page, context, troubles: [] });
  await page.reload();
  await expect(page.locator('#first-paint').getByRole('heading')).toHaveText('Sign In');
  release();
  await expect(page.locator('#first-paint')).toHaveCount(0);
});

test('what is entered before the app has started is kept, and the form that was sent is sent', async ({ visit }) => {
  const { prepare, release } = holdScripts();
  const { page } = await visit({ path: '/settings', prepare });
  await page.getByLabel('Username').fill(DEMO_CLERK.username);
  await page.getByLabel('Remember me').check();
  await page.getByLabel('Password').pressSequentially(DEMO_CLERK.password);
  await page.keyboard.press('Enter');
  const login = page.waitForRequest('**/v0/auth/login');
  release();
  expect((await login).postDataJSON()).toMatchObject({ clerk: DEMO_CLERK.username, remember_me: true });
  await expect(page).toHaveTitle('Settings');
  await expect(page).toHaveURL(/\/settings$/);
});

test('a press of Sign In that is under way when the app takes it over counts, once', async ({ visit }) => {
  const { prepare, release } = holdScripts();
  const { page } = await visit({ path: '/login', prepare });
  await page.getByLabel('Username').fill(DEMO_CLERK.username);
  await page.getByLabel('Password').fill(DEMO_CLERK.password);
  let logins = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v0/auth/login') logins += 1;
  });
  await page.getByRole('button', { name: 'Sign In' }).hover();
  await page.mouse.down();
  release();
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(logins).toBe(1);
});

for (const path of ['/login', '/']) {
  test(`a field keeps the focus when the app takes Sign In over, opened at ${path}`, async ({ visit }) => {
    const { prepare, release } = holdScripts();
    const { page } = await visit({ path, prepare });
    await page.getByLabel('Password').fill('half');
    release();
    await expect(page.locator('#first-paint')).toHaveCount(0);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.keyboard.type(' and half');
    await expect(page.getByLabel('Password')).toHaveValue('half and half');
  });
}

test('a page whose script is not allowed by the policy that it comes with says so', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/Content Security Policy/);
  for (const policy of ["script-src 'self'", "script-src 'self'; style-src 'self'"]) {
    const { page } = await visit({
      // As a proxy answers that adds a policy of its own.
      prepare: ({ context }) =>
        context.route(/\/$/, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
        }),
    });
    await expect(page.getByText('Scantix did not start')).toBeVisible();
  }
});

test('a device with a session starts with the empty frame, an unknown address with neither', async ({ visit }) => {
  const { prepare, release } = holdScripts();
  const { page } = await visit({ signedIn: true, prepare });
  const header = page.locator('#first-paint .stx-header');
  const early = await header.boundingBox();
  await expect(page.locator('#first-paint')).toHaveText(/^(Skip to content)?\s*(Scantix)?$/);
  release();
  await expect(page).toHaveTitle('Scanner');
  await expect(header).toBeHidden();
  expect(await page.locator('#root .stx-header').boundingBox()).toEqual(early);
  await page.goto('/no/such/path');
  await expect(page.locator('#first-paint > *')).toHaveCount(0);
});

test('what stands in the page gives way to a view that is not found, whoever has been signed in', async ({ visit }) => {
  for (const storage of [{}, { authToken: 'left over' }] as const) {
    for (const path of ['/reports', '/scan-result/A-1/entry/more']) {
      const { page } = await visit({ config: { FEATURES: { reports: false } }, path, storage });
      await expect(page.getByRole('heading', { name: 'Nothing at this address' })).toBeVisible();
      await expect(page.locator('#first-paint')).toBeHidden();
    }
  }
});

test('Sign In gives way to what says that it cannot be loaded, and keeps what was entered', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_FAILED .*login-view-|dynamically imported module: .*login-view-/);
  const held = Promise.withResolvers<void>();
  const { context, page } = await visit({
    path: '/login',
    prepare: (prepared) =>
      prepared.context.route(/login-view-.*\.js$/, async (route) => {
        await held.promise;
        await route.abort();
      }),
  });
  await page.getByLabel('Username').fill(DEMO_CLERK.username);
  held.resolve();
  await expect(page.getByText("This page couldn't load.")).toBeVisible();
  await expect(page.locator('#first-paint')).toBeHidden();
  await context.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(page.getByLabel('Username')).toHaveValue(DEMO_CLERK.username);
});

test('a page whose app cannot be loaded says so in place of Sign In and of the frame', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_FAILED .*foundation-/);
  for (const [signedIn, language, text] of [
    [false, null, 'Scantix could not be loaded.'],
    [false, 'de', 'Scantix konnte nicht geladen werden.'],
    [true, 'xx', 'Scantix could not be loaded.'],
  ] as const) {
    const { page } = await visit({
      path: '/',
      signedIn,
      storage: { scannerLanguage: language },
      prepare: ({ context }) => context.route(/\/assets\/foundation-.*\.js$/, (route) => route.abort()),
    });
    await expect(page.getByRole('alert')).toContainText(text);
    await expect(page.locator('#first-paint')).toHaveCount(0);
  }
});

test('Sign In is on the screen before any script of the app is requested', async ({ visit }) => {
  const { page } = await visit({ path: '/login' });
  await expect(page.locator('#first-paint')).toHaveCount(0);
  const [paint, scripts] = await page.evaluate(() => {
    const startOf = (entries: PerformanceEntryList) => entries.map(({ startTime }) => startTime);
    const assets = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
    return [startOf(performance.getEntriesByName('first-contentful-paint')), startOf(assets)] as const;
  });
  expect(paint).toHaveLength(1);
  expect(Math.min(...scripts)).toBeGreaterThan(paint[0] ?? Number.NaN);
});

test('Home is on the screen before what can wait is requested', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  const startOf = (what: string) =>
    page.evaluate((part) => {
      const entries = performance.getEntries().filter(({ name }) => name.includes(part));
      return entries[0]?.startTime ?? null;
    }, what);
  await expect.poll(() => startOf('/after-paint-')).not.toBeNull();
  await expect.poll(() => startOf('first-contentful-paint')).not.toBeNull();
  const painted = (await startOf('first-contentful-paint')) ?? Number.NaN;
  expect(await startOf('/after-paint-')).toBeGreaterThan(Math.min(painted, PAINT_LIMIT_MS));
});

test('the app starts in a page that no frame shows: in a hidden tab, and where the browser reports no paint', async ({
  visit,
}) => {
  for (const hidden of [true, false]) {
    const { page } = await visit({
      path: '/login',
      prepare: ({ page: made }) =>
        made.addInitScript((isHidden) => {
          Object.defineProperty(document, 'hidden', { get: () => isHidden });
          window.PerformanceObserver = class {
            static supportedEntryTypes = ['paint'];
            observe() {}
            disconnect() {}
          } as never;
        }, hidden),
    });
    await expect(page.locator('#first-paint')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  }
});

test('nothing moves on Home when the scans of the device arrive late', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, prepare: ({ page: it }) => it.addInitScript(readLate) });
  await expect(page.getByRole('link', { name: 'All results' })).toBeVisible();
  await expect(page.getByText('Ready for offline')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  await page.evaluate(() => globalThis.readOn());
  await expect(page.getByText('No scans yet')).toBeVisible();
  await expect(page.getByText('Miriam Okafor · Gate team')).toBeVisible();
  expect(await page.evaluate(() => globalThis.moved())).toEqual([]);
});

test('what a password manager enters without an event is kept when another field is used, and counts when the form is sent', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/login' });
  await expect(page.locator('#first-paint')).toHaveCount(0);
  const entries = { Username: DEMO_CLERK.username, Password: DEMO_CLERK.password };
  for (const [label, entry] of Object.entries(entries)) {
    await page.getByLabel(label).evaluate((field: HTMLInputElement, value) => {
      // Not the property of the element, which React watches.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    }, entry);
  }
  await page.getByRole('checkbox', { name: 'Remember me' }).check();
  await page.getByRole('button', { name: 'Show characters' }).click();
  for (const [label, entry] of Object.entries(entries)) await expect(page.getByLabel(label)).toHaveValue(entry);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

declare global {
  /** Lets the page read what it has stored. */
  var readOn: () => void;
  /** What has moved without an input. */
  var moved: () => string[];
}

/** Holds what a page reads by cursors, of which it finds none, until `readOn`; records what moves. Runs before the app. */
function readLate(): void {
  const held: (() => void)[] = [];
  const { openCursor } = IDBIndex.prototype;
  IDBIndex.prototype.openCursor = function (...args) {
    const request = openCursor.apply(this, args);
    const hold = (event: Event) => {
      event.stopImmediatePropagation();
      held.push(() => {
        request.removeEventListener('success', hold);
        request.dispatchEvent(new Event('success'));
      });
    };
    request.addEventListener('success', hold);
    return request;
  };
  globalThis.readOn = () => {
    for (const letGo of held) letGo();
  };
  const moves: LayoutShift[] = [];
  const observer = new PerformanceObserver((list) => moves.push(...(list.getEntries() as LayoutShift[])));
  observer.observe({ type: 'layout-shift' });
  globalThis.moved = () => {
    moves.push(...(observer.takeRecords() as LayoutShift[]));
    return moves.flatMap(({ hadRecentInput, sources }) =>
      hadRecentInput ? [] : sources.map(({ node }) => (node instanceof Element ? node.outerHTML : 'text')),
    );
  };
}

interface LayoutShift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}
