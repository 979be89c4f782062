import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signInByApi } from './support/api-clerk.ts';
import { chooseCheckpoint, openScanner, signIn, typeCode, verdict } from './support/clerk.ts';
import { openLiveCamera } from './support/live-camera.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { HELD } from './support/visit.ts';

/** A code as a visitor holds it: moving, slightly blurred, a little dark and noisy, and tilted. */
const inTheHand = { seconds: 4, motion: 120, blur: 0.9, noise: 8, tiltDegrees: 18, rotateDegrees: 9 } as const;
const gap = { empty: true, seconds: 1 } as const;

const JOURNEYS = [
  {
    title: 'an accepted ticket: a moving QR Code, tilted, a little blurred',
    scene: { symbology: 'qr_code', text: 'HL-2026-0001' },
    word: 'Accepted',
    reason: 'Amaia Etxeberria',
  },
  {
    title: 'a ticket that is already used: PDF417 with noise',
    scene: { symbology: 'pdf417', text: 'HL-2026-0011', size: 0.85, blur: 0.4, tiltDegrees: 5, rotateDegrees: 0 },
    word: 'Refused',
    reason: 'Already used',
  },
  {
    title: 'a code that is no ticket: EAN-13 from a pen',
    scene: { symbology: 'ean_13', text: '4006381333931' },
    word: 'Refused',
    reason: 'Not a ticket for this event',
  },
] as const;

for (const { title, scene, word, reason } of JOURNEYS) {
  test(`a clerk signs in, the camera reads ${title}, and it is in Results`, async ({ open }) => {
    const { page } = await open({ camera: [gap, { ...inTheHand, ...scene }], storage: HELD });
    await signIn(page);
    await chooseCheckpoint(page, 'Gate A, harbour');
    await openScanner(page);

    const shown = verdict(page, word);
    // A busy machine reads few pictures a second, and a code that moves is blurred in most of them.
    await expect(shown).toContainText(reason, { timeout: 60_000 });
    await expect(page).toHaveURL(new RegExp(`/scan-result/${encodeURIComponent(scene.text)}\\?scan=`));

    await page.goto('/results');
    const row = page.getByRole('row').filter({ hasText: scene.text }).first();
    await expect(row).toContainText(reason);
  });
}

test('a page that restored its session plays sounds from the first tap on', async ({ visit }) => {
  const { page } = await visit({
    signedIn: true,
    prepare: (made) =>
      made.page.addInitScript(() => {
        const outputs: AudioContext[] = [];
        const Output = AudioContext;
        Object.assign(globalThis, {
          outputs,
          AudioContext: class extends Output {
            constructor() {
              super();
              outputs.push(this);
            }
          },
        });
      }),
  });
  const states = () =>
    page.evaluate(() =>
      (globalThis as unknown as { outputs: readonly AudioContext[] }).outputs.map(({ state }) => state),
    );
  await expect(page.getByRole('region', { name: 'Last scans' })).toBeVisible();
  expect(await states()).toEqual([]);
  await page.getByRole('heading', { name: 'Last scans' }).click();
  await expect.poll(states).toEqual(['running']);
});

test('what nobody can see is no code, and no part of one that is pasted', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true });
  const field = page.getByRole('textbox', { name: 'Barcode' });
  await page.getByRole('button', { name: 'Type the code' }).click();
  // A zero-width space, a zero-width no-break space and a soft hyphen.
  for (const invisible of ['\u200b', '\ufeff', ' \u00ad ']) {
    await field.fill(invisible);
    await page.getByRole('button', { name: 'Check code' }).click();
    await expect(field).toHaveAccessibleDescription('Enter the code printed under the barcode');
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await typeCode(page, '\u200bHL-2026-0014\u00ad ');
  await expect(verdict(page, 'Refused')).toContainText('Blocked');
});

/** Has the next scans of this page wait to be sealed for the storage, until `releaseScans()`. */
const holdScans = (page: Page) =>
  page.evaluate(() => {
    const { encrypt } = SubtleCrypto.prototype;
    const held = new Promise<void>((resolve) => Object.assign(window, { releaseScans: resolve }));
    SubtleCrypto.prototype.encrypt = async function (...parameters) {
      await held;
      return encrypt.apply(this, parameters);
    };
  });

/** Waits until the camera has shown a second of new pictures. */
const seePictures = (page: Page) =>
  page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    for (let count = 0; count < 15; count++) await new Promise((shown) => video.requestVideoFrameCallback(shown));
  });

test('a code that comes into view while the one before is stored waits until its verdict is closed', async ({
  backend,
  folder,
  open,
}) => {
  const codes = ['ONE-AT-A-TIME-1', 'ONE-AT-A-TIME-2'] as const;
  await (await signInByApi(backend.origin)).importTickets(codes.map((barcode) => ({ barcode })));
  const camera = await openLiveCamera(join(folder, 'one-at-a-time.y4m'));
  const { page } = await open({ clip: camera.path, signedIn: true, storage: HELD });
  await chooseCheckpoint(page, 'Gate A, harbour');
  await openScanner(page);
  await expect(page.getByText('Point at a code')).toBeVisible();
  await seePictures(page);
  await holdScans(page);
  for (const text of codes) {
    await camera.show({ symbology: 'qr_code', text });
    await seePictures(page);
  }
  await page.evaluate('releaseScans()');
  for (const text of codes) {
    await expect(page).toHaveURL(new RegExp(`/scan-result/${text}\\?scan=`));
    await expect(verdict(page, 'Accepted')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await expect(page).toHaveURL(/\/scanner$/);
  for (const text of codes) expect(await serverRecords(backend.origin, text)).toHaveLength(1);
});
