import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { goHome, scanAtDesk, turnClock } from './states/steps.ts';
import { type ApiClerk, signInByApi } from './support/api-clerk.ts';
import { SHIFT_CLOCK } from './support/backend.ts';
import { typeCode } from './support/clerk.ts';
import { acceptScans, rejectScans } from './support/faults.ts';
import { expect, test } from './support/test.ts';
import { undoEntry } from './support/undo-entry.ts';

const NUMBERS = '**/scantix/v0/reports/{summary,timeline,breakdown}**';

async function admitted(page: Page): Promise<number> {
  const tile = page.locator('.app-stat').filter({ has: page.getByText('Admitted', { exact: true }) });
  return Number((await tile.locator('.app-stat__value').textContent())?.replaceAll(',', ''));
}

/** Admits one more visitor with a new ticket. */
async function letOneIn(clerk: ApiClerk, barcode: string): Promise<void> {
  await clerk.importTickets([{ barcode, holder: 'Visitor' }]);
  await clerk.scan(barcode, Date.now());
}

test('numbers that take longer to read than scans to come follow them all the same', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  const { page } = await visit({ path: '/reports', signedIn: true });
  await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
  const before = await admitted(page);
  // The server announces changes every two seconds.
  await page.route(NUMBERS, async (route) => {
    await pause(2_500);
    await route.continue().catch(() => {});
  });
  let count = 0;
  await expect
    .poll(
      async () => {
        count += 1;
        await letOneIn(clerk, `REPORTS-LIVE-${count}`);
        return admitted(page);
      },
      { intervals: [700], timeout: 20_000 },
    )
    .toBeGreaterThan(before);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('another period is loaded before its figures are shown: none of the one before stand under its name', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/reports', signedIn: true });
  const tile = page.getByText('Remaining', { exact: true });
  await expect(tile).toBeVisible();
  const answered = Promise.withResolvers<void>();
  await page.route(NUMBERS, (route) => answered.promise.then(() => route.continue()));
  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(tile).toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Loading' }).first()).toBeVisible();
  answered.resolve();
  await expect(tile).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a report that stays open says when the server has gone, and takes it back', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const { page, context } = await visit({ path: '/reports', signedIn: true, clock: true });
  await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
  const gone = page.getByText(/The server cannot be reached. Last updated/);
  await expect(gone).toHaveCount(0);
  await context.setOffline(true);
  // Polled every half minute, and at once when the page is visible again.
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(gone).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await context.setOffline(false);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(gone).toHaveCount(0);
});

test('without the server neither a check nor an undone entry counts as accepted', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const codes = ['REPORTS-UNDONE', 'REPORTS-IN', 'REPORTS-LOOKED'] as const;
  await (await signInByApi(backend.origin)).importTickets(codes.map((barcode) => ({ barcode })));
  const { page } = await visit({
    signedIn: true,
    prepare: ({ context }) => context.route('**/scantix/v0/reports/**', (route) => route.abort('internetdisconnected')),
  });
  await scanAtDesk(page, ['REPORTS-UNDONE']);
  await undoEntry(page, { backend, code: 'REPORTS-UNDONE' });
  await scanAtDesk(page, ['REPORTS-IN']);
  await goHome(page);
  await page.getByRole('combobox', { name: 'Mode' }).selectOption({ label: 'Check' });
  await scanAtDesk(page, ['REPORTS-LOOKED']);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('region', { name: 'By outcome' })).toContainText(
    'Accepted1Check only1Scanned again0Refused0Undecided0Undone1',
  );
});

