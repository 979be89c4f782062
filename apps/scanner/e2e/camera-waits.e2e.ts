import { expect, test } from './support/test.ts';

test('the camera is explained before the browser asks, and pauses after a minute without anybody', async ({
  visit,
}) => {
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    clock: true,
    // Chromium's fake camera is granted without a question: the browser's own answer is put off.
    prepare: (made) =>
      made.page.addInitScript(() => {
        const query = navigator.permissions.query.bind(navigator.permissions);
        navigator.permissions.query = async (descriptor) =>
          String(descriptor.name) === 'camera' ? ({ state: 'prompt' } as PermissionStatus) : query(descriptor);
      }),
  });
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(page.getByText('Point at a code')).toBeVisible();
  await page.clock.runFor(61_000);
  const resume = page.getByRole('button', { name: 'Tap to resume' });
  await expect(resume).toBeVisible();
  await resume.click();
  await expect(resume).toHaveCount(0);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
});
