import { openScanner } from './support/clerk.ts';
import { expect, test } from './support/test.ts';

/** As in Firefox with `privacy.resistFingerprinting`: the app gets noise from each canvas. */
const NOISE = `
  const context = OffscreenCanvasRenderingContext2D.prototype;
  context.getImageData = (x, y, width, height) =>
    new ImageData(new Uint8ClampedArray(4 * width * height).map(() => 256 * Math.random()), width, height);
`;

test('where the browser gives noise in place of pictures, the scanner says so, and the code can be typed', async ({
  visit,
}) => {
  const { page } = await visit({
    signedIn: true,
    async prepare({ context, page: made }) {
      await made.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoFrame'));
      await context.route('**/assets/worker-*.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: NOISE + (await response.text()) });
      });
    },
  });
  await openScanner(page);
  const trouble = page.getByRole('alert').filter({ hasText: 'This browser hides pictures from the app' });
  await expect(trouble).toBeVisible();
  await trouble.getByRole('button', { name: 'Type the code' }).click();
  await expect(page.getByRole('textbox', { name: 'Barcode' })).toBeFocused();
});
