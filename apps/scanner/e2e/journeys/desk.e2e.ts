import type { Page } from '@playwright/test';
import { signInByApi } from '../support/api-clerk.ts';
import { chooseCheckpoint, openScanner, typeCode, verdict } from '../support/clerk.ts';
import { burst, GS } from '../support/hardware-scanner.ts';
import { serverRecords } from '../support/server-records.ts';
import { expect, test } from '../support/test.ts';
import { HELD, type Visit, type VisitOptions } from '../support/visit.ts';
import { watchVibration } from '../support/watch-vibration.ts';

const AT_A_DESK: VisitOptions = { signedIn: true, viewport: { width: 1280, height: 800 } };

/** Waits for the workgroup's checkpoints: a device that scans for the first time has none before. */
const knowsItsCheckpoint = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('scannerConfig'))).not.toBeNull();

/** The values of every field and switch on the page. */
const fieldsOf = (page: Page) =>
  page.locator('input, select, textarea, [aria-pressed]').evaluateAll((fields) =>
    fields.map((field) => {
      const { name, type, value, checked } = field as HTMLInputElement;
      return [name, type, value, checked, field.getAttribute('aria-pressed')];
    }),
  );

const addressOf = (code: string) => (url: URL) => url.pathname === `/scan-result/${encodeURIComponent(code)}`;

/** Where a clerk is when a scan arrives, and which element has the focus. */
const VIEWS: readonly (readonly [view: string, path: string, focus: (page: Page) => Promise<void>])[] = [
  ['Home, the checkpoint', '/', (page) => page.getByRole('combobox', { name: 'Checkpoint' }).focus()],
  ['Home, the mode', '/', (page) => page.getByRole('combobox', { name: 'Mode' }).focus()],
  ['Home, the way to the scanner', '/', (page) => page.getByRole('link', { name: 'Scan', exact: true }).focus()],
  ['Scanner, a control', '/scanner', (page) => page.getByRole('button', { name: 'Type the code' }).focus()],
  ['Results, an export', '/results', (page) => page.getByRole('button', { name: 'Export CSV' }).focus()],
  ['Results, the search', '/results', (page) => page.getByRole('searchbox', { name: 'Search scans' }).focus()],
  ['Reports, a period', '/reports', (page) => page.getByRole('radio', { name: '7 days' }).focus()],
  ['Settings, a switch', '/settings', (page) => page.getByRole('switch').first().focus()],
  ['Not Found, a link', '/no/such/path', (page) => page.getByRole('link', { name: 'Home' }).last().focus()],
];

test('a burst into every view is one scan, presses nothing and changes no field', async ({ visit, backend }) => {
  const { page } = await visit(AT_A_DESK);
  await chooseCheckpoint(page, 'Gate A, harbour');
  for (const [number, [view, path, focus]] of VIEWS.entries()) {
    await test.step(view, async () => {
      await page.goto(path);
      await focus(page);
      const before = await fieldsOf(page);
      // A space would press a button, a letter would choose another gate, Enter would follow a link.
      const code = `GATE B ${number} EXIT`;
      await burst(page, code, number % 2 === 0 ? 'Enter' : 'Tab');
      await expect(page).toHaveURL(addressOf(code));
      await expect(verdict(page, 'Refused')).toContainText('Not a ticket for this event');
      await expect
        .poll(() => serverRecords(backend.origin, code))
        .toMatchObject([{ scan_method: 'hardware', symbology: 'unknown', mode: 'entry' }]);
      await page.goBack();
      await expect(page).toHaveURL((url) => url.pathname === path);
      await expect.poll(() => fieldsOf(page)).toEqual(before);
    });
  }
});

test('codes in a row are scans in a row, and stand in one place of the history', async ({ visit, backend }) => {
  const { page } = await visit(AT_A_DESK);
  await chooseCheckpoint(page, 'Gate A, harbour');
  const codes = Array.from({ length: 10 }, (_, number) => `DESK-ROW-${number}`);
  for (const code of codes) await burst(page, code);
  await expect(page).toHaveURL(addressOf('DESK-ROW-9'));
  for (const code of codes) await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(1);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scanner');
});

for (const path of ['/', '/scanner']) {
  test(`a refusal that is decided after the next code is named and heard: in ${path}`, async ({ visit, backend }) => {
    const [late, next] = [`DESK-LATE-${path}`, `DESK-NEXT-${path}`];
    await (await signInByApi(backend.origin)).importTickets([
      { barcode: late, holder: 'Late Lane', status: 'cancelled' },
      { barcode: next, holder: 'Next Neighbour' },
    ]);
    const { page } = await visit({
      ...{ signedIn: true, storage: HELD, path },
      // Else the device decides itself on a busy machine.
      prepare: ({ context }) =>
        context.route('**/config/v0/scanner', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), decision_budget_ms: 60_000 } });
        }),
    });
    await knowsItsCheckpoint(page);
    if (path === '/scanner') await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
    const verdicts = await watchVibration(page);
    const decided = Promise.withResolvers<void>();
    await page.route('**/scanner/scans', async (route) => {
      if (route.request().postData()?.includes(late)) await decided.promise;
      await route.continue();
    });
    await burst(page, late);
    await expect(page).toHaveURL(addressOf(late));
    await burst(page, next);
    await expect(verdict(page, 'Accepted')).toBeVisible();
    expect(await verdicts()).not.toContain(500);
    decided.resolve();
    await expect(page.getByRole('listitem').filter({ hasText: /Refused.*Late Lane.*Cancelled/ })).toBeVisible();
    expect(await verdicts()).toContain(500);
    await expect(verdict(page, 'Accepted')).toBeVisible();
  });
}

