import { goHome, scanAtDesk } from './states/steps.ts';
import { signInByApi } from './support/api-clerk.ts';
import { SHIFT_CLOCK } from './support/backend.ts';
import { openScanner, SUPERVISOR, signIn, typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { HELD } from './support/visit.ts';

test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

const DAY_MS = 86_400_000;

for (const { clock, days, code, words } of [
  { clock: 'far ahead', days: 400, code: 'HL-2026-0016', words: 'Valid from' },
  { clock: 'far behind', days: -30, code: 'HL-2026-0017', words: 'Expired' },
]) {
  test(`a device whose clock is ${clock} decides offline by the server's time`, async ({ backend, visit }) => {
    const { page, context } = await visit({
      async prepare(made) {
        await made.page.addInitScript(`globalThis.CLOCK_AHEAD_MS = ${backend.aheadMs + days * DAY_MS};`);
        await made.page.addInitScript({ path: SHIFT_CLOCK });
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

test('Reports, and the filters of Results, cover the day of the server, whatever the clock of the device', async ({
  backend,
  visit,
}) => {
  const { page } = await visit({
    async prepare(made) {
      await made.page.addInitScript(`globalThis.CLOCK_AHEAD_MS = ${backend.aheadMs - 30 * DAY_MS};`);
      await made.page.addInitScript({ path: SHIFT_CLOCK });
    },
  });
  await signIn(page, SUPERVISOR);
  await expect(page.getByText('Ready for offline')).toBeVisible();
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('to'));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  const to = Date.parse(new URL((await asked).url()).searchParams.get('to') ?? '');
  expect(Math.abs(to - backend.now())).toBeLessThan(DAY_MS);

  await page.getByRole('link', { name: 'All results' }).click();
  const askedAgain = page.waitForRequest(/\/reports\/breakdown/);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const until = Date.parse(new URL((await askedAgain).url()).searchParams.get('to') ?? '');
  expect(Math.abs(until - backend.now())).toBeLessThan(DAY_MS);
});

const TEN_SECONDS_MS = 10_000;

for (const { set, byMs } of [
  { set: 'ahead', byMs: 3_600_000 },
  { set: 'back', byMs: -3_600_000 },
]) {
  test(`the last scan keeps its age, and Undo for ten seconds, where the clock of the device is set ${set} meanwhile`, async ({
    backend,
    visit,
  }) => {
    const barcode = `CLOCK-${set}`;
    await (await signInByApi(backend.origin)).importTickets([
      { barcode, holder: 'Noor Brandvold', type: 'Day ticket' },
    ]);
    const { page } = await visit({
      path: '/',
      signedIn: true,
      clock: true,
      storage: HELD,
    });
    // By now the server has told its time.
    await expect(page.getByText('Ready for offline')).toBeVisible();
    await openScanner(page);
    await typeCode(page, barcode);
    await expect(verdict(page, 'Accepted')).toContainText('Noor Brandvold');
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 500);
    await page.clock.setSystemTime(now + 500 + byMs);
    await page.getByRole('button', { name: 'Next' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    // The device knows the server's time to about a second.
    await page.clock.runFor(TEN_SECONDS_MS - 2_000);
    await expect(undo).toBeVisible();
    await expect(page.getByRole('list', { name: 'Last scan' }).locator('time')).toHaveText(/^\d+\u00a0s ago$/);
    await page.clock.runFor(4_000);
    await expect(undo).toHaveCount(0);
  });
}

test('on the next day the last scans on Home have their date', async ({ visit }) => {
  const { page } = await visit({
    path: '/',
    signedIn: true,
    prepare: (made) => made.page.addInitScript(setTheClock, 24),
  });
  await scanAtDesk(page, ['CLOCK-YESTERDAY']);
  await goHome(page);
  const time = page.getByRole('listitem').filter({ hasText: 'CLOCK-YESTERDAY' }).locator('time');
  await expect(time).toHaveText(/^\d{2}:\d{2}$/);
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.evaluate(() => dispatchEvent(new Event('clock-set')));
  await goHome(page);
  await expect(time).toHaveText(/^\d+\/\d+\/\d+, \d{2}:\d{2}$/);
});

test('a clock that is set back leaves no scans of the hours before in the last five minutes', async ({ visit }) => {
  const { page } = await visit({
    path: '/',
    signedIn: true,
    viewport: { width: 1280, height: 800 },
    prepare: (made) => made.page.addInitScript(setTheClock, -2),
  });
  await openScanner(page);
  const live = page.getByRole('complementary').getByRole('heading', { level: 2 });
  await expect(live).toHaveText('Live');
  await typeCode(page, 'CLOCK-BACK-1');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(live).toHaveText('Live 1 scan in the last 5\u00a0min');
  await goHome(page);
  await page.evaluate(() => dispatchEvent(new Event('clock-set')));
  await openScanner(page);
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveCount(1);
  await expect(live).toHaveText('Live');
});

/** Runs in the page: from the event on the device's clock is so many hours ahead. */
function setTheClock(hours: number): void {
  const now = Date.now.bind(Date);
  let aheadMs = 0;
  addEventListener('clock-set', () => {
    aheadMs = hours * 3_600_000;
  });
  Date.now = () => now() + aheadMs;
}
