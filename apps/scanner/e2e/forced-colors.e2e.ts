import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { openScanner, typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';

function paint(part: Locator): Promise<{ color: string; background: string; fill: string }> {
  return part.evaluate((element) => {
    const { color, backgroundColor, fill } = getComputedStyle(element);
    return { color, background: backgroundColor, fill };
  });
}

test('with forced colours the current view is marked in the navigation, at every width', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  const current = page.locator('.stx-nav [aria-current]');
  await page.emulateMedia({ forcedColors: 'active' });
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const here = await paint(current);
    const elsewhere = await paint(page.locator('.stx-nav__link:not([aria-current])').first());
    expect(here.background, String(width)).not.toBe(elsewhere.background);
    expect(here.color, String(width)).not.toBe(here.background);
    expect(await paint(current.locator('svg')), String(width)).toMatchObject({ color: here.color });
  }
});

for (const { outcome, path } of [
  { outcome: 'refused', path: '/scan-result/FORCED-COLOURS/exit' },
  { outcome: 'check', path: '/scan-result/HL-2026-0001' },
]) {
  test(`with forced colours the sign of a verdict stands out, in both themes: ${outcome}`, async ({ visit }) => {
    const { page } = await visit({ path, signedIn: true });
    const sign = page.locator('.app-verdict__head .app-verdict-icon');
    await expect(sign).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      const ground = (await paint(page.locator('.app-verdict'))).background;
      const text = (await paint(page.locator('.app-verdict__word'))).color;
      const outline = await sign.locator('.app-verdict-icon__shape').evaluate((part) => getComputedStyle(part).stroke);
      const glyph = await sign
        .locator('.app-verdict-icon__glyph')
        .first()
        .evaluate((part) => getComputedStyle(part).stroke);
      const { fill } = await paint(sign.locator('.app-verdict-icon__shape'));
      expect(outline, colorScheme).toBe(text);
      expect(outline, colorScheme).not.toBe(ground);
      expect(glyph, colorScheme).not.toBe(fill);
    }
  });
}

test('with forced colours the word in Next can be read, in both themes', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await openScanner(page);
  await typeCode(page, 'FORCED-NEXT');
  await expect(verdict(page, 'Refused')).toBeVisible();
  const next = page.getByRole('button', { name: 'Next' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const box = await next.boundingBox();
    if (!box) throw new Error('Next is not on the screen.');
    // The middle of the word, whose letters cover less than half of it.
    const clip = { x: box.x + box.width / 2 - 12, y: box.y + box.height / 2 - 6, width: 24, height: 12 };
    const { channels } = await sharp(await page.screenshot({ clip })).stats();
    expect(channels[0]?.stdev, colorScheme).toBeGreaterThan(30);
  }
});

test('with forced colours, which replace every colour, the large mark of Sign In stays faint', async ({ visit }) => {
  const { page } = await visit();
  const mark = page.locator('.app-login__art > .stx-mark');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const opacity = await mark.evaluate((element) => Number(getComputedStyle(element).opacity));
    expect(opacity, colorScheme).toBeLessThan(0.2);
  }
});
