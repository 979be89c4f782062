import { expect, test } from '../support/test.ts';
import { logPageViews, passFlushInterval, runTasks } from '../support/visit.ts';

for (const status of [500, 502, 503, 504]) {
  test(`[9.34][9.35] Logging service client: status ${status} retried once, after 1000 ms`, async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(
      new RegExp(`status of ${status} .*/ingest`),
      /^console\.error: \[scantix\] Failed to flush events/,
    );
    telemetry.answer({ status });
    const { page, troubles } = await visit({
      config: telemetry.axiom,
      clock: true,
      // From here on the page's time passes only when the test lets it.
      prepare: ({ page: opening }) => opening.clock.pauseAt(Date.now() + 60_000),
    });
    const attempts = () => telemetry.batches().length;
    const answers = () => troubles.filter((trouble) => trouble.includes(`status of ${status}`)).length;
    await expect(page).toHaveTitle('Sign In');
    // The first flush loads the client within half a second.
    await page.clock.runFor(5500);
    await expect.poll(answers).toBe(1);
    expect(attempts()).toBe(1);
    await runTasks(page);
    await page.clock.runFor(999);
    await runTasks(page);
    expect(attempts()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(attempts).toBe(2);
    await expect.poll(() => troubles.join()).toContain('Failed to flush events');
    expect(telemetry.batches()[1]?.body).toBe(telemetry.batches()[0]?.body);
    await page.clock.runFor(2500);
    await runTasks(page);
    expect(attempts()).toBe(2);
  });
}

test('[9.23][9.37] a rate limit: the cap holds, and a reset an hour away counts as 10 minutes', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/status of 429/, /Failed to flush events/);
  telemetry.answer({ status: 429, headers: { 'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + 3600) } });
  const { page, troubles } = await visit({ config: telemetry.axiom, clock: true });
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await passFlushInterval(page);
  await expect.poll(() => troubles.join()).toContain('api limit exceeded, try again in 10m0s');
  telemetry.answer(null);
  // On a slow machine the first batch leaves before the first page view is logged.
  const refused = telemetry.events().length;
  await logPageViews(page, 120);
  await page.clock.fastForward(590_000);
  // A batch would be under way now, and taken before this answer.
  await runTasks(page);
  await page.evaluate(() => fetch('/healthz'));
  expect(telemetry.batches()).toHaveLength(1);
  await page.clock.fastForward(10_000);
  await expect.poll(() => telemetry.batches().length).toBe(2);
  const delivered = telemetry.events().slice(refused);
  expect(delivered.length).toBeLessThanOrEqual(100);
  // What the leap in time broke off on a busy machine is an event, too.
  const further = troubles.filter((trouble) => /\[scantix\] (?!Failed to flush events)/.test(trouble));
  // `app_initialized`, the first page view and the 120.
  expect(delivered[0]?.properties.events_dropped).toBe(122 + further.length - delivered.length);
});

test('[9.36] Logging service client: status 204 returned as is', async ({ telemetry, visit }) => {
  telemetry.answer({ status: 204 });
  const { page } = await visit({ config: telemetry.axiom, clock: true });
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await passFlushInterval(page);
  await telemetry.event('page_view');
  await logPageViews(page, 1);
  await passFlushInterval(page);
  await expect.poll(() => telemetry.events('page_view').length).toBe(2);
  // Events accepted by a 204 are not sent again.
  const ids = telemetry.events().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

for (const { title, answer, message } of [
  {
    title:
      '[9.37] Logging service client: 429 rejected with a rate-limit error naming the limit type and time to reset',
    answer: () => ({ status: 429, headers: { 'X-IngestLimit-Reset': String(Math.floor(Date.now() / 1000) + 300) } }),
    message: /"message":"ingest limit exceeded, try again in (?:5m0|4m\d+)s"/,
  },
  {
    title: "[9.38] Logging service client: 401 rejected as 'Forbidden'",
    answer: () => ({ status: 401 }),
    message: /"message":"Forbidden"/,
  },
  {
    title: '[9.39] Logging service client: other statuses of 400 or above rejected with the message field of the body',
    answer: () => ({ status: 418, body: '{"code":7,"message":"this is a teapot"}' }),
    message: /"message":"this is a teapot"/,
  },
]) {
  test(title, async ({ expectedTroubles, telemetry, visit }) => {
    const refusal = answer();
    expectedTroubles.push(
      new RegExp(`status of ${refusal.status} .*/ingest`),
      /^console\.error: \[scantix\] Failed to flush events/,
    );
    telemetry.answer(refusal);
    const { page, troubles } = await visit({ config: telemetry.axiom, clock: true });
    await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
    await passFlushInterval(page);
    await expect.poll(() => troubles.join('\n')).toMatch(message);
  });
}
