import { writeFile } from 'node:fs/promises';
import { CATALOG, EVENING } from '../states/catalog.ts';
import { SIZES, THEMES } from '../states/sizes.ts';
import { test } from '../support/test.ts';
import { keepForFirstPage, tagOf, writeFirstPage } from './first-page.ts';
import { sheetPath, writeSheet } from './sheet.ts';
import { writePage } from './write-page.ts';

test.use({ beginsAt: EVENING });

for (const view of CATALOG) {
  for (const state of view.states) {
    const title = `${view.title}: ${state.name}`;
    test(title, tagOf(title), async ({ backend, expectedTroubles, visit }, testInfo) => {
      if (state.reported) expectedTroubles.push(state.reported);
      const opened = await visit({ timezoneId: 'UTC', colorScheme: 'light', ...state.visit });
      await state.reach({ ...opened, backend });
      const { page } = opened;
      const pictures: Buffer[] = [];
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        for (const [size, viewport] of Object.entries(state.sizes ?? SIZES)) {
          await page.setViewportSize(viewport);
          await state.shows?.(page).evaluate((element) => element.scrollIntoView());
          await page.waitForTimeout(state.redrawMs ?? 0);
          const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
          await writeFile(testInfo.outputPath(`${size}-${theme}.png`), picture);
          pictures.push(picture);
        }
      }
      keepForFirstPage(title, pictures);
      await writeSheet(sheetPath(view, state), pictures, Object.values(state.sizes ?? SIZES));
    });
  }
}

test.afterAll(async () => {
  await writeFirstPage();
  await writePage(CATALOG);
});
