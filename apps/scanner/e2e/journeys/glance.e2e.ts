import { join } from 'node:path';
import { signInByApi } from '../support/api-clerk.ts';
import { typeCode, verdict } from '../support/clerk.ts';
import { openLiveCamera } from '../support/live-camera.ts';
import { expect, test } from '../support/test.ts';
import { heldFor } from '../support/visit.ts';

const PORTRAIT = { width: 820, height: 1180 };
const LANDSCAPE = { width: 1180, height: 820 };

test('a tablet at a gate shows verdicts over the whole screen in both orientations, says them, and keeps its screen on', async ({
  backend,
  folder,
  open,
}) => {
  const run = test.info().repeatEachIndex;
  const good = {
    barcode: `GLANCE-${run}-GOOD`,
    holder: 'Signe Vestergaard',
    type: 'Weekend pass',
    seat: 'Row 4, seat 12',
  };
  const cancelled = { holder: 'Ruben Achterberg', type: 'Day ticket', status: 'cancelled' } as const;
  const refused = [
    { barcode: `GLANCE-${run}-PORTRAIT`, viewport: PORTRAIT },
    { barcode: `GLANCE-${run}-LANDSCAPE`, viewport: LANDSCAPE },
  ];
  const office = await signInByApi(backend.origin);
  await office.importTickets([good, ...refused.map(({ barcode }) => ({ ...cancelled, barcode }))]);
  const camera = await openLiveCamera(join(folder, 'glance.y4m'), { frames: 2 });
  const { page, context } = await open({ clip: camera.path, signedIn: true });
  await context.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(window, { calls });
    const request = async () => {
      calls.push('screen on');
      return Object.assign(new EventTarget(), { release: async () => {} });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    // As Chrome: asked for the first time, it has none yet.
    const voices: SpeechSynthesisVoice[] = [];
    speechSynthesis.getVoices = () => {
      if (voices.length === 0) {
        setTimeout(() => {
          voices.push({ lang: 'en-GB', localService: true, default: true } as SpeechSynthesisVoice);
          speechSynthesis.dispatchEvent(new Event('voiceschanged'));
        }, 100);
      }
      return [...voices];
    };
    // A voice of the test machine does not exist, and a real utterance takes no other.
    window.SpeechSynthesisUtterance = class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    } as never;
    speechSynthesis.speak = ({ text }) => void calls.push(text);
    localStorage.scannerSpeech = 'true';
  });
  await page.goto('/scanner?view=glance');
  for (const { barcode, viewport } of refused) {
    await page.setViewportSize(viewport);
    await expect(page.getByText('Please show your ticket')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await camera.show({ symbology: 'qr_code', text: barcode, size: 0.7 });
    await expect(verdict(page, 'Refused')).toContainText('Cancelled');
    await expect(page.locator('.app-glance__visitor')).toHaveText('Please wait');
    const box = await page.locator('section.app-glance').boundingBox();
    expect(box).toMatchObject(viewport);
    await camera.clear();
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await camera.show({ symbology: 'qr_code', text: good.barcode, size: 0.7 });
  const clerkSide = page
    .locator('.app-glance__visitor')
    .filter({ hasText: /^Welcome$/ })
    .locator('~ .app-glance__say');
  await expect(clerkSide).toContainText('Signe VestergaardRow 4, seat 12');
  await camera.clear();
  await expect(page.getByText('Please show your ticket')).toBeVisible();

  const calls = await page.evaluate(() => (window as unknown as { calls: string[] }).calls);
  expect(calls).toContain('screen on');
  expect(calls.filter((call) => call !== 'screen on')).toEqual([
    'Refused. Cancelled. The order was cancelled: send to the info desk',
    'Refused. Cancelled. The order was cancelled: send to the info desk',
    'Accepted',
  ]);

  // The device remembers it, until somebody leaves it.
  await page.goto('/scanner');
  await expect(page.getByText('Please show your ticket')).toBeVisible();
  await page.getByRole('button', { name: 'Leave Glance' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Type the code' })).toBeVisible();
  await expect(page.getByText('Please show your ticket')).toHaveCount(0);
});

test('on a wide tablet Glance has the list of a batch and the last scan with Undo, which stand beside the camera elsewhere', async ({
  backend,
  visit,
}) => {
  const run = test.info().repeatEachIndex;
  await (await signInByApi(backend.origin)).importTickets([{ barcode: `GLANCE-WIDE-${run}`, type: 'Day ticket' }]);
  const { page } = await visit({
    signedIn: true,
    storage: heldFor(3_000),
    path: '/scanner?view=glance',
    viewport: { width: 1194, height: 834 },
    config: { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } },
  });
  await page.getByRole('button', { name: 'Batch' }).click();
  const rows = page.getByRole('log', { name: 'Scans of this batch' }).getByRole('listitem');
  for (const [at, code] of ['GLANCE-BATCH-1', 'GLANCE-BATCH-2'].entries()) {
    await typeCode(page, code);
    await expect(rows).toHaveCount(at + 1);
    await expect(rows.first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Batch' }).click();
  await typeCode(page, `GLANCE-WIDE-${run}`);
  await expect(verdict(page, 'Accepted')).toBeVisible();
  await expect(page.getByText('Please show your ticket')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Last scan' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('Glance that Settings of another tab turn off stays off in a tab that was opened for it', async ({ visit }) => {
  const { page, context } = await visit({ signedIn: true, path: '/scanner?view=glance' });
  const ready = page.getByText('Please show your ticket');
  await expect(ready).toBeVisible();
  const settings = await context.newPage();
  await settings.goto('/settings');
  const glance = settings.getByRole('switch', { name: 'Glance: verdicts over the whole screen' });
  await expect(glance).toBeChecked();
  await glance.click();
  await expect(ready).toHaveCount(0);
  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Type the code' })).toBeVisible();
  await expect(ready).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('scannerGlance'))).toBe('false');
  await expect(glance).not.toBeChecked();
});

test('Glance has the whole screen before its views have loaded', async ({ visit }) => {
  const { page } = await visit({
    signedIn: true,
    path: '/scanner?view=glance',
    prepare: ({ context }) => context.route(/\/assets\/glance-/, () => {}),
  });
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  expect((await page.locator('.stx-header').boundingBox())?.height).toBe(0);
});
