import type { Page } from '@playwright/test';
import {
  createForeignAuthServer,
  type ForeignAuthServer,
  type ForeignErrors,
  serveOverHttp,
} from '@scantix/auth-session/testing';
import { answer } from './support/answer.ts';
import { startBackend } from './support/backend.ts';
import { openScanner, signIn, typeCode, verdict } from './support/clerk.ts';
import { trySignIn } from './support/faults.ts';
import { test as base, expect } from './support/test.ts';
import { follow, passFlushInterval, readStorage } from './support/visit.ts';

const ADA = { username: 'ada', password: 'secret', name: 'Ada Lovelace' };
const ERRORS = ['text', 'html', 'json'] as const;
/** What the device knows of the domain from an earlier day. */
const GATE = { id: '01934c5e-7a10-7000-8000-00000000000a', name: 'North gate' };
const KNOWN_GATE = { scannerCheckpoint: JSON.stringify({ domain: 'north', checkpoint: GATE }) };

interface ForeignServer extends ForeignAuthServer {
  /** Its address with its base path. */
  readonly baseUrl: string;
}

/** Another maker's servers, one for each wording of errors: section 7 of the specification and nothing else. */
const test = base.extend<object, { foreign: Readonly<Record<ForeignErrors, ForeignServer>> }>({
  foreign: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list
    async ({}, use) => {
      const opened = await Promise.all(
        ERRORS.map(async (errors) => {
          const foreign = createForeignAuthServer({ basePath: '/gate/api', errors });
          const socket = await serveOverHttp(foreign.handle);
          return { errors, socket, server: { ...foreign, baseUrl: `${socket.origin}/gate/api` } };
        }),
      );
      const servers = opened.map(({ errors, server }) => [errors, server]);
      await use(Object.fromEntries(servers) as Record<ForeignErrors, ForeignServer>);
      for (const { socket } of opened) await socket[Symbol.asyncDispose]();
    },
    { scope: 'worker' },
  ],
  // Our backend serves the page; its policy lets the page call the other servers.
  backend: [
    async ({ database, beginsAt, collector, foreign }, use) => {
      const others = Object.values(foreign).map(({ baseUrl }) => new URL(baseUrl).origin);
      const backend = await startBackend({ database, beginsAt, connectSources: [collector.origin, ...others] });
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const waiting = (page: Page) => page.locator('.app-stat').filter({ hasText: 'Waiting' }).locator('.app-stat__value');

for (const errors of ERRORS) {
  test(`[7.1][7.3][7.4] with a server that has the calls of section 7 alone and errors in ${errors}, the app signs in, each view tells what it cannot show, and signs out`, async ({
    expectedTroubles,
    foreign,
    visit,
  }) => {
    expectedTroubles.push(/status of 40[14]/, /\[scantix\] login-failed /);
    const { page, context } = await visit({ config: { API_BASE_URL: foreign[errors].baseUrl } });
    await trySignIn(page, { ...ADA, password: 'wrong' });
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password. Please try again.');
    await signIn(page, ADA);
    expect(JSON.parse((await readStorage(page)).userData ?? '')).toMatchObject({ id: '4711', clerk: 'ada' });

    await expect(page.getByRole('combobox', { name: 'Checkpoint' })).toHaveText('Cannot be loaded now');
    await follow(page, '/results');
    await expect(page.getByText('This device only')).toBeVisible();
    await expect(page.getByText('The server did not answer as it should.')).toBeVisible();
    await follow(page, '/reports');
    await expect(page.getByText('The server did not answer as it should.')).toBeVisible();
    await follow(page, '/scan-result/NO-TICKET');
    await expect(page.getByRole('heading', { name: "Can't look up this code right now" })).toBeVisible();
    await follow(page, '/settings');
    await expect(page.getByRole('combobox', { name: 'Checkpoint' })).toHaveText('Cannot be loaded now');
    await openScanner(page);
    await typeCode(page, 'NO-CHECKPOINT');
    const toast = page.locator('.stx-toast').filter({ hasText: 'Not recorded: scan again' });
    await expect(toast).toContainText('The checkpoints cannot be loaded');

    const before = await readStorage(page);
    await page.evaluate(() => dispatchEvent(new Event('token-refresh-needed')));
    await expect.poll(async () => (await readStorage(page)).authToken).not.toBe(before.authToken);
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const ended = context.waitForEvent('response', (response) => response.url().endsWith('/v0/auth/logout'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect((await ended).status()).toBe(204);
    await expect(page).toHaveURL(/\/login$/);
    expect(Object.keys(await readStorage(page))).not.toContain('authToken');
  });
}

test('scans wait in the outbox while the server lacks their call, over a sign-out and a sign-in', async ({
  expectedTroubles,
  foreign,
  visit,
}) => {
  expectedTroubles.push(/status of 404/);
  const { page } = await visit({ config: { API_BASE_URL: foreign.html.baseUrl }, storage: KNOWN_GATE });
  await signIn(page, ADA);
  await openScanner(page);
  await typeCode(page, 'FOREIGN-1');
  await expect(verdict(page, 'Undecided')).toBeVisible();
  await expect.poll(() => foreign.html.unknownCalls).toContain('POST /scantix/v0/scanner/scans');
  await follow(page, '/');
  await expect(waiting(page)).toHaveText('1');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Sign out with 1 scan waiting?');
  await answer(page, 'Sign out');
  await signIn(page, ADA);
  await expect(waiting(page)).toHaveText('1');
});

test("[3.1] the log names the five fields of the user and none of the server's own", async ({
  expectedTroubles,
  foreign,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/status of 404/);
  const { page } = await visit({
    config: { API_BASE_URL: foreign.json.baseUrl, ...telemetry.axiom },
    clock: true,
  });
  await signIn(page, ADA);
  await passFlushInterval(page);
  const { user } = await telemetry.event('user_identified');
  expect(user).toEqual({ id: '4711', clerk: 'ada', userName: 'Ada Lovelace', domain: 'north', workgroup: '' });
});
