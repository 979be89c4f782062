import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ImportRow } from '@scantix/api-contract';
import { signInByApi } from '../support/api-clerk.ts';
import { openScanner, typeCode, verdict } from '../support/clerk.ts';
import { burst } from '../support/hardware-scanner.ts';
import { openLiveCamera } from '../support/live-camera.ts';
import { expect, test } from '../support/test.ts';
import { watchVibration } from '../support/watch-vibration.ts';

/** Takes the newest scan back. A press that comes at once would be for the button of the visitor before. */
async function undo(page: Page): Promise<void> {
  await pause(300);
  await page.getByRole('button', { name: 'Undo' }).click();
}

/** `STREAM_CODES=100` runs the whole stream, with six exceptions. */
const CODES = Number(process.env.STREAM_CODES ?? 24);
/** At this place of every thirty-four: what stops the stream, and what the ticket is. */
const EXCEPTIONS: Readonly<Record<number, { word: 'Refused' | 'Attention'; row: Readonly<Record<string, string>> }>> = {
  5: { word: 'Refused', row: { status: 'cancelled' } },
  11: { word: 'Attention', row: { note: 'Show the way to the ramp' } },
};
const ADVANCED = 'window.SCANTIX_CONFIG={API_BASE_URL:"/",FEATURE_FLAGS:{ENABLE_ADVANCED_SCANNING:true}};';

/** Counts the halos of accepted scans, from now on. */
function countHalos(): void {
  let halos = 0;
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      halos += Number(node.matches('.app-halo--accepted')) + node.querySelectorAll('.app-halo--accepted').length;
    }
    document.body.dataset.halos = String(halos);
  }).observe(document.body, { childList: true, subtree: true });
}