test('without the server the scans of this device are counted, those of the period alone', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const { page } = await visit({
    signedIn: true,
    prepare: async ({ context, page: made }) => {
      await made.addInitScript('globalThis.CLOCK_AHEAD_MS = 0;');
      await made.addInitScript({ path: SHIFT_CLOCK });
      await context.route('**/scantix/v0/reports/**', (route) => route.abort('internetdisconnected'));
    },
  });
  await scanAtDesk(page, ['REPORTS-HOUR-1']);
  await turnClock(page, 120);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(page.getByRole('region', { name: 'By outcome' })).toContainText('Refused1');
  await page.getByRole('radio', { name: 'Last hour' }).click();
  await expect(page.getByText('Choose a longer period')).toBeVisible();
});

test.afterEach(async ({ backend }) => {
  // Other tests of this backend begin without a conflict.
  await (await signInByApi(backend.origin)).acknowledgeConflicts();
});

test('more conflicts than a page, and more devices than a breakdown names, are all counted', async ({
  backend,
  visit,
}) => {
  const clerk = await signInByApi(backend.origin);
  const barcodes = Array.from({ length: 51 }, (_, number) => `MANY-${number}`);
  await clerk.importTickets(barcodes.map((barcode) => ({ barcode, holder: 'Visitor' })));
  await clerk.scanInConflict(barcodes, Date.now());
  const { page } = await visit({ path: '/reports', signedIn: true });
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts.getByRole('listitem')).toHaveCount(50);
  await expect(page.getByRole('link', { name: '50+ scans need a decision' })).toBeVisible();
  await conflicts.getByRole('button', { name: /^Show more: 50 of / }).click();
  await expect(conflicts.getByRole('listitem')).toHaveCount(51);
  await expect(conflicts.getByRole('listitem').last().getByRole('link').first()).toBeFocused();
  await expect(conflicts.getByRole('button', { name: /^Show more/ })).toHaveCount(0);

  const devices = page.getByRole('region', { name: 'Admitted, by device' });
  await expect(devices.getByText(/^\d+ others$/)).toBeVisible();
  await expect(devices.locator('header p')).toHaveText((await admitted(page)).toLocaleString('en-US'));
});

test('a conflict, and the history of its code, have the arrival of a scan whose claimed time is in doubt', async ({
  backend,
  visit,
}) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'IN-DOUBT', holder: 'Visitor' }]);
  await clerk.scanInConflict(['IN-DOUBT'], 0);
  const { page } = await visit({ path: '/reports', signedIn: true });
  const scan = page.getByRole('region', { name: 'Conflicts' }).getByRole('listitem').getByRole('link').first();
  await expect(scan).toContainText(/\d\d\/\d\d\/\d\d,/);
  await expect(scan).not.toContainText(/\/(69|70),/);
  await scan.click();
  const history = page.getByRole('region', { name: 'This code' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  for (const time of await history.locator('time').all()) await expect(time).toHaveAttribute('datetime', /^20/);
});

test('a printed report names its period, and has no controls', async ({ visit }) => {
  const { page } = await visit({ path: '/reports?period=week', signedIn: true });
  await expect(page.getByText('Admitted, by checkpoint')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('7 days', { exact: true })).toBeVisible();
  await expect(page.getByText('30 days', { exact: true })).toBeHidden();
  const { buttons, links } = {
    buttons: page.getByRole('button'),
    links: page.getByRole('link', { name: 'All results' }),
  };
  await expect(buttons.or(links).filter({ visible: true })).toHaveCount(0);
});

test('a report is printed in the colours of the light theme', async ({ visit }) => {
  const { page } = await visit({ path: '/reports?period=week', signedIn: true, colorScheme: 'dark' });
  const title = page.getByText('Admitted, by checkpoint');
  await expect(title).toHaveCSS('color', 'rgb(237, 238, 240)');
  await page.emulateMedia({ media: 'print' });
  await expect(title).toHaveCSS('color', 'rgb(28, 32, 36)');
});

