import type { Page } from '@playwright/test';
import { scanAtDesk } from './states/steps.ts';
import { signInByApi } from './support/api-clerk.ts';
import type { Backend } from './support/backend.ts';
import { OTHER_CLERK, STEWARD, SUPERVISOR, typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';

const ASK = 'Ask someone from Gate team or Supervisors.';
const IN_OLD_MILL = ['--domain', 'Old Mill Theatre'];

/** Makes a workgroup of Old Mill Theatre with a clerk of the same name, and signs that clerk in. */
async function signInAsNew(
  page: Page,
  backend: Backend,
  name: string,
  rights: readonly string[],
  checkpoints: readonly string[] = [],
): Promise<void> {
  const places = checkpoints.length > 0 ? ['--checkpoints', ...checkpoints] : [];
  await backend.scantix('workgroups', 'create', name, '--rights', ...rights, ...places, ...IN_OLD_MILL);
  const stdout = await backend.scantix('--json', 'clerks', 'create', name, '--workgroup', name, ...IN_OLD_MILL);
  const { one_time_password: password } = JSON.parse(stdout) as { one_time_password: string };
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('New password').fill('old mill at half past nine');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

test('a clerk who only scans sees the numbers of this device, and whom to ask for the others', async ({ visit }) => {
  const { page } = await visit({ path: '/reports', signedIn: true, clerk: STEWARD });
  const note = page.getByRole('note');
  await expect(note).toContainText(`The numbers of all checkpoints are for supervisors. ${ASK}`);
  await expect(page.getByRole('heading', { name: 'No scans in this period' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await scanAtDesk(page, ['RIGHTS-NOBODY-HAS']);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('region', { name: 'By outcome' })).toContainText('Refused1');
  await expect(note).toBeVisible();
});

test('their results end at their checkpoints, without export, and without undo of what others scanned', async ({
  backend,
  visit,
}) => {
  const manager = await signInByApi(backend.origin);
  await manager.importTickets([{ barcode: 'RIGHTS-FAR' }, { barcode: 'RIGHTS-NEAR' }]);
  const far = await manager.scan('RIGHTS-FAR', Date.now());
  const { page } = await visit({ path: '/results', signedIn: true, clerk: STEWARD });
  await expect(page.getByRole('note')).toContainText(`Scans elsewhere and exports are for supervisors. ${ASK}`);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Checkpoint' }).getByRole('option')).toHaveText([
    'All',
    'Gate C, north',
    'Backstage door',
  ]);
  await expect(page.getByRole('combobox', { name: 'Clerk' })).toHaveCount(0);
  await expect(page.getByText('Gate A, harbour')).toHaveCount(0);

  await page.goto(`/scan-result/RIGHTS-FAR?scan=${far.id}`);
  await expect(page.getByRole('heading', { name: 'No such scan' })).toBeVisible();
  const near = await manager.scan('RIGHTS-NEAR', Date.now(), 'Gate C, north');
  await page.goto(`/scan-result/RIGHTS-NEAR?scan=${near.id}`);
  await expect(page.getByRole('region', { name: 'This code' })).toContainText('m.okafor');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('a supervisor has reports, exports and undo', async ({ backend, visit }) => {
  const manager = await signInByApi(backend.origin);
  await manager.importTickets([{ barcode: 'RIGHTS-UNDO' }]);
  const scan = await manager.scan('RIGHTS-UNDO', Date.now());
  const { page } = await visit({ path: '/reports', signedIn: true, clerk: SUPERVISOR });
  await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo' });
  await page.goto(`/scan-result/RIGHTS-UNDO?scan=${scan.id}`);
  await expect(undo).toBeVisible();
  // What nobody can take back: a refusal, and what was let in more than 15 minutes ago.
  const refused = await manager.scan('RIGHTS-NO-TICKET', Date.now());
  await page.goto(`/scan-result/RIGHTS-NO-TICKET?scan=${refused.id}`);
  await expect(page.getByRole('region', { name: 'This code' })).toContainText('m.okafor');
  await expect(undo).toHaveCount(0);
  const early = new Date(Date.now() - 16 * 60_000).toISOString();
  await page.goto(`/results?outcome=accepted&mode=entry&undone=false&to=${early}`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'This code' })).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test('who supervises and does not scan is offered no checkpoint, records nothing, and sees results and reports', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 403 .*\/v0\/auth\/login/, /\[scantix\] login-failed /);
  // In the other domain: whom the other tests are told to ask stays the same.
  const manager = await signInByApi(backend.origin, OTHER_CLERK);
  await manager.importTickets([{ barcode: 'RIGHTS-OFFICE' }]);
  await manager.scan('RIGHTS-OFFICE', Date.now());
  const { page } = await visit({ path: '/' });
  await signInAsNew(page, backend, 'Office', ['supervise']);

  await expect(page.getByRole('combobox', { name: 'Checkpoint' })).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Checkpoint' })).toHaveText('No checkpoint');
  await page.goto('/scanner');
  await expect(page.getByText('Your workgroup does not scan. Ask your supervisor.')).toBeVisible();
  await typeCode(page, 'RIGHTS-OFFICE');
  await expect(page.getByText('Not recorded: scan again', { exact: true })).toBeVisible();

  await page.goto('/results');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('combobox', { name: 'Checkpoint' }).selectOption({ label: 'Main entrance' });
  await page.getByRole('button', { name: /^Show \d+ scans/ }).click();
  await expect(page).toHaveURL(/checkpoint_id=/);
  await page.getByRole('row').filter({ hasText: 'RIGHTS-OFFICE' }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'This code' })).toContainText('Your workgroup does not scan.');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goto('/reports');
  await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
});

