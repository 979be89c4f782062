import { openScanner, signIn, typeCode } from '../support/clerk.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';

test('[9.14] Error-reporting config defaults: environment production, release 1.0.0', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
  const { page } = await visit({ config: telemetry.sentry });
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  await expect.poll(() => telemetry.reports()[0]).toMatchObject({ environment: 'production', release: '1.0.0' });
});

test('[9.17][9.18][9.19] replay sample rate 1.0 on error; replay masks all text and blocks media', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
  const replayLoaded = Promise.withResolvers<void>();
  const { page } = await visit({
    config: telemetry.sentry,
    signedIn: true,
    path: '/settings',
    prepare: async ({ context }) =>
      context.on('requestfinished', (request) => /sentry-replay/.test(request.url()) && replayLoaded.resolve()),
  });
  await replayLoaded.promise;
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  const recordings = () => telemetry.envelopes().filter((envelope) => envelope.includes('replay_recording'));
  await expect.poll(() => recordings().length).toBeGreaterThan(0);
  const recorded = recordings().join('\n');
  expect(recorded).toContain('***');
  for (const text of ['This device', 'Where and how', KNOWN_DEVICE.deviceId]) expect(recorded).not.toContain(text);
});

test('[9.19] replay blocks media: of the camera and of the pictures it has the sizes only', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
  const replayLoaded = Promise.withResolvers<void>();
  const { page } = await visit({
    config: telemetry.sentry,
    signedIn: true,
    path: '/scanner',
    prepare: async ({ context }) =>
      context.on('requestfinished', (request) => /sentry-replay/.test(request.url()) && replayLoaded.resolve()),
  });
  await replayLoaded.promise;
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  const recordings = () => telemetry.envelopes().filter((envelope) => envelope.includes('replay_recording'));
  await expect.poll(() => recordings().join('\n')).toContain('"tagName":"video"');
  const recorded = recordings().join('\n');
  const media = [...recorded.matchAll(/"tagName":"(?:video|audio|img|svg|picture)","attributes":(\{[^}]*\})/g)];
  expect(media.length).toBeGreaterThan(1);
  for (const [node, attributes = ''] of media) {
    const names = Object.keys(JSON.parse(attributes)).filter((name) => name !== 'class');
    expect(names.toSorted(), node).toEqual(['rr_height', 'rr_width']);
  }
  expect(recorded).not.toContain('"tagName":"path"');
});

for (const [random, sampled, replayType] of [
  [0.0999, 'true', 'session'],
  [0.1001, 'false', 'buffer'],
] as const) {
  test(`[9.15][9.16] Trace sample rate 0.1; replay sample rate 0.1 for sessions: a random number of ${random}`, async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
    const replayLoaded = Promise.withResolvers<void>();
    const { page } = await visit({
      config: telemetry.sentry,
      prepare: async ({ context, page: opening }) => {
        context.on('requestfinished', (request) => /sentry-replay/.test(request.url()) && replayLoaded.resolve());
        await opening.addInitScript((value) => {
          Math.random = () => value;
        }, random);
      },
    });
    await replayLoaded.promise;
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
    const withType = (type: string) => () => telemetry.envelopes().find((text) => text.includes(`"type":"${type}"`));
    await expect.poll(withType('event')).toBeTruthy();
    const { trace } = JSON.parse(withType('event')()?.split('\n', 1)[0] ?? '');
    expect(trace).toMatchObject({ sampled, sample_rate: '0.1' });
    await expect.poll(withType('replay_event')).toContain(`"replay_type":"${replayType}"`);
  });
}

test('[9.20] no default personal data sent', async ({ expectedTroubles, telemetry, visit }) => {
  expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
  const { page } = await visit({ config: telemetry.sentry });
  await signIn(page);
  const { id } = await page.evaluate(() => JSON.parse(localStorage.userData));
  await openScanner(page);
  await typeCode(page, 'CONFORMANCE-PERSONAL');
  await expect(page).toHaveURL(/\?scan=/);
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  await expect.poll(() => telemetry.reports().length).toBe(1);
  expect(telemetry.reports()[0]?.user).toEqual({ id });
  const sent = telemetry.envelopes().join('\n');
  for (const personal of ['m.okafor', 'Miriam', 'scantix-demo', 'CONFORMANCE-PERSONAL', 'ip_address', '{{auto}}']) {
    expect(sent).not.toContain(personal);
  }
});