for (const { numbers, change } of [
  {
    numbers: 'numbers in the millions',
    change: (answer: string) => answer.replaceAll(/"(admitted|inside|remaining)":([1-9]\d*)/g, (part) => `${part}0000`),
  },
  {
    numbers: 'decisions that take seconds',
    change: (answer: string) => answer.replace(/"decision_ms":(null|{.*?})/, '"decision_ms":{"p50":1234,"p95":12345}'),
  },
]) {
  test(`${numbers} are whole`, async ({ visit }) => {
    const { page } = await visit({
      path: '/reports?period=month',
      signedIn: true,
      prepare: ({ context }) =>
        context.route(NUMBERS, async (route) => {
          const answer = await (await route.fetch()).text();
          await route.fulfill({
            contentType: 'application/json',
            body: change(answer),
          });
        }),
    });
    await expect(page.locator('.app-plot__tag')).toBeVisible();
    for (const width of [390, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const outside = await page.locator('.app-stat__value, .app-plot__y').evaluateAll((numbers) =>
        numbers.flatMap((number) => {
          const range = document.createRange();
          range.selectNodeContents(number);
          const { left, right } = range.getBoundingClientRect();
          const box = number.closest('.app-stat, .app-chart')?.getBoundingClientRect();
          return box && left >= box.left && right <= box.right ? [] : [number.textContent];
        }),
      );
      expect(outside, String(width)).toEqual([]);
    }
  });
}

test('the axis of many days names each day once', async ({ visit }) => {
  const { page } = await visit({ path: '/reports?period=month', signedIn: true });
  await expect(page.locator('.app-plot__tag')).toBeVisible();
  const labels = await page.locator('.app-plot__x').allTextContents();
  const days = labels.filter((label) => label.includes('/'));
  expect(days).toEqual([...new Set(days)]);
});

test('what a newer server counts under a reason or code type of its own has a name', async ({ visit }) => {
  const { page } = await visit({
    path: '/reports',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/reports/breakdown?*', async (route) => {
        const response = await route.fetch();
        const { groups, ...others } = await response.json();
        const newer = { key: 'newer', name: 'newer', scans: 98_765, admitted: 98_765, refused: 98_765 };
        await route.fulfill({ response, json: { ...others, groups: [newer, ...groups] } });
      }),
  });
  const row = (card: string) => page.getByRole('region', { name: card }).getByRole('listitem').first();
  await expect(row('Refused, by reason')).toHaveText(/^Another reason\s*98,765$/);
  await expect(row('Admitted, by code type')).toHaveText(/^Not known\s*98,765$/);
});