test('reports that stay open go with the right to see them', async ({ backend, expectedTroubles, visit }) => {
  expectedTroubles.push(/status of 403 .*\/v0\/(auth\/login|reports\/)/, /\[scantix\] login-failed /);
  const { page } = await visit({ path: '/reports' });
  await signInAsNew(page, backend, 'Watchers', ['scan', 'supervise']);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
  await backend.scantix('workgroups', 'change', 'Watchers', '--rights', 'scan', ...IN_OLD_MILL);
  // The server looks every 16 seconds whether a stream may go on. The app reads the numbers again once one has ended.
  await expect(page.getByText('The numbers of all checkpoints are for supervisors.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Remaining', { exact: true })).toHaveCount(0);
});

test('Results that stay open lose the exports with the right to them, and a right that is given back is there at once', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 403 .*\/v0\/(auth\/login|reports\/)/, /\[scantix\] login-failed /);
  const { page } = await visit({ path: '/' });
  await signInAsNew(page, backend, 'Exporters', ['scan', 'supervise'], ['Main entrance']);
  await page.goto('/results');
  const button = page.getByRole('button', { name: 'Export CSV' });
  await expect(button).toBeVisible();
  await backend.scantix('workgroups', 'change', 'Exporters', '--rights', 'scan', ...IN_OLD_MILL);
  await button.click();
  await expect(page.getByText('You are not allowed to do this.', { exact: true })).toBeVisible();
  await expect(page.getByRole('note')).toContainText('Scans elsewhere and exports are for supervisors.');
  await expect(button).toHaveCount(0);

  await backend.scantix('workgroups', 'change', 'Exporters', '--rights', 'scan', 'supervise', ...IN_OLD_MILL);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
});

test('a scanner that stays open follows its checkpoints: one that is taken away, none, and one that is given', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 403 .*\/v0\/auth\/login/, /\[scantix\] login-failed /);
  const { page } = await visit({ path: '/' });
  await signInAsNew(page, backend, 'Doors', ['scan'], ['Main entrance', 'Balcony door']);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scanner' }).click();
  const place = page.locator('.app-place__name');
  await expect(place).toHaveText('Main entrance');
  await backend.scantix('workgroups', 'change', 'Doors', '--checkpoints', 'Balcony door', ...IN_OLD_MILL);
  await typeCode(page, 'RIGHTS-TAKEN');
  await expect(verdict(page, 'Refused')).toContainText('Your workgroup does not scan here');
  await expect(place).toHaveText('Balcony door');
  await expect(page.getByRole('listitem').filter({ hasText: 'Now scanning for Balcony door' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await typeCode(page, 'RIGHTS-AFTER');
  await expect(verdict(page, 'Refused')).toContainText('Not a ticket for this event');

  await page.getByRole('button', { name: 'Next' }).click();
  await backend.scantix('workgroups', 'change', 'Doors', '--rights', 'supervise', ...IN_OLD_MILL);
  await typeCode(page, 'RIGHTS-NONE');
  await expect(verdict(page, 'Refused')).toContainText('Your workgroup does not scan here');
  await expect(place).toHaveText('No checkpoint');

  await page.getByRole('button', { name: 'Next' }).click();
  await backend.scantix('workgroups', 'change', 'Doors', '--rights', 'scan', ...IN_OLD_MILL);
  await typeCode(page, 'RIGHTS-AGAIN');
  await expect(verdict(page, 'Refused')).toContainText('Not a ticket for this event');
  await expect(place).toHaveText('Balcony door');
});

test('a server that tells no rights gives all of them, as before', async ({ visit }) => {
  const { page } = await visit({
    path: '/reports',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/config/v0/scanner', async (route) => {
        const response = await route.fetch();
        const { rights: _, supervisors: __, ...older } = await response.json();
        await route.fulfill({ response, json: older });
      }),
  });
  await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
});
