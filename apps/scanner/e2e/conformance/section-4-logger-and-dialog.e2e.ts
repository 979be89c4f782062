import type { Page } from '@playwright/test';
import { answer } from '../support/answer.ts';
import { openScanner, signIn, typeCode, verdict } from '../support/clerk.ts';
import { trySignIn } from '../support/faults.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import type { ReceivedEvent } from '../support/telemetry.ts';
import { expect, test } from '../support/test.ts';
import { logPageViews, passFlushInterval } from '../support/visit.ts';

const eventsOf = ({ body }: { readonly body: string }) =>
  body.split('\n').map((line) => JSON.parse(line) as ReceivedEvent);
const idsOf = (batches: readonly { readonly body: string }[]) => batches.flatMap(eventsOf).map(({ id }) => id);

const isShown = (page: Page) => expect(page.locator('#root').getByLabel('Username')).toBeVisible();

test.describe('Analytics logger', () => {
  test('[4.34] starts enabled or disabled by config', async ({ telemetry, visit }) => {
    const disabled = await visit({
      config: { ...telemetry.axiom, AXIOM_ENABLED: false, APP_VERSION: 'off' },
      clock: true,
    });
    await isShown(disabled.page);
    await passFlushInterval(disabled.page);

    // The disabled one has had longer when the enabled one has delivered.
    const enabled = await visit({ config: telemetry.axiom, clock: true });
    await isShown(enabled.page);
    await passFlushInterval(enabled.page);
    await telemetry.event('app_initialized', ({ app }) => app.version === '1.0.0');
    expect(telemetry.events('app_initialized')).toHaveLength(1);
  });

  test('[4.35] When enabled it creates a session id, gets the device id and starts a flush timer, then logs app_initialized', async ({
    telemetry,
    visit,
  }) => {
    // A page that is left during a delivery sends the events again, with the same ids.
    const starts = () => [...new Map(telemetry.events('app_initialized').map((event) => [event.id, event])).values()];
    for (const pages of [1, 2]) {
      const { page } = await visit({ config: telemetry.axiom, clock: true });
      await isShown(page);
      await passFlushInterval(page);
      await expect.poll(starts).toHaveLength(pages);
      await page.close();
    }
    const [first, second] = starts();
    expect(telemetry.events()[0]?.event).toBe('app_initialized');
    expect(first).toMatchObject({ category: 'system', level: 'info', deviceId: KNOWN_DEVICE.deviceId });
    expect(first?.sessionId).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.sessionId).not.toBe(first?.sessionId);
  });

  test('[4.36] Setting a user logs user_identified; clearing logs user_cleared', async ({ telemetry, visit }) => {
    const { page } = await visit({ config: telemetry.axiom, clock: true });
    await signIn(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await isShown(page);
    await passFlushInterval(page);
    const identified = await telemetry.event('user_identified');
    const cleared = await telemetry.event('user_cleared');
    expect(identified.user).toMatchObject({ clerk: 'm.okafor', userName: 'Miriam Okafor' });
    expect(cleared.user).toEqual(identified.user);
    const names = telemetry.events().map(({ event }) => event);
    expect(names.filter((name) => name.startsWith('user_'))).toEqual(['user_identified', 'user_cleared']);
  });

  test('[4.36] who never signed in is not cleared either', async ({ expectedTroubles, telemetry, visit }) => {
    expectedTroubles.push(/status of 401 .*\/v0\/auth\/login/, /\[scantix\] login-failed /);
    const { page } = await visit({ config: telemetry.axiom, clock: true });
    await trySignIn(page, { username: 'nobody.here', password: 'wrong', name: '' });
    await expect(page.getByRole('alert')).toBeVisible();
    await passFlushInterval(page);
    await telemetry.event('login-failed');
    expect(telemetry.events('user_cleared')).toEqual([]);
  });

  test('[4.37] On a failed flush the events return to the buffer', async ({ expectedTroubles, telemetry, visit }) => {
    expectedTroubles.push(/status of 403 .*\/ingest/, /^console\.error: \[scantix\] Failed to flush events/);
    telemetry.answer({ status: 403, body: '{"message":"not today"}' });
    const { page, troubles } = await visit({ config: telemetry.axiom, clock: true });
    await isShown(page);
    await passFlushInterval(page);
    await expect.poll(() => troubles).toContainEqual(expect.stringContaining('Failed to flush events'));
    // A page that starts slowly has flushed before, too: its last batch has all events.
    const refusedBatches = telemetry.batches().length;
    const refused = idsOf(telemetry.batches().slice(-1));
    telemetry.answer(null);
    await logPageViews(page, 1);
    await passFlushInterval(page);
    const delivered = () => idsOf(telemetry.batches().slice(refusedBatches));
    // A page that starts slowly logs after that batch, too.
    await expect.poll(() => delivered().length).toBeGreaterThan(refused.length);
    expect(delivered().slice(0, refused.length)).toEqual(refused);
    expect(new Set(delivered()).size).toBe(delivered().length);
  });

  test('[4.38][9.23] if the buffer then exceeds twice its maximum it is cut to the maximum', async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(/status of 403 .*\/ingest/, /^console\.error: \[scantix\] Failed to flush events/);
    telemetry.answer({ status: 403 });
    const { page, troubles } = await visit({ config: telemetry.axiom, clock: true });
    await isShown(page);
    await passFlushInterval(page);
    await expect.poll(() => troubles).toContainEqual(expect.stringContaining('Failed to flush events'));
    await logPageViews(page, 110);
    await passFlushInterval(page);
    await expect.poll(() => telemetry.batches().length).toBeGreaterThan(1);
    telemetry.answer(null);
    const refusedBatches = telemetry.batches().length;
    await passFlushInterval(page);
    await expect.poll(() => telemetry.batches().length).toBeGreaterThan(refusedBatches);
    const [refused = [], delivered = []] = telemetry
      .batches()
      .slice(refusedBatches - 1)
      .map(eventsOf);
    // Exactly the newest 50, and the first of them has the number of the others.
    expect(delivered.map(({ id }) => id)).toEqual(refused.slice(-50).map(({ id }) => id));
    expect(delivered.map(({ properties }) => properties.events_dropped).filter(Boolean)).toEqual([refused.length - 50]);
    expect(delivered[0]?.properties).toHaveProperty('events_dropped');
  });
});

test.describe('Confirmation dialog', () => {
  /** Opens the confirmation that signing out asks for while a scan waits. */
  async function openDialog(page: Page) {
    await page.getByRole('button', { name: 'Sign out' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign out with 1 scan waiting?' });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  test('[4.39][4.40][9.44] opens on a confirm event for its group; closes on accept, reject, hide', async ({
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(/net::ERR_FAILED .*\/scanner\/scans/);
    const { page, context } = await visit({ signedIn: true });
    await context.route('**/scanner/scans', (route) => route.abort());
    await openScanner(page);
    await typeCode(page, 'CONFORMANCE-DIALOG');
    await expect(verdict(page, 'Undecided')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();

    const accept = page.getByRole('button', { name: 'Sign out' }).last();
    await test.step('confirmation dialog modal, accept focused, escape closes', async () => {
      const dialog = await openDialog(page);
      await expect(dialog).toHaveAttribute('aria-modal', 'true');
      expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
      await expect(accept).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });
    await test.step('reject', async () => {
      await openDialog(page);
      await answer(page, 'Stay signed in');
      await expect(page).toHaveURL(/\/scanner$/);
    });
    await test.step('accept', async () => {
      await openDialog(page);
      await answer(page, 'Sign out');
      await expect(page).toHaveURL(/\/login$/);
    });
  });
});
