import type { Page } from '@playwright/test';
import { formatScanResultAddress } from '@scantix/api-contract';
import { hold, NO_NETWORK } from './states/view-state.ts';
import { answer } from './support/answer.ts';
import { signInByApi } from './support/api-clerk.ts';
import { chooseCheckpoint, openScanner, typeCode, verdict } from './support/clerk.ts';
import { burst } from './support/hardware-scanner.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { listenForTick } from './support/tick.ts';
import { undoEntry } from './support/undo-entry.ts';
import { HELD } from './support/visit.ts';

test('opening, reloading and going back to a scan result uses the ticket up once', async ({ backend, visit }) => {
  const code = 'HL-2026-0004';
  const { page } = await visit({ path: '/scanner', signedIn: true, storage: HELD });
  await typeCode(page, code);
  await expect(verdict(page, 'Accepted')).toContainText('Kwame Boateng');
  const address = page.url();

  await page.goto('/');
  await page.goto(address);
  await expect(verdict(page, 'Accepted')).toBeVisible();
  await page.reload();
  await expect(verdict(page, 'Accepted')).toBeVisible();
  expect(await serverRecords(backend.origin, code)).toHaveLength(1);
});

test('opened without a scan, the view only looks', async ({ backend, visit }) => {
  const code = 'HL-2026-0008';
  const { page } = await visit({ path: `/scan-result/${code}`, signedIn: true });
  await expect(verdict(page, 'Check only')).toContainText('Family Adeyemi');
  await expect(page.getByText('No entry used')).toBeVisible();
  expect(await serverRecords(backend.origin, code)).toHaveLength(0);
});

test('a refused scan stays until Next, and Details shows the ticket and the history of the code', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true });
  await typeCode(page, 'HL-2026-0013');
  await expect(verdict(page, 'Refused')).toContainText('Cancelled');
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('region', { name: 'Ticket' })).toContainText('Oskar Nyman');
  await expect(page.getByRole('region', { name: 'This code' })).toContainText('1 scan');
  await page.getByRole('link', { name: 'Next scan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode Scanner' })).toBeVisible();
});

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

test('an undo that needs a storage which does not work says so, and can be tried again', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/ledger_storage_failed|device_data_not_swept|session-record-failed/);
  const barcode = `UNDO-WITHOUT-STORAGE-${test.info().repeatEachIndex}`;
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode, holder: 'Ada Berg' }]);
  const { id: scanId } = await clerk.scan(barcode, backend.now());
  const { page } = await visit({
    ...{ signedIn: true, ownContext: true, path: formatScanResultAddress({ barcode, scanId }) },
    prepare: ({ context }) =>
      context.addInitScript(() => {
        IDBDatabase.prototype.transaction = () => {
          throw new DOMException('The storage fails', 'UnknownError');
        };
      }),
  });
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo' });
  await undo.click();
  await answer(page, 'Take back');
  await expect(page.getByText('Not taken back', { exact: true })).toBeVisible();
  await expect(undo).not.toHaveAttribute('aria-busy');
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

test('what only looks is not taken for an entry: the scanner and the verdict name the mode', async ({
  backend,
  visit,
}) => {
  const code = 'SCAN-RESULT-CHECK';
  await (await signInByApi(backend.origin)).importTickets([{ barcode: code, holder: 'Edda Lund' }]);
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    storage: { ...HELD, scannerMode: JSON.stringify('check') },
  });
  await expect(page.getByText('Check: point at a code')).toBeVisible();
  await typeCode(page, code);
  await expect(verdict(page, 'Check only')).toHaveText(/^Check only\s*Edda Lund/);
});

test('an address that names a code and the scan of another one shows neither', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true, storage: HELD });
  await typeCode(page, 'SCAN-RESULT-MINE');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await page.goto(`/scan-result/SCAN-RESULT-OTHER${new URL(page.url()).search}`);
  await expect(page.getByRole('heading', { name: 'No such scan' })).toBeVisible();
});