test('a refusal that is decided after the next code is heard, though the part that names it cannot be loaded', async ({
  visit,
  backend,
  expectedTroubles,
}) => {
  expectedTroubles.push(/net::ERR_FAILED.*\/assets\/stream-/);
  const [late, next] = ['DESK-UNNAMED-LATE', 'DESK-UNNAMED-NEXT'];
  await (await signInByApi(backend.origin)).importTickets([{ barcode: late, status: 'cancelled' }, { barcode: next }]);
  const { page } = await visit({ signedIn: true, storage: HELD });
  await knowsItsCheckpoint(page);
  await page.route('**/assets/stream-*.js', (route) => route.abort());
  const verdicts = await watchVibration(page);
  const decided = Promise.withResolvers<void>();
  await page.route('**/scanner/scans', async (route) => {
    if (route.request().postData()?.includes(late)) await decided.promise;
    await route.continue();
  });
  await burst(page, late);
  await expect(page).toHaveURL(addressOf(late));
  await burst(page, next);
  await expect(verdict(page, 'Accepted')).toBeVisible();
  decided.resolve();
  await expect.poll(verdicts).toContain(500);
});

const CODES: readonly (readonly [what: string, code: string])[] = [
  ['of four characters', '0815'],
  ['of two thousand', `LONG-${'0123456789'.repeat(200)}`],
  ['of GS1 fields', `0104012345678901${GS}10AB-77${GS}21X`],
  ['with signs of an address', 'a/b?c=100%&d=#e'],
  ['in letters beyond ASCII', 'Müller-Ångström-東京'],
];

for (const [what, code] of CODES) {
  test(`a burst ${what} is that code, to the character`, async ({ visit, backend }) => {
    const { page } = await visit({ ...AT_A_DESK, path: '/results' });
    await knowsItsCheckpoint(page);
    await page.getByRole('searchbox', { name: 'Search scans' }).focus();
    await burst(page, code);
    await expect(verdict(page, 'Refused')).toContainText('Not a ticket for this event');
    expect(await serverRecords(backend.origin, code)).toHaveLength(1);
  });
}

test('a burst into a text that somebody writes leaves the text as it was', async ({ visit }) => {
  const { page } = await visit({ ...AT_A_DESK, path: '/results' });
  await knowsItsCheckpoint(page);
  const search = page.getByRole('searchbox', { name: 'Search scans' });
  await search.fill('okafor');
  await burst(page, 'DESK-SEARCH-1');
  await expect(page).toHaveURL(addressOf('DESK-SEARCH-1'));
  await page.goBack();
  await expect(page).toHaveURL(/\/results\?search=okafor$/);
  await expect(search).toHaveValue('okafor');
});

test('what a person types, and three quick characters, are no scan', async ({ visit }) => {
  const { page } = await visit({ ...AT_A_DESK, path: '/results' });
  await knowsItsCheckpoint(page);
  const search = page.getByRole('searchbox', { name: 'Search scans' });
  await search.focus();
  await burst(page, 'abc');
  await expect(search).toHaveValue('abc');
  await search.pressSequentially('-2026', { delay: 80 });
  await search.press('Enter');
  await expect(search).toHaveValue('abc-2026');
  await expect(page).toHaveURL(/\/results\?search=abc-2026$/);
});

test('a burst over the camera shows its verdict over the camera, whatever is being typed there', async ({
  visit,
  backend,
}) => {
  const { page } = await visit({ signedIn: true, path: '/scanner' });
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('textbox', { name: 'Barcode' }).fill('HALF-A-CO');
  await burst(page, 'DESK-CAMERA-1');
  await expect(page).toHaveURL(addressOf('DESK-CAMERA-1'));
  await expect(verdict(page, 'Refused')).toBeVisible();
  await burst(page, 'DESK-CAMERA-2');
  await expect(page).toHaveURL(addressOf('DESK-CAMERA-2'));
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  expect(await serverRecords(backend.origin, 'HALF-A-CO')).toEqual([]);
});

test('a code that is read while the browser is about to leave the verdict before is shown', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/scanner', prepare: stepBackSlowly });
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await burst(page, 'DESK-LEAVING-1');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await burst(page, 'DESK-LEAVING-2');
  await page.evaluate(() => (window as unknown as { steppedBack: Promise<void> }).steppedBack);
  await expect(page).toHaveURL(addressOf('DESK-LEAVING-2'));
  await expect(verdict(page, 'Refused')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/scanner$/);
});

