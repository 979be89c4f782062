import type { Locator, Page } from '@playwright/test';
import { hiddenFocus, hiddenWords, sidewaysAt320 } from './checks/layout.ts';
import { answerCamera } from './states/scanner-troubles.ts';
import { signInByApi } from './support/api-clerk.ts';
import { typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { HELD } from './support/visit.ts';

/** A phone in landscape under the bars of its browser. */
const LOW = { width: 800, height: 304 };

/** A screen of 1280 x 1024 at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };

/** The same screen at 300 % zoom. */
const LESS_ZOOMED = { width: 427, height: 341 };

/** What of a view is cut off, covered, or hidden while it has the focus. */
async function lost(page: Page): Promise<string[]> {
  const words = await hiddenWords(page.locator('#root'));
  return [...words, ...(await sidewaysAt320(page)), ...(await hiddenFocus(page))];
}

/** The buttons of a view that reach below the edge of the screen. */
const buttonsBelowTheEdge = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root button')]
      .filter((button) => button.getBoundingClientRect().bottom > innerHeight)
      .map(({ textContent }) => textContent),
  );

test('on a low screen the ground of Sign In reaches as far as its form', async ({ visit }) => {
  const { page } = await visit({ path: '/login', viewport: LOW });
  await expect(page.locator('#root').getByRole('button', { name: 'Sign In' })).toBeVisible();
  const missing = await page.evaluate(() => {
    const bottom = (selector: string) => document.querySelector(`#root ${selector}`)?.getBoundingClientRect().bottom;
    return (bottom('.app-login__form') ?? Number.NaN) - (bottom('.app-login') ?? Number.NaN);
  });
  expect(missing).toBeLessThan(1);
});

test('on a low screen the buttons of a blocked camera are in sight', async ({ visit }) => {
  const prepare = answerCamera('NotAllowedError');
  const { page } = await visit({ path: '/scanner', signedIn: true, viewport: LOW, prepare });
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await buttonsBelowTheEdge(page)).toEqual([]);
});

test('on a low screen the buttons of a verdict in Glance are in sight, also offline', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/ERR_INTERNET_DISCONNECTED/);
  const { page, context } = await visit({ path: '/scanner?view=glance', signedIn: true, viewport: LOW });
  await typeCode(page, 'LOW-1');
  await expect(verdict(page, 'Refused')).toBeVisible();
  expect(await buttonsBelowTheEdge(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('toolbar')).toBeVisible();
  await context.setOffline(true);
  await typeCode(page, 'LOW-2');
  await expect(verdict(page, 'Undecided')).toBeVisible();
  await expect(page.getByText('1 waiting')).toBeVisible();
  expect(await buttonsBelowTheEdge(page)).toEqual([]);
});

test('on half a screen the buttons of a verdict in Glance are in sight', async ({ visit }) => {
  const viewport = { width: 390, height: 400 };
  const { page } = await visit({ path: '/scanner?view=glance', signedIn: true, viewport });
  await typeCode(page, 'HALF-1');
  await expect(verdict(page, 'Refused')).toBeVisible();
  expect(await buttonsBelowTheEdge(page)).toEqual([]);
});

test('on a small phone in landscape the word of a verdict, and the field of a code, are in sight', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/ERR_INTERNET_DISCONNECTED/);
  const viewport = { width: 568, height: 256 };
  const { page, context } = await visit({ path: '/scanner', signedIn: true, viewport });
  const isInSight = (element: Locator) =>
    element.evaluate((shown) => {
      const { left, top, bottom } = shown.getBoundingClientRect();
      const isOnTop = (y: number) => shown.contains(document.elementFromPoint(left + 4, y));
      return isOnTop(top + 2) && isOnTop(bottom - 2);
    });
  await expect(page.getByRole('toolbar')).toBeVisible();
  await context.setOffline(true);
  await expect(page.locator('.stx-strip')).toBeVisible();
  await page.getByRole('button', { name: 'Type the code' }).click();
  const field = page.getByRole('textbox', { name: 'Barcode' });
  await expect(field).toBeVisible();
  expect(await isInSight(field)).toBe(true);
  await field.fill('SMALL-1');
  await page.getByRole('button', { name: 'Check code' }).click();
  await expect(verdict(page, 'Undecided')).toBeVisible();
  expect(await isInSight(page.locator('.app-verdict__word'))).toBe(true);
  expect(await isInSight(page.getByRole('button', { name: 'Let in' }))).toBe(true);
});

test('on a phone in landscape the form for a code is beside the picture', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true, viewport: { width: 844, height: 390 } });
  await page.getByRole('button', { name: 'Type the code' }).click();
  const right = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
  const form = await page.locator('.app-type').boundingBox();
  expect(await right('.stx-viewfinder-window')).toBeLessThan(form?.x ?? 0);
  expect(await right('.stx-viewfinder')).toBeCloseTo(form?.x ?? 0, 0);
});

test('a pull beyond the top of the page, such as at the header, reloads nothing', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  const behaviour = await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY);
  expect(behaviour).toBe('contain');
});

