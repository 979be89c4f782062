import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cameraFrames, type Scene } from '@scantix/barcode-reader/testing';
import { scanVibrations } from '@scantix/feedback';
import sharp from 'sharp';
import { signInByApi } from './support/api-clerk.ts';
import { chooseCheckpoint, openScanner, typeCode } from './support/clerk.ts';
import { openLiveCamera } from './support/live-camera.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';

const ADVANCED = 'window.SCANTIX_CONFIG={API_BASE_URL:"/",FEATURE_FLAGS:{ENABLE_ADVANCED_SCANNING:true}};';
const PICTURE = { width: 1280, height: 720 };

/** A text as a QR Code, or as the bars that some tickets print beside it. */
type Held = string | { readonly bars: string };

/** Codes above each other: the portrait picture of a phone shows them all. */
function held(...codes: readonly [Held, ...Held[]]): Scene {
  const [first, ...beside] = codes.map((code, at) => {
    const centre = { x: 0.5, y: (at + 0.5) / codes.length };
    const size = 0.8 / codes.length;
    return typeof code === 'string'
      ? ({ symbology: 'qr_code', text: code, size, centre } as const)
      : ({ symbology: 'code_128', text: code.bars, size, centre } as const);
  });
  if (!first) throw new Error('Nothing is held.');
  return { ...first, beside, seconds: 4, noise: 4 };
}

async function openBatch(page: Page): Promise<void> {
  await chooseCheckpoint(page, 'Gate A, harbour');
  await openScanner(page);
  await page.getByRole('button', { name: 'Batch' }).click();
}

const rows = (page: Page) => page.getByRole('log', { name: 'Scans of this batch' }).getByRole('listitem');