test('Reports print their figures alone, on a wide page too', async ({ visit }) => {
  const { page } = await visit({ path: '/reports', signedIn: true, viewport: { width: 1047, height: 740 } });
  const figures = page.getByText('Remaining', { exact: true });
  await expect(figures).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  // Behind the period.
  expect((await figures.boundingBox())?.y).toBeLessThan(150);
  expect(await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
});

for (const { status, code, words } of [
  { status: 403, code: 'forbidden', words: 'You may not do this.' },
  { status: 503, code: 'unavailable', words: 'The server is busy: try again in a minute.' },
]) {
  test(`an answer with status ${status} is not called a server that cannot be reached`, async ({
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(new RegExp(`status of ${status}`), /\[scantix\] api_call/);
    const refuse = (page: Page) =>
      page.route('**/scantix/v0/reports/{summary,timeline,breakdown,gates}**', (route) =>
        route.fulfill({ status, json: { success: false, code, message: 'Refused', retry_after_ms: 100 } }),
      );
    const { page } = await visit({ signedIn: true, clock: true, prepare: ({ page }) => refuse(page) });
    const main = page.getByRole('main');
    for (const link of ['Reports', 'Live gates']) {
      await page.getByRole('link', { name: link, exact: true }).first().click();
      await expect(async () => {
        await page.clock.runFor(5_000);
        await expect(main.getByText(words)).toBeVisible({ timeout: 1_000 });
      }).toPass();
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByText('Last updated')).toBeVisible();
    await page.getByRole('link', { name: 'All figures' }).click();
    await expect(main.getByText('Remaining', { exact: true })).toBeVisible();
    await refuse(page);
    await expect(async () => {
      await page.clock.runFor(10_000);
      await expect(main.getByText(`${words} Last updated`)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(main.getByRole('status').filter({ hasText: 'cannot be reached' })).toHaveCount(0);
  });
}

test('without the server, thousands of scans of this device are written as other numbers are', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const { page } = await visit({
    signedIn: true,
    prepare: ({ context }) => context.route('**/scantix/v0/reports/**', (route) => route.abort('internetdisconnected')),
  });
  await scanAtDesk(page, ['REPORTS-THOUSANDS']);
  await copyNewestScan(page, 1_233);
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('region', { name: 'By outcome' })).toContainText('Refused1,234');
});

/** Adds copies of the newest scan to the log of the device: counted, though nobody can open them. */
function copyNewestScan(page: Page, count: number): Promise<void> {
  return page.evaluate(async (copies) => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('scantix-scan-ledger'));
    const log = database.transaction('log', 'readwrite').objectStore('log');
    const newest = (await settled(log.openCursor(null, 'prev')))?.value;
    const puts = Array.from({ length: copies }, (_, copy) =>
      settled(log.put({ ...newest, id: newest.id.slice(0, -6) + String(copy).padStart(6, '0') })),
    );
    await Promise.all(puts);
    database.close();
  }, count);
}

test('conflicts that cannot be loaded are not left out: the list says so, and tries again', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 500/, /\[scantix\] api_call/);
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'UNLOADED', holder: 'Visitor' }]);
  await clerk.scanInConflict(['UNLOADED'], Date.now());
  const { context, page } = await visit({
    path: '/reports',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/scanner/conflicts?*', (route) =>
        route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'Broken' } }),
      ),
  });
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts.getByText('Cannot be loaded now')).toBeVisible();
  await context.unroute('**/scantix/v0/scanner/conflicts?*');
  await conflicts.getByRole('button', { name: 'Try again' }).click();
  await expect(conflicts.getByRole('listitem')).toHaveCount(1);
});

test('a full place is called full, and not full in 0 minutes', async ({ visit }) => {
  const { page } = await visit({
    path: '/reports?show=gates',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/reports/gates', async (route) => {
        const response = await route.fetch();
        const {
          gates: [gate],
          ...live
        } = await response.json();
        const forecast = { kind: 'fills', from_minutes: 0, to_minutes: 0 };
        await route.fulfill({
          response,
          json: { ...live, gates: [{ ...gate, capacity: 700, inside: 700, forecast }] },
        });
      }),
  });
  await expect(page.getByText('Full', { exact: true })).toBeVisible();
  await expect(page.getByText(/At this pace/)).toHaveCount(0);
});

test('a device without a name has the same short name in Live gates and in a conflict', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'SHORT-NAME', holder: 'Visitor' }]);
  await clerk.scanInConflict(['SHORT-NAME'], Date.now());
  const { page } = await visit({
    path: '/reports',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/reports/gates', async (route) => {
        const response = await route.fetch();
        const live = await response.json();
        const devices = live.devices.map((device: object) => ({
          ...device,
          id: '0123456789abcdef.uvwxyz',
          name: null,
        }));
        await route.fulfill({ response, json: { ...live, devices } });
      }),
  });
  await page.route('**/scantix/v0/scanner/conflicts**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: JSON.parse(
        (await response.text()).replaceAll(/"device_id":"[^"]*"/g, '"device_id":"0123456789abcdef.uvwxyz"'),
      ),
    });
  });
  const shown = page.getByRole('region', { name: 'Conflicts' }).getByRole('listitem').first();
  await expect(shown).toContainText(/ · uvwxyz/);
  await page.getByRole('link', { name: 'Live gates', exact: true }).click();
  await expect(page.locator('.app-gate__devices strong').first()).toHaveText('uvwxyz');
});

