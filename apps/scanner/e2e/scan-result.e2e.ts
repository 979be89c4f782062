import { formatScanResultAddress } from '@scantix/api-contract';
import { NO_NETWORK } from './states/view-state.ts';
import { answer } from './support/answer.ts';
import { signInByApi } from './support/api-clerk.ts';
import { chooseCheckpoint, openScanner, typeCode, verdict } from './support/clerk.ts';
import { burst } from './support/hardware-scanner.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
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
