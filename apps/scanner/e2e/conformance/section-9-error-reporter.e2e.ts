import type { Page } from '@playwright/test';
import { openScanner, signIn, typeCode } from '../support/clerk.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import type { Telemetry } from '../support/telemetry.ts';
import { expect, test as withFixtures } from '../support/test.ts';
import type { Visit, VisitOptions } from '../support/visit.ts';

const BROKEN = 'broken on purpose';

const test = withFixtures.extend<{ visitRecorded: (options?: VisitOptions) => Promise<Visit> }>({
  /** Opens a page whose replay is recorded. */
  visitRecorded: ({ telemetry, visit }, use) =>
    use(async ({ prepare, ...options } = {}) => {
      const { promise: loaded, resolve } = Promise.withResolvers<void>();
      const visited = await visit({
        config: telemetry.sentry,
        ...options,
        prepare: async (opening) => {
          opening.context.on('requestfinished', (request) => /sentry-replay/.test(request.url()) && resolve());
          await prepare?.(opening);
        },
      });
      await loaded;
      return visited;
    }),
});

test.beforeEach(({ expectedTroubles }) => {
  expectedTroubles.push(new RegExp(`^uncaught: Error: ${BROKEN}$`));
});

/** Throws an error that nobody catches. */
function breakPage(page: Page): Promise<void> {
  return page.evaluate((message) => void Promise.reject(new Error(message)), BROKEN);
}

function recordings(telemetry: Telemetry): string {
  return telemetry
    .envelopes()
    .filter((envelope) => envelope.includes('replay_recording'))
    .join('\n');
}

test('[9.14] Error-reporting config defaults: environment production, release 1.0.0', async ({ telemetry, visit }) => {
  const { page } = await visit({ config: telemetry.sentry });
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await breakPage(page);
  await expect.poll(() => telemetry.reports()[0]).toMatchObject({ environment: 'production', release: '1.0.0' });
});

test('[9.17][9.18][9.19] replay sample rate 1.0 on error; replay masks all text and blocks media', async ({
  telemetry,
  visitRecorded,
}) => {
  const { page } = await visitRecorded({ signedIn: true, path: '/settings' });
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible();
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await breakPage(page);
  await expect.poll(() => recordings(telemetry)).not.toBe('');
  const recorded = recordings(telemetry);
  expect(recorded).toContain('***');
  for (const text of ['This device', 'Checkpoint and mode', KNOWN_DEVICE.deviceId])
    expect(recorded).not.toContain(text);
});

test('[9.19] replay blocks media: of the camera and of the pictures it has the sizes only', async ({
  telemetry,
  visitRecorded,
}) => {
  const { page } = await visitRecorded({ signedIn: true, path: '/scanner' });
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await breakPage(page);
  await expect.poll(() => recordings(telemetry)).toContain('"tagName":"video"');
  const recorded = recordings(telemetry);
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
    telemetry,
    visitRecorded,
  }) => {
    const { page } = await visitRecorded({
      prepare: ({ page: opening }) =>
        opening.addInitScript((value) => {
          Math.random = () => value;
        }, random),
    });
    await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
    await breakPage(page);
    const withType = (type: string) => () => telemetry.envelopes().find((text) => text.includes(`"type":"${type}"`));
    await expect.poll(withType('event')).toBeTruthy();
    const { trace } = JSON.parse(withType('event')()?.split('\n', 1)[0] ?? '');
    expect(trace).toMatchObject({ sampled, sample_rate: '0.1' });
    await expect.poll(withType('replay_event')).toContain(`"replay_type":"${replayType}"`);
  });
}

test('[9.20] no default personal data sent', async ({ telemetry, visit }) => {
  const { page } = await visit({ config: telemetry.sentry });
  await signIn(page);
  const { id } = await page.evaluate(() => JSON.parse(localStorage.userData));
  await openScanner(page);
  await typeCode(page, 'CONFORMANCE-PERSONAL');
  await expect(page).toHaveURL(/\?scan=/);
  await breakPage(page);
  await expect.poll(() => telemetry.reports().length).toBe(1);
  expect(telemetry.reports()[0]?.user).toEqual({ id });
  const sent = telemetry.envelopes().join('\n');
  for (const personal of ['m.okafor', 'Miriam', 'scantix-demo', 'CONFORMANCE-PERSONAL', 'ip_address', '{{auto}}']) {
    expect(sent).not.toContain(personal);
  }
});