test.describe('with advanced scanning', () => {
  test.beforeEach(({ backend }) => backend.configure(ADVANCED));
  test.afterEach(({ backend }) => backend.configure(null));

  test('[9.9] a batch takes every code of a frame, draws each verdict at its place, and one tap goes on', async ({
    backend,
    folder,
    open,
  }) => {
    const supervisor = await signInByApi(backend.origin);
    await supervisor.importTickets([
      { barcode: 'BATCH-FRAME-1', holder: 'Ottilie Brandvold', type: 'Day ticket Sat' },
      { barcode: 'BATCH-FRAME-2', holder: 'Ruben Achterberg', type: 'Day ticket Sat', note: 'Proof of age needed' },
    ]);
    const texts = ['BATCH-FRAME-1', 'BATCH-FRAME-2', 'BATCH-FRAME-NONE'] as const;
    const camera = await openLiveCamera(join(folder, 'batch.y4m'), PICTURE);
    const { page } = await open({ clip: camera.path, signedIn: true });
    await openBatch(page);
    await camera.show(held(...texts));

    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).filter({ hasText: 'Ottilie Brandvold' })).toBeVisible();
    await expect(rows(page).filter({ hasText: 'Proof of age needed' })).toBeVisible();
    await expect(rows(page).filter({ hasText: 'Not a ticket for this event' })).toBeVisible();

    for (const [at, outcome] of ['accepted', 'attention', 'refused'].entries()) {
      await expect.poll(() => distanceFromCode(page, outcome, (at + 0.5) / texts.length)).toBeLessThan(20);
    }

    await expect(page).toHaveURL(/\/scanner$/);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(rows(page)).toHaveCount(0);
    for (const text of texts) expect(await serverRecords(backend.origin, text)).toHaveLength(1);
  });

  test('a ticket that prints its code in two symbologies is one scan, whichever of them is in view', async ({
    backend,
    folder,
    open,
  }) => {
    await (await signInByApi(backend.origin)).importTickets([{ barcode: 'BATCH-TWICE' }, { barcode: 'BATCH-OTHER' }]);
    const camera = await openLiveCamera(join(folder, 'batch-twice.y4m'), PICTURE);
    const { page } = await open({ clip: camera.path, signedIn: true });
    await openBatch(page);
    await camera.show(held('BATCH-TWICE', { bars: 'BATCH-TWICE' }));
    await expect(rows(page)).toHaveCount(1);
    await expect(page.locator('.app-corners--flash')).toHaveCount(1);
    await camera.show(held({ bars: 'BATCH-TWICE' }, 'BATCH-OTHER'));
    await expect.poll(() => serverRecords(backend.origin, 'BATCH-OTHER')).toHaveLength(1);
    await expect(rows(page)).toHaveCount(2);
    expect(await serverRecords(backend.origin, 'BATCH-TWICE')).toHaveLength(1);
  });

  test('a batch that only checks tells what is valid, and marks and sounds as no entry', async ({
    backend,
    folder,
    open,
  }) => {
    const tickets = ['BATCH-CHECK-1', 'BATCH-CHECK-2'] as const;
    await (await signInByApi(backend.origin)).importTickets(tickets.map((barcode) => ({ barcode })));
    const camera = await openLiveCamera(join(folder, 'batch-check.y4m'), PICTURE);
    const { page } = await open({ clip: camera.path, signedIn: true });
    await page.getByRole('combobox', { name: 'Mode' }).selectOption({ label: 'Check' });
    await openBatch(page);
    const vibrations = await page.evaluateHandle(() => {
      const patterns: unknown[] = [];
      navigator.vibrate = (pattern: unknown) => patterns.push(pattern) > 0;
      return patterns;
    });
    await camera.show(held(...tickets));
    await expect(page.getByText('2 valid', { exact: true })).toBeVisible();
    await expect(page.locator('.app-marks__mark--check')).toHaveCount(2);
    await expect.poll(() => vibrations.jsonValue()).toContainEqual(scanVibrations.neutral);
    expect(await vibrations.jsonValue()).not.toContainEqual(scanVibrations.accepted);
  });

  test('a batch takes every code of an image, and a typed one', async ({ backend, visit }) => {
    const { page } = await visit({ signedIn: true });
    await openBatch(page);
    const buffer = await picture(held('BATCH-IMAGE-1', 'BATCH-IMAGE-2', 'BATCH-IMAGE-3'));
    await page.locator('input[type=file]').setInputFiles({ name: 'tickets.png', mimeType: 'image/png', buffer });
    await expect(rows(page)).toHaveCount(3);
    await typeCode(page, 'BATCH-TYPED-1');
    await expect(rows(page)).toHaveCount(4);
    await expect(page.getByText('4 refused')).toBeVisible();
    for (const at of [1, 2, 3]) {
      await expect
        .poll(() => serverRecords(backend.origin, `BATCH-IMAGE-${at}`))
        .toMatchObject([{ scan_method: 'image', symbology: 'qr_code' }]);
    }
  });

  test('the details of a scan, and another view, leave the batch open', async ({ backend, visit }) => {
    const { page } = await visit({ signedIn: true });
    await openBatch(page);
    await typeCode(page, 'BATCH-LEFT-1');
    await rows(page).getByRole('link').click();
    await expect(page).toHaveTitle('Scan Result');
    await page.goBack();
    await expect(page.getByText('1 refused')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveTitle('Scanner');
    await openScanner(page);
    await typeCode(page, 'BATCH-LEFT-2');
    await expect(rows(page)).toHaveCount(2);
    expect(await serverRecords(backend.origin, 'BATCH-LEFT-1')).toHaveLength(1);
  });

  test('without a camera, an image loads the decoder that could not be loaded', async ({ visit, expectedTroubles }) => {
    expectedTroubles.push(/net::ERR_FAILED .*\/assets\/worker-/);
    const { page } = await visit({
      path: '/scanner',
      signedIn: true,
      prepare: async ({ context, page: made }) => {
        await context.route('**/worker-*.js', (route) => route.abort());
        await made.addInitScript(() => {
          navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no camera', 'NotFoundError'));
        });
      },
    });
    await expect(page.getByRole('heading', { name: 'No camera found' })).toBeVisible();
    const choose = async () => {
      const buffer = await picture(held('IMAGE-LATER-1'));
      await page.locator('input[type=file]').setInputFiles({ name: 'ticket.png', mimeType: 'image/png', buffer });
    };
    await choose();
    await expect(page.getByText("Scanning couldn't start", { exact: true })).toBeVisible();
    await expect(page.getByText('This image cannot be read')).toHaveCount(0);
    await page.context().unroute('**/worker-*.js');
    await choose();
    await expect(page).toHaveURL(/\/scan-result\/IMAGE-LATER-1\?scan=/);
  });
});

/** The distance from a verdict's mark to the middle of the code at `height` of the picture, in pixels. */
async function distanceFromCode(page: Page, outcome: string, height: number): Promise<number> {
  const mark = await page.locator(`.app-marks__mark--${outcome} .app-verdict-icon`).boundingBox();
  const video = await page.locator('video').boundingBox();
  if (!mark || !video) return Number.POSITIVE_INFINITY;
  const scale = Math.max(video.width / PICTURE.width, video.height / PICTURE.height);
  const expected = {
    x: video.x + video.width / 2,
    y: video.y + video.height / 2 + (height - 0.5) * PICTURE.height * scale,
  };
  return Math.hypot(mark.x + mark.width / 2 - expected.x, mark.y + mark.height / 2 - expected.y);
}

async function picture(scene: Scene): Promise<Buffer> {
  for await (const { data, width, height } of cameraFrames({ ...PICTURE, scenes: [scene] })) {
    return sharp(data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
  }
  throw new Error('Nothing was drawn.');
}
