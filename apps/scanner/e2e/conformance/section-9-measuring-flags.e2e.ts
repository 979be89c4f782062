import type { Page, Route } from '@playwright/test';
import { openScanner, typeCode, verdict } from '../support/clerk.ts';
import type { Telemetry } from '../support/telemetry.ts';
import { expect, test } from '../support/test.ts';
import { runTasks, type VisitOptions } from '../support/visit.ts';

/** A signed-in user; the requests of the page are collected in `loaded`. */
const visitThatCollects = (loaded: string[], config: VisitOptions['config']): VisitOptions => ({
  signedIn: true,
  ...(config && { config }),
  prepare: async ({ context }) => context.on('requestfinished', (request) => loaded.push(request.url())),
});

const isWebVitals = (url: string) => url.includes('/assets/web-vitals-');

/** Scans once, and leaves the page in an idle moment: what it has logged is then sent. */
async function scanAndLeave(page: Page, telemetry: Telemetry, whenReady = async () => {}): Promise<void> {
  await openScanner(page);
  await typeCode(page, 'CONFORMANCE-METRICS');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await whenReady();
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await page.goto('about:blank');
  await telemetry.event('scan');
}

test('[9.6] ENABLE_PERFORMANCE_METRICS sends Web Vitals and scan timings to the analytics logger', async ({
  telemetry,
  visit,
}) => {
  const loaded: string[] = [];
  const config = { ...telemetry.axiom, FEATURE_FLAGS: { ENABLE_PERFORMANCE_METRICS: true } };
  const { page } = await visit(visitThatCollects(loaded, config));
  await scanAndLeave(page, telemetry, async () => {
    await expect.poll(() => loaded.some(isWebVitals)).toBe(true);
    // A script that has arrived is evaluated later.
    await page.evaluate((url) => import(url ?? ''), loaded.find(isWebVitals));
  });
  const timing = await telemetry.event('scan_timed');
  expect(timing).toMatchObject({ category: 'scanner', module: 'scanner' });
  expect(timing.properties).toMatchObject({
    scanMethod: 'manual',
    keptMs: expect.any(Number),
    decidedMs: expect.any(Number),
    certainty: 'server',
  });
  for (const metric of ['TTFB', 'FCP', 'LCP', 'CLS']) {
    const vital = await telemetry.event('web_vital', ({ properties }) => properties.metric === metric);
    expect(vital.properties).toMatchObject({ value: expect.any(Number), rating: expect.any(String) });
  }
});

test('[9.6] without ENABLE_PERFORMANCE_METRICS neither is measured nor sent', async ({ telemetry, visit }) => {
  const loaded: string[] = [];
  const { page } = await visit(visitThatCollects(loaded, telemetry.axiom));
  await scanAndLeave(page, telemetry);
  expect(telemetry.events().filter(({ event }) => event === 'web_vital' || event === 'scan_timed')).toEqual([]);
  expect(loaded.filter(isWebVitals)).toEqual([]);
});

test('[9.7] ENABLE_NETWORK_SPEED_MONITORING measures the round-trip time and shows a slow-network notice', async ({
  expectedTroubles,
  visit,
}) => {
  // Calls under way time out when the clock jumps.
  expectedTroubles.push(/\[scantix\] api_call .*"status":0,/);
  const asked: Route[] = [];
  const { page } = await visit({
    signedIn: true,
    config: { FEATURE_FLAGS: { ENABLE_NETWORK_SPEED_MONITORING: true } },
    clock: true,
    prepare: async ({ context, page: opening }) => {
      await context.route('**/healthz', (route) => void asked.push(route));
      // From here on the page's time passes only when the test lets it.
      await opening.clock.pauseAt(Date.now() + 60_000);
    },
  });
  const notice = page.getByText(/Slow network: an answer takes/);
  // In small steps: what passes after the first measurement has begun counts as its time.
  await expect(async () => {
    await page.clock.runFor(100);
    expect(asked).toHaveLength(1);
  }).toPass({ intervals: [50] });
  await expect(page.getByText('Last scans')).toBeVisible();

  /** Answers the measurement under way after `ms` of the page's time, and begins the next. */
  async function answerAfter(ms: number): Promise<void> {
    const count = asked.length;
    await page.clock.runFor(ms);
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/healthz'));
    await asked.at(-1)?.fulfill({ body: 'ok' });
    await answered;
    await runTasks(page);
    await page.clock.runFor(30_000 - ms);
    await expect.poll(() => asked.length).toBe(count + 1);
  }

  await answerAfter(1_500);
  await answerAfter(1_500);
  await expect(notice).toHaveCount(0);
  await answerAfter(1_500);
  await expect(notice).toHaveText(/an answer takes 1\.[5-9]\u00a0s$/);
  await answerAfter(200);
  await answerAfter(200);
  await expect(notice).toHaveCount(0);
});

test('[9.7] without ENABLE_NETWORK_SPEED_MONITORING the round trip is not measured', async ({
  expectedTroubles,
  visit,
}) => {
  // Calls under way time out when the clock jumps.
  expectedTroubles.push(/\[scantix\] api_call .*"status":0,/);
  const asked: string[] = [];
  const { page } = await visit({
    signedIn: true,
    clock: true,
    prepare: async ({ context }) => context.on('request', (request) => asked.push(request.url())),
  });
  await expect(page.getByText('Last scans')).toBeVisible();
  await page.clock.runFor(120_000);
  await runTasks(page);
  expect(asked.filter((url) => url.endsWith('/healthz'))).toEqual([]);
});
