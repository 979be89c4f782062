import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { openBrowser } from '../support/browser.ts';
import { openScanner, typeCode } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';
import { startReceiver } from './receiver.ts';
import { scantixOn } from './scantix.ts';

const SCANS = '**/scantix/v0/scanner/scans';
const OWN_PASSWORD = 'three calm herons';
/** What each system calls a ticket that lets in: its code, and how many rows of the sample are tickets. */
const EXPORTS = [
  { preset: 'pretix', tickets: 2, more: [] },
  { preset: 'hi-events', tickets: 2, more: [] },
  { preset: 'alfio', tickets: 1, more: ['--map', 'barcode=ID'] },
  { preset: 'eventbrite', tickets: 2, more: [] },
] as const;
/** What the steps before the backup leave in the audit log. */
const AUDITED = [
  'checkpoint.created',
  'workgroup.created',
  'clerk.created',
  'clerk.password_changed',
  'sign_in.succeeded',
  'tickets.imported',
  'webhook.created',
  'key.rotated',
  'clerk.signed_out',
  'device.wipe_ordered',
  'device.wiped',
];
const ticketsOf = (preset: string) => fileURLToPath(new URL(`./tickets/${preset}.csv`, import.meta.url));

interface Report {
  readonly created: number;
  readonly unchanged: number;
}

async function fillIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const signedIn = (page: Page) => expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

/** Counts the scans in the device's outbox. */
function countWaiting(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('scantix-scan-ledger');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('outbox').objectStore('outbox').count();
          counting.onsuccess = () => resolve(counting.result);
          opening.result.close();
        };
      }),
  );
}

/** Presents a code that is accepted, and waits until the verdict has closed: its step back would cancel a reload. */
async function letIn(page: Page, code: string): Promise<void> {
  await openScanner(page);
  await typeCode(page, code);
  const accepted = page.getByRole('list', { name: 'Last scan' }).getByRole('link', { name: /^Accepted/ });
  await expect(accepted).toHaveAttribute('href', new RegExp(`/scan-result/${code}\\b`));
}

test('a newcomer goes from an empty folder to a venue that scans, is watched over, and comes back from its backup', async ({
  folder,
  startBackend,
}) => {
  test.setTimeout(300_000);
  const dataDir = join(folder, 'data');
  const options = { demo: false, dataDir, connectSources: [], environment: { WEBHOOKS_TO_PRIVATE_NETWORKS: '1' } };
  const backend = await startBackend(options);
  const scantix = scantixOn(dataDir);
  const receiver = await startReceiver();
  const browser = await openBrowser({ origin: backend.origin, profile: join(folder, 'profile') });
  const { page } = browser;
  page.setDefaultTimeout(30_000);

  const manager = await test.step('the first start tells the one-time password of the first manager', async () => {
    const [, login = '', password = ''] = /only now\n +(\S+) +(\S+)/.exec(backend.greeting()) ?? [];
    expect([login, password.length]).toEqual(['manager', expect.any(Number)]);
    return { login, password };
  });

  await test.step('the manager signs in with a password of their own', async () => {
    await page.goto('/');
    await fillIn(page, manager.login, manager.password);
    await page.getByLabel('New password').fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await signedIn(page);
  });

  const steward = await test.step('a checkpoint, a workgroup, and a clerk with a one-time password', async () => {
    await scantix('checkpoints', 'create', 'North Gate', '--capacity', '400');
    await scantix('workgroups', 'create', 'Stewards', '--rights', 'scan', 'supervise', '--checkpoints', 'North Gate');
    const made = await scantix<{ one_time_password: string }>('clerks', 'create', 'ada.berg', '-w', 'Stewards');
    return { login: 'ada.berg', password: made.one_time_password };
  });

  await test.step('tickets of four systems: a dry run, the import, a repeat', async () => {
    for (const { preset, tickets, more } of EXPORTS) {
      const run = (...flags: string[]) =>
        scantix<Report>('tickets', 'import', ticketsOf(preset), '--preset', preset, ...more, ...flags);
      expect(await run('--dry-run'), preset).toMatchObject({ created: tickets });
      expect(await run(), preset).toMatchObject({ created: tickets });
      expect(await run(), preset).toMatchObject({ created: 0, unchanged: tickets });
    }
  });

  await test.step('a webhook for the ticket shop', async () => {
    const { id, secret } = await scantix<{ id: string; secret: string }>('webhooks', 'create', receiver.url);
    receiver.trust(secret);
    await scantix('webhooks', 'test', id);
    expect(receiver.messages.map(({ type }) => type)).toEqual(['webhook.test']);
  });

  await test.step('the clerk signs in and lets a visitor in; the shop hears of it', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await fillIn(page, steward.login, steward.password);
    await page.getByLabel('New password').fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await signedIn(page);
    await letIn(page, 'k3u9x7d2m5');
    await expect
      .poll(() => receiver.messages.map(({ type, data }) => `${type} ${data?.scan.barcode ?? ''}`))
      .toContain('scan.accepted k3u9x7d2m5');
  });

  await test.step('a key is rotated while the session goes on', async () => {
    const { kid } = await scantix<{ kid: string }>('keys', 'rotate', '--at-once');
    const { items } = await scantix<{ items: { kid: string; state: string }[] }>('keys', 'list');
    expect(items.find((key) => key.kid === kid)?.state).toBe('signing');
    await letIn(page, 'A-7QK2M5X');
  });

  await test.step('the clerk is signed out everywhere', async () => {
    await scantix('clerks', 'sign-out', steward.login);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await fillIn(page, steward.login, OWN_PASSWORD);
    await signedIn(page);
  });

  await test.step('a device is wiped while a scan waits on it: the scan stays sealed, and arrives later', async () => {
    await browser.context.route(SCANS, (route) => route.abort());
    await openScanner(page);
    await typeCode(page, '17111111112811111111001');
    await expect.poll(() => countWaiting(page)).toBe(1);
    const { items } = await scantix<{ items: { id: string }[] }>('devices', 'list');
    await scantix('devices', 'wipe', items[0]?.id ?? '');
    await page.goto('/reports');
    await expect(page.getByRole('heading', { name: 'This device was wiped' })).toBeVisible({ timeout: 60_000 });
    await browser.context.unroute(SCANS);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await fillIn(page, steward.login, OWN_PASSWORD);
    await signedIn(page);
    const heard = () => receiver.messages.map(({ data }) => data?.scan.barcode);
    await expect.poll(heard).toContain('17111111112811111111001');
    expect((await scantix<{ items: { wipe: unknown }[] }>('devices', 'list')).items[0]?.wipe).toMatchObject({
      done_at: expect.any(String),
    });
  });

  await test.step('the audit log tells all of it', async () => {
    const { items } = await scantix<{ items: { action: string }[] }>('audit', '--limit', '500');
    const actions = items.map(({ action }) => action);
    expect(AUDITED.filter((action) => !actions.includes(action))).toEqual([]);
  });

  const tickets = () => scantix<{ items: unknown[] }>('tickets', 'list');
  const before = await tickets();
  const backup = join(folder, 'backup');

  await test.step('a backup while the server runs', async () => {
    await scantix('backup', backup);
    await scantix('tickets', 'cancel', 'k3u9x7d2m5');
    expect(await tickets()).not.toEqual(before);
  });

  await browser.close();
  receiver.stop();
  await backend.stop({ keepData: true });

  await test.step('the backup is put back', async () => {
    await scantix('restore', backup);
    await startBackend({ ...options, port: backend.port });
    expect(await tickets()).toEqual(before);
  });
});