test.describe('with advanced scanning', () => {
  test.beforeEach(({ backend }) => backend.configure(ADVANCED));
  test.afterEach(({ backend }) => backend.configure(null));

  test(`a stream of ${CODES} codes by camera stops for its exceptions only, and each is on the server once`, async ({
    backend,
    folder,
    open,
  }) => {
    test.setTimeout(120_000 + CODES * 4_000);
    const run = test.info().repeatEachIndex;
    const visitors = Array.from({ length: CODES }, (_, number) => ({
      barcode: `STREAM-${run}-${String(number).padStart(3, '0')}`,
      holder: `Visitor ${number}`,
      type: 'Day ticket',
      seat: `Row ${number}`,
      exception: EXCEPTIONS[number % 34],
    }));
    const office = await signInByApi(backend.origin);
    await office.importTickets(
      visitors.map(({ exception, ...ticket }): ImportRow => ({ ...ticket, ...exception?.row }) as ImportRow),
    );
    const camera = await openLiveCamera(join(folder, 'stream.y4m'), { frames: 2 });
    const { page } = await open({ clip: camera.path, signedIn: true });
    await openScanner(page);
    await page.getByRole('button', { name: 'Stream' }).click();
    await expect(page.getByRole('button', { name: 'Stream', pressed: true })).toBeVisible();

    await page.evaluate(countHalos);
    for (const { barcode, holder, exception } of visitors) {
      await camera.show({ symbology: 'qr_code', text: barcode, size: 0.7 });
      if (exception) {
        await expect(verdict(page, exception.word)).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`/scan-result/${barcode}`));
        await camera.clear();
        await page.getByRole('button', { name: 'Next' }).click();
      } else {
        // A server that answers late stops the stream, too, until its verdict has come.
        const accepted = page.getByRole('status').filter({ hasText: new RegExp(`^Accepted\\s*${holder}(?!\\d)`) });
        await expect(accepted).toBeVisible();
      }
      await expect(page).toHaveURL(/\/scanner$/);
    }

    const accepted = visitors.filter(({ exception }) => !exception);
    expect(await page.evaluate(() => document.body.dataset.halos)).toBe(String(accepted.length));
    await undo(page);
    await expect(page.locator('.app-ribbon')).toContainText(`Row ${CODES - 1} · Day ticket`);
    await expect(page.locator('.app-ribbon')).toContainText('Undone');
    const records = await office.records(`STREAM-${run}-`);
    expect(records.map(({ barcode }) => barcode).toSorted()).toEqual(visitors.map(({ barcode }) => barcode));
  });

  test('a refusal that is decided after Stream was left is heard', async ({ backend, visit }) => {
    const barcode = `LEFT-STREAM-${test.info().repeatEachIndex}`;
    const ticket = { barcode, holder: 'Visitor', type: 'Day', status: 'cancelled' } as const;
    await (await signInByApi(backend.origin)).importTickets([ticket]);
    const { page } = await visit({ path: '/scanner', signedIn: true, storage: { scannerStream: 'true' } });
    const verdicts = await watchVibration(page);
    const left = Promise.withResolvers<void>();
    await page.route('**/scanner/scans', async (route) => {
      await left.promise;
      await route.continue();
    });
    await typeCode(page, barcode);
    await page.getByRole('button', { name: 'Stream', pressed: true }).click();
    await expect(page.getByRole('button', { name: 'Stream', pressed: false })).toBeVisible();
    left.resolve();
    await expect.poll(verdicts).toContain(500);
  });

  test('a late acceptance is told after the refusal that is open, and a late refusal when Stream is left', async ({
    backend,
    visit,
  }) => {
    const run = test.info().repeatEachIndex;
    const office = await signInByApi(backend.origin);
    await office.importTickets([
      { barcode: `LATE-A-${run}`, holder: 'Late Adams', type: 'Day' },
      { barcode: `LATE-B-${run}`, holder: 'Late Brown', type: 'Day', status: 'cancelled' },
      { barcode: `LATE-C-${run}`, holder: 'Late Clark', type: 'Day', status: 'cancelled' },
    ]);
    const { page } = await visit({ path: '/scanner', signedIn: true, storage: { scannerStream: 'true' } });
    // Wide enough for the list beside the camera, which has what was decided.
    await page.setViewportSize({ width: 1280, height: 800 });
    const verdicts = await watchVibration(page);
    const held = new Map<string, PromiseWithResolvers<void>>();
    await page.route('**/scanner/scans', async (route) => {
      const late = [...held].find(([code]) => route.request().postData()?.includes(code));
      await late?.[1].promise;
      await route.continue();
    });
    const typeLate = async (code: string) => {
      held.set(code, Promise.withResolvers());
      await typeCode(page, code);
      await expect(page.getByRole('button', { name: 'Type the code' })).toBeVisible();
    };
    const decided = (holder: string) => page.getByRole('complementary').getByRole('link', { name: holder });

    await typeLate(`LATE-A-${run}`);
    await typeCode(page, `LATE-B-${run}`);
    await expect(verdict(page, 'Refused')).toBeVisible();
    held.get(`LATE-A-${run}`)?.resolve();
    await expect(decided('Late Adams')).toBeVisible();
    expect(await verdicts()).toEqual([500]);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(verdicts).toEqual([500, 80]);
    await expect(page.locator('.app-ribbon')).toContainText('Late Adams');

    await typeLate(`LATE-C-${run}`);
    await typeCode(page, `LATE-B-${run}`);
    await expect(verdict(page, 'Refused')).toBeVisible();
    held.get(`LATE-C-${run}`)?.resolve();
    await expect(decided('Late Clark')).toBeVisible();
    expect(await verdicts()).toEqual([500, 80, 500]);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect.poll(verdicts).toEqual([500, 80, 500, 500]);
    await expect(page.getByRole('listitem').filter({ hasText: /Refused.*Late Clark/ })).toBeVisible();
  });

  test('of what waits when Stream is left the most urgent one is heard, also an acceptance', async ({
    backend,
    visit,
  }) => {
    const run = test.info().repeatEachIndex;
    const office = await signInByApi(backend.origin);
    await office.importTickets([
      { barcode: `WAIT-A-${run}`, holder: 'Wait Adams', type: 'Day' },
      { barcode: `WAIT-B-${run}`, holder: 'Wait Brown', type: 'Day', status: 'cancelled' },
      { barcode: `WAIT-C-${run}`, holder: 'Wait Clark', type: 'Day', status: 'cancelled' },
      { barcode: `WAIT-D-${run}`, holder: 'Wait Davis', type: 'Day', note: 'Ramp' },
    ]);
    const { page } = await visit({ path: '/scanner', signedIn: true, storage: { scannerStream: 'true' } });
    await page.setViewportSize({ width: 1280, height: 800 });
    const verdicts = await watchVibration(page);
    const released = new Map(['A', 'C', 'D'].map((name) => [`WAIT-${name}-${run}`, Promise.withResolvers<void>()]));
    await page.route('**/scanner/scans', async (route) => {
      await [...released].find(([code]) => route.request().postData()?.includes(code))?.[1].promise;
      await route.continue();
    });
    const leaveWith = async (late: Readonly<Record<string, string>>) => {
      for (const name of Object.keys(late)) {
        await typeCode(page, `WAIT-${name}-${run}`);
        await expect(page.getByRole('button', { name: 'Type the code' })).toBeVisible();
      }
      await typeCode(page, `WAIT-B-${run}`);
      await expect(verdict(page, 'Refused')).toBeVisible();
      for (const [name, holder] of Object.entries(late)) {
        released.get(`WAIT-${name}-${run}`)?.resolve();
        await expect(page.getByRole('complementary').getByRole('link', { name: holder })).toBeVisible();
      }
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    };

    await leaveWith({ A: 'Wait Adams' });
    await expect.poll(verdicts).toEqual([500, 80]);
    await openScanner(page);
    await leaveWith({ C: 'Wait Clark', D: 'Wait Davis' });
    const toasts = page.getByRole('listitem').filter({ hasText: /^(Refused|Attention)/ });
    // Together: each of them goes after a few seconds.
    await Promise.all(
      [/Attention.*Wait Davis/, /Refused.*Wait Clark/].map((hasText) =>
        expect(toasts.filter({ hasText })).toBeVisible(),
      ),
    );
    expect(await verdicts()).toEqual([500, 80, 500, 500]);
  });

  test('Undo takes back the visitor whose button was pressed, not the one who comes under the finger', async ({
    backend,
    visit,
  }) => {
    const office = await signInByApi(backend.origin);
    const names = ['First Frost', 'Second Snow', 'Third Thaw'];
    const [first = '', second = '', third = ''] = names.map((name) => `${name}-${test.info().repeatEachIndex}`);
    await office.importTickets([first, second, third].map((barcode) => ({ barcode, holder: barcode, type: 'Day' })));
    const { page } = await visit({ path: '/scanner', signedIn: true, storage: { scannerStream: 'true' } });
    // Wide enough for the list beside the camera, which has what was decided.
    await page.setViewportSize({ width: 1280, height: 800 });
    const ribbon = page.locator('.app-ribbon');
    const inList = (holder: string) =>
      page.getByRole('complementary').getByRole('listitem').filter({ hasText: holder });
    await expect(page.getByRole('button', { name: 'Stream', pressed: true })).toBeVisible();
    await burst(page, first);
    await expect(ribbon).toContainText(first);

    // As a press that was on its way to the button before.
    await page.evaluate((holder) => {
      new MutationObserver((_, observer) => {
        const shown = document.querySelector('.app-ribbon');
        const button = shown?.textContent.includes(holder) && shown.querySelector('button');
        if (!button) return;
        observer.disconnect();
        button.click();
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }, second);
    await burst(page, second);
    await expect(ribbon).toContainText(second);
    await expect(inList(second)).toContainText('Let in');

    await ribbon.getByRole('button', { name: 'Undo' }).hover();
    await page.mouse.down();
    await burst(page, third);
    await expect(inList(third)).toContainText('Let in');
    await page.mouse.up();
    await expect(ribbon).toContainText(third);
    await expect(inList(second)).toContainText('Undone');
    await expect(inList(first)).not.toContainText('Undone');
    await expect(inList(third)).not.toContainText('Undone');
  });

  test('the ribbon of an exit that was taken back counts the entries that are used', async ({ backend, visit }) => {
    const barcode = `EXIT-${test.info().repeatEachIndex}`;
    const ticket = { barcode, holder: 'Visitor', type: 'Day', entries_allowed: 3 };
    await (await signInByApi(backend.origin)).importTickets([ticket]);
    const { page } = await visit({ path: '/scanner', signedIn: true, storage: { scannerStream: 'true' } });
    const ribbon = page.locator('.app-ribbon');
    await typeCode(page, barcode);
    await expect(ribbon).toContainText('Day · 1 of 3');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('combobox', { name: 'Mode' }).selectOption({ label: 'Exit' });
    await openScanner(page);
    await typeCode(page, barcode);
    await undo(page);
    await expect(ribbon).toContainText('Undone');
    await expect(ribbon).toContainText('Day · 1 of 3');
  });

  test('a refusal of the desk that is decided while a stream runs is named', async ({ backend, visit }) => {
    const run = test.info().repeatEachIndex;
    const [late, next] = [`DESK-STREAM-LATE-${run}`, `DESK-STREAM-NEXT-${run}`];
    await (await signInByApi(backend.origin)).importTickets([
      { barcode: late, holder: 'Late Lane', status: 'cancelled' },
      { barcode: next, holder: 'Next Neighbour' },
    ]);
    const { page } = await visit({ signedIn: true, storage: { scannerStream: 'true' } });
    await expect(page.getByText('Last scans')).toBeVisible();
    const decided = Promise.withResolvers<void>();
    await page.route('**/scanner/scans', async (route) => {
      if (route.request().postData()?.includes(late)) await decided.promise;
      await route.continue();
    });
    await burst(page, late);
    await expect(page).toHaveURL(new RegExp(late));
    await openScanner(page);
    await expect(page.getByRole('button', { name: 'Stream', pressed: true })).toBeVisible();
    await burst(page, next);
    await expect(page.locator('.app-ribbon')).toContainText('Next Neighbour');
    decided.resolve();
    await expect(page.getByRole('listitem').filter({ hasText: /Refused.*Late Lane/ })).toBeVisible();
  });

  test('Settings names the hold time of 0 for accepted after what it does', async ({ visit }) => {
    const { page } = await visit({ path: '/settings', signedIn: true });
    const firstChoice = (outcome: string) => page.getByRole('combobox', { name: outcome }).locator('option').first();
    await expect(firstChoice('Accepted')).toHaveText('At once (Stream)');
    await expect(firstChoice('Refused')).toHaveText('Until a tap');
    await page.getByRole('combobox', { name: 'Accepted' }).selectOption({ label: 'At once (Stream)' });
    await openScanner(page);
    await expect(page.getByRole('button', { name: 'Stream', pressed: true })).toBeVisible();
  });
});

test('without advanced scanning a hold time of 0 opens Scan Result, and there is no Stream', async ({
  backend,
  visit,
}) => {
  const barcode = `NO-STREAM-${test.info().repeatEachIndex}`;
  await (await signInByApi(backend.origin)).importTickets([{ barcode, holder: 'Visitor', type: 'Day' }]);
  const hold = JSON.stringify({ accepted: 0, attention: 0, refused: 0, undecided: 0 });
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    storage: { scannerHold: hold, scannerStream: 'true' },
  });
  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('textbox', { name: 'Barcode' }).fill(barcode);
  await page.getByRole('button', { name: 'Check code' }).click();
  await expect(verdict(page, 'Accepted')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/scan-result/${barcode}`));
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'Stream' })).toHaveCount(0);
});