/** What words may be: a login name as many companies have them, and a code as tickets with a signature have them. */
const LOGIN = 'bartholomaeus.featherstonehaugh@ticketing.harbour-lights.example';
const CODE = 'SIGNED'.repeat(20);

/** The elements that reach out of their row or card, on a narrow phone. */
function outside(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll((boxes) =>
      boxes.flatMap((box) =>
        [...box.querySelectorAll('*')]
          .filter((part) => part.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
          .map((part) => part.outerHTML.slice(0, 80)),
      ),
    );
}

test('long codes and login names stay inside of the rows and cards of a phone', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: CODE }]);
  await clerk.scanInConflict([CODE], Date.now());
  const { page } = await visit({
    signedIn: true,
    viewport: { width: 320, height: 800 },
    prepare: async ({ context }) => {
      await context.route('**/scantix/v0/reports/gates', async (route) => {
        const response = await route.fetch();
        const live = await response.json();
        const devices = live.devices.map((device: object) => ({ ...device, clerk: LOGIN, name: LOGIN }));
        await route.fulfill({ response, json: { ...live, devices } });
      });
      await context.route('**/scantix/v0/reports/summary?*', async (route) => {
        const response = await route.fetch();
        const places = [{ id: '01900000-0000-7000-8000-000000000001', name: LOGIN, capacity: 10, inside: 11 }];
        await route.fulfill({ response, json: { ...(await response.json()), places } });
      });
    },
  });
  await rejectScans(page);
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  await typeCode(page, CODE);
  await expect(page.locator('.app-verdict')).toBeVisible();
  await goHome(page);
  await expect(page.locator('.app-decision')).not.toHaveCount(0);
  await acceptScans(page);
  expect.soft(await outside(page, '.app-decision')).toEqual([]);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.locator('.app-conflict')).not.toHaveCount(0);
  await expect(page.getByText('Over capacity')).toBeVisible();
  expect.soft(await outside(page, '.app-conflict')).toEqual([]);
  expect.soft(await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  await page.getByRole('link', { name: 'Live gates', exact: true }).click();
  await expect(page.locator('.app-gate').getByText(LOGIN).first()).toBeVisible();
  expect.soft(await outside(page, '.app-gate')).toEqual([]);
});

test('a code of thousands of characters pushes no other decision off the screen', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'CLAMPED' }]);
  await clerk.scanInConflict(['CLAMPED'], Date.now());
  const long = CODE.repeat(20);
  const { page } = await visit({
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/scanner/conflicts?*', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('"barcode":"CLAMPED"', `"barcode":"${long}"`);
        await route.fulfill({ response, body });
      }),
  });
  await rejectScans(page);
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  await typeCode(page, long);
  await expect(page.locator('.app-verdict')).toBeVisible();
  await goHome(page);
  const heightOf = async (row: Locator) => (await row.boundingBox())?.height;
  expect.soft(await heightOf(page.locator('.app-decision').filter({ hasText: long }))).toBeLessThan(400);
  await acceptScans(page);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  expect.soft(await heightOf(page.locator('.app-conflict').filter({ hasText: long }))).toBeLessThan(400);
});

test('a rejected scan that this device can no longer read is told where the strip leads', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await rejectScans(page);
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  await typeCode(page, 'REJECTED-UNREADABLE');
  await expect(page.locator('.app-verdict')).toBeVisible();
  await goHome(page);
  await expect(page.getByRole('link', { name: '1 scan needs a decision' })).toBeVisible();
  await copyNewestScan(page, 1);
  await page.goto('/');
  await page.getByRole('link', { name: '2 scans need a decision' }).click();
  const decisions = page.getByRole('region', { name: 'Decisions to make' });
  await expect(decisions.getByText('1 rejected scan can no longer be read on this device.')).toBeVisible();
  await expect(decisions.getByRole('button', { name: 'Save 1 scan as a file' })).toBeVisible();
});
