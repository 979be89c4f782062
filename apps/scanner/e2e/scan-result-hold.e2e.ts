import type { Page } from '@playwright/test';
import { hold } from './states/view-state.ts';
import { signInByApi } from './support/api-clerk.ts';
import { openScanner, typeCode, verdict } from './support/clerk.ts';
import { burst } from './support/hardware-scanner.ts';
import { expect, test } from './support/test.ts';
import { listenForTick } from './support/tick.ts';
import { HELD } from './support/visit.ts';

test('Next is in sight on a low phone in landscape, below the bar of its browser too, and on a small tablet', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/scanner', signedIn: true });
  await typeCode(page, 'HL-2026-0011');
  await expect(verdict(page, 'Refused')).toBeVisible();
  for (const viewport of [
    { width: 800, height: 304 },
    { width: 640, height: 304 },
    { width: 1024, height: 600 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
  }
});

test('a view that is chosen while a verdict closes is reached, however long it takes to load', async ({ visit }) => {
  const loaded = Promise.withResolvers<void>();
  const closing = JSON.stringify({ accepted: 800, attention: 800, refused: 800, undecided: 800 });
  const { page } = await visit({
    ...{ signedIn: true, clock: true, storage: { scannerHold: closing } },
    prepare: ({ context }) =>
      context.route('**/assets/settings-view-*.js', (route) => loaded.promise.then(() => route.continue())),
  });
  await openScanner(page);
  await page.clock.pauseAt(Date.now() + 5_000);
  await typeCode(page, 'CLOSES-BY-ITSELF');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.clock.runFor(1_000);
  loaded.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

/** A hold time that no other timer of the app has. */
const HOLD_MS = 59_000;
const LONG_HOLD = { scannerHold: JSON.stringify({ accepted: HOLD_MS, attention: 0, refused: 0, undecided: 0 }) };

/** Gives the page `endHold()`, which ends the hold of the verdict on the screen. */
function keepEndOfHold(page: Page): Promise<void> {
  return page.evaluate((holdMs) => {
    const start = window.setTimeout;
    const keep = (run: () => void, ms?: number, ...rest: unknown[]) => {
      if (ms === holdMs) Object.assign(window, { endHold: run, isHeldAnew: true });
      return start(run, ms, ...rest);
    };
    Object.assign(window, { setTimeout: keep });
  }, HOLD_MS);
}

test('Details that are chosen in the last moment of the hold are shown', async ({ backend, visit }) => {
  const barcode = `LAST-MOMENT-${test.info().repeatEachIndex}`;
  await (await signInByApi(backend.origin)).importTickets([{ barcode, holder: 'Ada Berg', type: 'Day' }]);
  const { page } = await visit({ path: '/scanner', signedIn: true, storage: LONG_HOLD });
  await keepEndOfHold(page);
  await typeCode(page, barcode);
  await page.getByRole('button', { name: 'Details' }).evaluate((details: HTMLElement) => {
    details.click();
    (window as unknown as { endHold(): void }).endHold();
  });
  await expect(page.getByRole('region', { name: 'Ticket' })).toContainText('Ada Berg');
});

test('a ticket that is presented again in the last moment of the hold is not admitted unseen', async ({
  backend,
  visit,
}) => {
  const barcode = `TWICE-${test.info().repeatEachIndex}`;
  await (await signInByApi(backend.origin)).importTickets([{ barcode, holder: 'Ada Berg', type: 'Day' }]);
  const { page } = await visit({ path: '/scanner', signedIn: true, storage: LONG_HOLD });
  await expect(page.getByRole('button', { name: 'Type the code' })).toBeVisible();
  await keepEndOfHold(page);
  await burst(page, barcode);
  await expect(verdict(page, 'Accepted')).toBeVisible();
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...call) => {
      history.replaceState = replace;
      replace(...call);
      (window as unknown as { endHold(): void }).endHold();
    };
  });
  await burst(page, barcode);
  await expect(verdict(page, 'Attention')).toBeVisible();
});

test('a refusal that comes late stays as long as one that comes at once, after an undecided verdict too', async ({
  visit,
}) => {
  const answered = Promise.withResolvers<void>();
  const { page } = await visit({
    ...{ path: '/scanner', signedIn: true, ownContext: true },
    storage: { scannerHold: JSON.stringify({ accepted: 0, attention: 0, refused: HOLD_MS, undecided: HOLD_MS }) },
    async prepare(made) {
      await hold('**/tickets/v0/snapshot**')(made);
      await made.context.route('**/scanner/scans', async (route) => {
        await answered.promise;
        await route.continue();
      });
    },
  });
  await keepEndOfHold(page);
  await typeCode(page, `LATE-REFUSAL-${test.info().repeatEachIndex}`);
  await expect(verdict(page, 'Undecided')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isHeldAnew: false }));
  answered.resolve();
  await expect(verdict(page, 'Refused')).toBeVisible();
  await expect.poll(() => page.evaluate(() => (window as unknown as { isHeldAnew: boolean }).isHeldAnew)).toBe(true);
});

test('a verdict reloaded over the camera is a record like any other: it stays', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true });
  await typeCode(page, 'HL-2026-0014');
  await expect(verdict(page, 'Refused')).toContainText('Blocked');
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await page.reload();
  await expect(verdict(page, 'Refused')).toContainText('Blocked');
  await expect(page.getByRole('region', { name: 'Raw code' })).toContainText('HL-2026-0014');
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0);
});

test('a verdict that was left is a record, without a sound, when the browser goes back or forward to it', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/scanner', signedIn: true, storage: HELD });
  await typeCode(page, 'SCAN-RESULT-LEFT');
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeVisible();
  const { tick } = await listenForTick(page);
  let sounds = 0;
  void tick.then(() => {
    sounds += 1;
  });
  const raw = page.getByRole('region', { name: 'Raw code' });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.goBack();
  await expect(raw).toContainText('SCAN-RESULT-LEFT');
  await expect(next).toHaveCount(0);

  await page.goBack();
  await expect(page.getByRole('button', { name: 'Type the code' })).toBeVisible();
  await page.goForward();
  await expect(raw).toContainText('SCAN-RESULT-LEFT');
  await expect(next).toHaveCount(0);
  expect(sounds).toBe(0);
});
