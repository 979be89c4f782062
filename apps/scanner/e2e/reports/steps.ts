import type { Page } from '@playwright/test';

/** The requests for the figures of Reports. */
export const NUMBERS = '**/scantix/v0/reports/{summary,timeline,breakdown}**';

/** The figure of admitted visitors that stands in Reports. */
export async function admitted(page: Page): Promise<number> {
  const tile = page.locator('.app-stat').filter({ has: page.getByText('Admitted', { exact: true }) });
  return Number((await tile.locator('.app-stat__value').textContent())?.replaceAll(',', ''));
}
