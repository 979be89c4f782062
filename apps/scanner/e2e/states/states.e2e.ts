import type { Page } from '@playwright/test';
import { axeFindings } from '../checks/axe.ts';
import { loadLanguages, OTHER_LANGUAGES, showIn } from '../checks/language.ts';
import { hiddenFocus, motion, sidewaysAt320 } from '../checks/layout.ts';
import { arcMinutes, verdictSurface } from '../checks/verdict-surface.ts';
import { expect, test } from '../support/test.ts';
import { CATALOG, EVENING } from './catalog.ts';
import { SIZES } from './sizes.ts';
import { NO_NETWORK, type ViewState } from './view-state.ts';

const NARROW = { width: 320, height: 640 };

test.use({ database: 'embedded', beginsAt: EVENING });

async function useDarkTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
}

/** A verdict is read at arm's length, and in Glance, on a tablet, from three metres. */
async function expectReadable(page: Page, { name }: ViewState): Promise<void> {
  const isGlance = name.startsWith('glance');
  if (isGlance) await page.setViewportSize(SIZES.tablet);
  const surface = await verdictSurface(page);
  if (!surface) return;
  expect(surface.contrast).toBeGreaterThanOrEqual(7);
  if (surface.isRibbon) return;
  expect(arcMinutes(surface.capitals, 600)).toBeGreaterThanOrEqual(20);
  if (isGlance) expect(arcMinutes(surface.capitals, 3_000)).toBeGreaterThanOrEqual(12);
}

for (const view of CATALOG) {
  for (const state of view.states) {
    test(`nothing hinders anybody in ${view.title}, ${state.name}`, async ({ backend, expectedTroubles, visit }) => {
      if (state.reported) expectedTroubles.push(state.reported);
      const opened = await visit({ timezoneId: 'UTC', colorScheme: 'light', ...state.visit });
      const { page } = opened;
      if (state.reported === NO_NETWORK) await loadLanguages(page);
      await state.reach({ ...opened, backend });
      if (state.aria) await expect(page.locator('main')).toMatchAriaSnapshot(state.aria);

      await expectReadable(page, state);
      const { clock = false } = state.visit;
      // Colours are the same at every width, and the frame is the same in both themes.
      expect(await axeFindings(page, { clock })).toEqual([]);
      await page.setViewportSize(SIZES.desktop);
      expect(await axeFindings(page, { clock })).toEqual([]);
      await useDarkTheme(page);
      expect(await axeFindings(page, { clock, only: 'color-contrast' })).toEqual([]);
      await page.setViewportSize(SIZES.phone);
      expect(await axeFindings(page, { clock, only: 'color-contrast' })).toEqual([]);

      expect(await hiddenFocus(page)).toEqual([]);
      await page.setViewportSize(NARROW);
      expect(await sidewaysAt320(page)).toEqual([]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await motion(page)).toEqual([]);
      for (const language of state.hasNoTranslator ? [] : OTHER_LANGUAGES) {
        await showIn(page, language);
        expect(await sidewaysAt320(page), language).toEqual([]);
      }
    });
  }
}
