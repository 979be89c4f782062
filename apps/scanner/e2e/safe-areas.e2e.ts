import type { BrowserContext, Page } from '@playwright/test';
import { typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';

/** What the notch and the home indicator of a phone cover, upright and in landscape. */
const UPRIGHT = { viewport: { width: 390, height: 844 }, insets: { top: 47, right: 0, bottom: 34, left: 0 } };
const LANDSCAPE = { viewport: { width: 844, height: 390 }, insets: { top: 0, right: 47, bottom: 21, left: 47 } };

async function setInsets(page: Page, insets: typeof UPRIGHT.insets): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
}

/** Once no call is under way: one that is answered as the network goes contradicts the browser. */
async function loseNetwork(page: Page, context: BrowserContext): Promise<void> {
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
}

/** The controls and words of the scanner that reach below the notch or the home indicator. */
const covered = (page: Page, { top, right, bottom, left }: typeof UPRIGHT.insets) =>
  page.evaluate(
    (edges) =>
      [...document.querySelectorAll('main button, main input, main p, .stx-strip a')]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          const isInside =
            box.left >= edges.left && box.right <= edges.right && box.top >= edges.top && box.bottom <= edges.bottom;
          // The ground of the visitor's words reaches to the edges.
          return box.width > 1 && !isInside && !element.matches('.app-glance__visitor');
        })
        .map(({ textContent }) => textContent),
    {
      left,
      top,
      right: (page.viewportSize()?.width ?? 0) - right,
      bottom: (page.viewportSize()?.height ?? 0) - bottom,
    },
  );

for (const [where, path, { viewport, insets }] of [
  ['the scanner in landscape', '/scanner', LANDSCAPE],
  ['Glance in landscape', '/scanner?view=glance', LANDSCAPE],
  ['Glance upright', '/scanner?view=glance', UPRIGHT],
] as const) {
  test(`neither notch nor home indicator covers a control of ${where}`, async ({ expectedTroubles, visit }) => {
    expectedTroubles.push(/ERR_INTERNET_DISCONNECTED/);
    const prepare = (made: { page: Page }) => setInsets(made.page, insets);
    const { page, context } = await visit({ path, signedIn: true, viewport, prepare });
    await expect(page.getByRole('toolbar')).toBeVisible();
    const header = await page.locator('.stx-header').evaluate(({ clientHeight }) => clientHeight);
    expect(header > 0).toBe(!where.startsWith('Glance'));
    await loseNetwork(page, context);
    await expect(page.locator('.stx-strip')).toBeVisible();
    expect(await covered(page, insets)).toEqual([]);
    await typeCode(page, `SAFE-${where}`);
    await expect(verdict(page, 'Undecided')).toBeVisible();
    expect(await covered(page, insets)).toEqual([]);
  });
}

test('in landscape the action bar of Home ends above the home indicator, and the strip begins at the rail', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/ERR_INTERNET_DISCONNECTED/);
  const { viewport, insets } = LANDSCAPE;
  const prepare = (made: { page: Page }) => setInsets(made.page, insets);
  const { page, context } = await visit({ path: '/', signedIn: true, viewport, prepare });
  await expect(page.locator('.stx-actions')).toBeVisible();
  await loseNetwork(page, context);
  await expect(page.locator('.stx-strip')).toBeVisible();
  const places = await page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return {
      end: box('.stx-actions > *')?.bottom,
      action: box('.stx-actions > *')?.left,
      strip: box('.stx-strip > *')?.left,
      title: box('h1')?.left,
    };
  });
  expect(places.end).toBeLessThanOrEqual(viewport.height - insets.bottom);
  expect(places).toMatchObject({ action: places.title, strip: places.title });
});