test('at 400 % zoom nothing of a view with buttons stands over these or the navigation', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true, viewport: ZOOMED });
  await expect(page.getByText('Ready for offline')).toBeVisible();
  const over = await page.evaluate(() => {
    const edges = ['.stx-page', '.stx-actions', '.stx-nav'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    return edges.slice(1).map((box, index) => (edges[index]?.bottom ?? 0) - (box?.top ?? 0));
  });
  expect(Math.max(...over)).toBeLessThan(1);
});

test('at 400 % zoom everything of Sign In can be read', async ({ visit }) => {
  const { page } = await visit({ path: '/login', viewport: ZOOMED });
  await expect(page.locator('#root').getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await lost(page)).toEqual([]);
});

for (const [view, path, shown] of [
  ['Home', '/', 'Ready for offline'],
  // Other tests scan tickets of very long names, which rows cut.
  ['Results', '/results?search=HL-', 'Undecided'],
  ['Reports', '/reports', 'Last hour'],
  ['Settings', '/settings', 'Theme'],
] as const) {
  test(`at 400 % zoom everything of ${view} can be read`, async ({ visit }) => {
    const { page } = await visit({ path, signedIn: true, viewport: ZOOMED });
    await expect(page.locator('main').getByText(shown).first()).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0);
    expect(await lost(page)).toEqual([]);
  });
}

test('at 400 % zoom everything of the camera can be read', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true, viewport: ZOOMED });
  await expect(page.getByText('Point at a code')).toBeVisible();
  await expect(page.getByRole('toolbar')).toBeVisible();
  expect(await lost(page)).toEqual([]);
  const place = page.locator('.app-place__name');
  expect(await place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'Type the code' }).click();
  expect(await lost(page)).toEqual([]);
});

test('at 400 % zoom everything of a blocked camera can be read', async ({ visit }) => {
  const prepare = answerCamera('NotAllowedError');
  const { page } = await visit({ path: '/scanner', signedIn: true, viewport: ZOOMED, prepare });
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await hiddenWords(page.getByRole('alert'))).toEqual([]);
  expect(await hiddenFocus(page)).toEqual([]);
});

test('at 400 % zoom everything of a verdict can be read', async ({ backend, expectedTroubles, visit }) => {
  expectedTroubles.push(/ERR_INTERNET_DISCONNECTED/);
  await (await signInByApi(backend.origin)).importTickets([
    { barcode: 'ZOOM-IN', holder: 'Alva Lindqvist', type: 'Weekend pass' },
    { barcode: 'ZOOM-NOTE', type: 'Youth', note: 'Under 18: ask for the wristband of the accompanying adult' },
  ]);
  const { page, context } = await visit({ path: '/scanner', signedIn: true, viewport: ZOOMED, storage: HELD });
  for (const [code, word] of [
    ['ZOOM-IN', 'Accepted'],
    ['ZOOM-NOTE', 'Attention'],
    ['HL-2026-0011', 'Refused'],
  ] as const) {
    await typeCode(page, code);
    await expect(verdict(page, word)).toBeVisible();
    expect(await lost(page), word).toEqual([]);
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await context.setOffline(true);
  await typeCode(page, 'ZOOM-1');
  await expect(verdict(page, 'Undecided')).toBeVisible();
  expect(await lost(page)).toEqual([]);
});

for (const viewport of [LESS_ZOOMED, { width: 390, height: 400 }]) {
  test(`the form for a code and an undecided verdict can be read on ${viewport.width} x ${viewport.height}`, async ({
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(/ERR_INTERNET_DISCONNECTED/);
    const { page, context } = await visit({ path: '/scanner', signedIn: true, viewport, storage: HELD });
    await expect(page.getByRole('toolbar')).toBeVisible();
    await page.getByRole('button', { name: 'Type the code' }).click();
    expect(await lost(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await context.setOffline(true);
    await typeCode(page, 'LESS-ZOOMED-1');
    await expect(verdict(page, 'Undecided')).toBeVisible();
    expect(await lost(page)).toEqual([]);
  });
}

test('at 400 % zoom everything of a Scan Result can be read', async ({ visit }) => {
  const { page } = await visit({ path: '/scan-result/HL-2026-0011', signedIn: true, viewport: ZOOMED });
  await expect(page.locator('.app-verdict__word')).toBeVisible();
  expect(await lost(page)).toEqual([]);
});

test('at 400 % zoom everything of a verdict in Glance can be read', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/ERR_INTERNET_DISCONNECTED/);
  const { page, context } = await visit({ path: '/scanner?view=glance', signedIn: true, viewport: ZOOMED });
  await expect(page.getByRole('toolbar')).toBeVisible();
  await context.setOffline(true);
  await typeCode(page, 'ZOOM-2');
  await expect(verdict(page, 'Undecided')).toBeVisible();
  expect(await hiddenWords(page.locator('main'))).toEqual([]);
  expect(await hiddenFocus(page)).toEqual([]);
});