test('a code that is read as the verdict before goes has its own, and Next leads back to the scanner', async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true, path: '/scanner', prepare: recordSlowly });
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await burst(page, 'DESK-HOLD-1');
  await expect(page).toHaveURL(addressOf('DESK-HOLD-1'));
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeVisible();
  // The last key of the next code presses Next.
  await next.evaluate((button) =>
    addEventListener('keydown', ({ key }) => key === 'Enter' && (button as HTMLElement).click(), { capture: true }),
  );
  await burst(page, 'DESK-HOLD-2');
  await expect(page).toHaveURL(addressOf('DESK-HOLD-2'));
  await expect(verdict(page, 'Refused')).toBeVisible();
  await next.click();
  await expect(page).toHaveURL((url) => url.pathname === '/scanner');
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
});

test.describe('while a question is open', () => {
  test('a burst is a scan, and no answer: the device keeps its identifier', async ({ visit, backend }) => {
    const { page } = await visit({ ...AT_A_DESK, path: '/settings' });
    await knowsItsCheckpoint(page);
    const identifier = await page.evaluate(() => localStorage.deviceId as string);
    await page.getByRole('button', { name: 'Reset identifier' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Reset the device identifier?' });
    await expect(dialog.getByRole('button', { name: 'Reset' })).toBeFocused();
    // Too short for a code: the dialog itself must ignore its Enter.
    await burst(page, 'abc');
    await expect(dialog).toBeVisible();
    await burst(page, 'DESK-DIALOG-1');
    await expect(page).toHaveURL(addressOf('DESK-DIALOG-1'));
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await serverRecords(backend.origin, 'DESK-DIALOG-1')).length).toBe(1);
    expect(await page.evaluate(() => localStorage.deviceId as string)).toBe(identifier);
  });

  test('a burst is a scan, and no answer: the device is not wiped', async ({ visit, backend }) => {
    const { page } = await visit({ ...AT_A_DESK, path: '/settings' });
    await knowsItsCheckpoint(page);
    await page.getByRole('button', { name: 'Wipe this device' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Wipe this device?' });
    await expect(dialog.getByRole('button', { name: 'Wipe', exact: true })).toBeFocused();
    await burst(page, 'DESK-WIPE-1');
    await expect(page).toHaveURL(addressOf('DESK-WIPE-1'));
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await serverRecords(backend.origin, 'DESK-WIPE-1')).length).toBe(1);
  });

  test('a burst is a scan, and no answer: the entry is not taken back', async ({ visit, backend }) => {
    const code = 'DESK-TICKET-1';
    await (await signInByApi(backend.origin)).importTickets([{ barcode: code, holder: 'Desk Visitor' }]);
    const { page } = await visit({ signedIn: true, storage: HELD });
    await openScanner(page);
    await typeCode(page, code);
    await expect(verdict(page, 'Accepted')).toContainText('Desk Visitor');
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Take this entry back?' });
    await expect(dialog.getByRole('button', { name: 'Take back' })).toBeFocused();
    await burst(page, code);
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(2);
    const records = await serverRecords(backend.origin, code);
    expect(records.map(({ undone }) => undone)).toEqual([undefined, undefined]);
    expect(records.map(({ scan_method }) => scan_method)).toEqual(['hardware', 'manual']);
  });

  test.describe('without a network', () => {
    // The browser reports each call without a network.
    test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

    test('a burst is a scan, and no answer: nobody is signed out', async ({ visit }) => {
      const { page, context } = await visit({ ...AT_A_DESK, path: '/' });
      await knowsItsCheckpoint(page);
      await chooseCheckpoint(page, 'Gate A, harbour');
      // These tests run without a service worker: the code of the result view is loaded with the first result.
      await burst(page, 'DESK-ONLINE-1');
      await expect(verdict(page, 'Refused')).toBeVisible();
      await context.setOffline(true);
      await burst(page, 'DESK-WAITING-1');
      await expect(page).toHaveURL(addressOf('DESK-WAITING-1'));
      await page.getByRole('button', { name: 'Sign out' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Sign out with 1 scan waiting?' });
      await expect(dialog.getByRole('button', { name: 'Sign out' })).toBeFocused();
      await burst(page, 'DESK-WAITING-2');
      await expect(page).toHaveURL(addressOf('DESK-WAITING-2'));
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText('2 scans waiting')).toBeVisible();
    });
  });
});

/** Delays encryption, and with it the storing of a scan, as on a slow phone. */
function recordSlowly({ page }: Visit): Promise<unknown> {
  return page.addInitScript(() => {
    const { encrypt } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.encrypt = async function (...parameters) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return encrypt.apply(this, parameters);
    };
  });
}

/** The browser takes a step back half a second after it is asked to, as on a busy device; `steppedBack` is the first. */
function stepBackSlowly({ page }: Visit): Promise<unknown> {
  return page.addInitScript(() => {
    const { go } = History.prototype;
    History.prototype.go = function (steps) {
      setTimeout(() => go.call(this, steps), 500);
    };
    Object.assign(window, {
      steppedBack: new Promise((resolve) => addEventListener('popstate', resolve, { once: true })),
    });
  });
}