test('two presses are one: of Check code, and of Next', async ({ backend, visit }) => {
  const code = 'HL-2026-0003';
  const { page } = await visit({ path: '/scanner', signedIn: true, storage: HELD });
  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('textbox', { name: 'Barcode' }).fill(code);
  const pressTwice = (button: HTMLElement) => {
    button.click();
    button.click();
  };
  await page.getByRole('button', { name: 'Check code' }).evaluate(pressTwice);
  await expect(verdict(page, 'Accepted')).toContainText('Noor van Dijk');
  await page.getByRole('button', { name: 'Next' }).evaluate(pressTwice);
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await expect(page).toHaveURL(/\/scanner$/);
  expect(await serverRecords(backend.origin, code)).toHaveLength(1);
});

test('an entry that another device made is taken back from its Scan Result', async ({ backend, visit }) => {
  const code = 'RESULT-ELSEWHERE-1';
  const office = await signInByApi(backend.origin);
  await office.importTickets([{ barcode: code, holder: 'Sunniva Halvorsen' }]);
  const gate = await visit({ signedIn: true, storage: { deviceId: '1111111111111111.gate', ...HELD } });
  await openScanner(gate.page);
  await typeCode(gate.page, code);
  await expect(verdict(gate.page, 'Accepted')).toContainText('Sunniva Halvorsen');
  const { pathname, search } = new URL(gate.page.url());

  const desk = await visit({
    path: pathname + search,
    signedIn: true,
    storage: { deviceId: '2222222222222222.desk' },
  });
  await undoEntry(desk.page, { backend, code });
  await expect(desk.page.getByText('Taken back by m.okafor')).toBeVisible();
  await expect(desk.page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(desk.page.getByRole('region', { name: 'This code' })).toContainText('Undone');

  await gate.page.getByRole('button', { name: 'Next' }).click();
  await typeCode(gate.page, code);
  await expect(verdict(gate.page, 'Accepted')).toContainText('Sunniva Halvorsen');
});

test('each scan whose result opens is a page view, also from one result to the next', async ({ telemetry, visit }) => {
  const { page } = await visit({ path: '/', signedIn: true, config: telemetry.axiom });
  await chooseCheckpoint(page, 'Gate A, harbour');
  for (const code of ['RESULT-VIEW-1', 'RESULT-VIEW-2']) {
    await burst(page, code);
    await expect(page).toHaveURL(new RegExp(code));
    await expect(verdict(page, 'Refused')).toBeVisible();
  }
  await expect
    .poll(() => telemetry.events('page_view').map(({ properties }) => properties.page))
    .toEqual(['/', '/scan-result/:barcode/:mode?', '/scan-result/:barcode/:mode?']);
});

test('a history that a busy server does not give is not called offline', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/status of 503/, /\[scantix\] api_call .*"status":503,/);
  const { page } = await visit({ path: '/scanner', signedIn: true });
  await page.route('**/tickets/v0/lookup', (route) => {
    const json = { success: false, code: 'unavailable', message: 'The server is busy', retry_after_ms: 1_000 };
    return route.fulfill({ status: 503, json });
  });
  await typeCode(page, 'HISTORY-BUSY');
  await page.getByRole('button', { name: 'Details' }).click();
  const history = page.getByRole('region', { name: 'This code' });
  await expect(history).toContainText('The server is busy: try again in a minute.');
  await expect(history.getByRole('heading', { name: 'History unavailable', exact: true })).toBeVisible();
});

test('a history that failed without a network is read once there is one', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(NO_NETWORK);
  const { context, page } = await visit({ path: '/scanner', signedIn: true });
  await typeCode(page, 'HISTORY-LATER');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Details' }).click();
  const history = page.getByRole('region', { name: 'This code' });
  await expect(history.getByRole('heading', { name: 'History unavailable offline' })).toBeVisible();
  await expect(history.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(history.getByRole('listitem')).toHaveCount(1);
});
