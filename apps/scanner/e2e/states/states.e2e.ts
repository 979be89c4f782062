import type { Page } from '@playwright/test';
import { axeFindings } from '../checks/axe.ts';
import { hiddenFocus, motion, sidewaysAt320 } from '../checks/layout.ts';
import { PHONE } from '../support/browser.ts';
import { expect, test } from '../support/test.ts';
import { CATALOG, EVENING } from './catalog.ts';

const DESKTOP = { width: 1440, height: 900 };
const NARROW = { width: 320, height: 640 };

test.use({ beginsAt: EVENING });

async function useDarkTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
}

for (const view of CATALOG) {
  for (const state of view.states) {
    test(`nothing hinders anybody in ${view.title}, ${state.name}`, async ({ backend, expectedTroubles, visit }) => {
      if (state.reported) expectedTroubles.push(state.reported);
      const opened = await visit({ timezoneId: 'UTC', colorScheme: 'light', ...state.visit });
      const { page } = opened;
      await state.reach({ ...opened, backend });
      if (state.aria) await expect(page.locator('main')).toMatchAriaSnapshot(state.aria);

      const { clock = false } = state.visit;
      // Colours are the same at every width, and the frame is the same in both themes.
      expect(await axeFindings(page, { clock })).toEqual([]);
      await page.setViewportSize(DESKTOP);
      expect(await axeFindings(page, { clock })).toEqual([]);
      await useDarkTheme(page);
      expect(await axeFindings(page, { clock, only: 'color-contrast' })).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await axeFindings(page, { clock, only: 'color-contrast' })).toEqual([]);

      expect(await hiddenFocus(page)).toEqual([]);
      await page.setViewportSize(NARROW);
      expect(await sidewaysAt320(page)).toEqual([]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await motion(page)).toEqual([]);
    });
  }
}
