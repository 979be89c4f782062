import { SHIFT_CLOCK } from './support/backend.ts';
import { openScanner, signIn, typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

const DAY_MS = 86_400_000;

for (const { clock, days, code, words } of [
  { clock: 'far ahead', days: 400, code: 'HL-2026-0016', words: 'Valid from' },
  { clock: 'far behind', days: -30, code: 'HL-2026-0017', words: 'Expired' },
]) {
  test(`a device whose clock is ${clock} decides offline by the server's time`, async ({ backend, visit }) => {
    const { page, context } = await visit({
      async prepare(made) {
        await made.context.addInitScript(`globalThis.CLOCK_AHEAD_MS = ${backend.aheadMs + days * DAY_MS};`);
        await made.context.addInitScript({ path: SHIFT_CLOCK });
      },
    });
    await signIn(page);
    await expect(page.getByText('Ready for offline')).toBeVisible();
    await openScanner(page);
    await context.setOffline(true);
    await typeCode(page, code);
    await expect(verdict(page, 'Refused')).toContainText(words);
    await expect(page.locator('.app-verdict').getByText('This device')).toBeVisible();
  });
}
