import { readPoFile } from '@scantix/i18n/testing';
import { answerLogin, trySignIn } from '../support/faults.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';
import type { Visit } from '../support/visit.ts';

const INVALID = 'Invalid username or password. Please try again.';
const NETWORK = 'Network error. Please try again.';
const TIMEOUT = 'The request timed out. Please try again.';
const SERVER = 'Server error. Please try again later or contact support.';

interface LoginAnswer {
  readonly status: number;
  /** An object is sent as JSON, a text as a page. */
  readonly body: object | string;
}

/** Answers one sign-in after the other and reads the message of each. */
async function readMessages({ page, context }: Visit, answers: readonly LoginAnswer[]): Promise<string[]> {
  const messages: string[] = [];
  for (const answer of answers) {
    await answerLogin(context, answer.status, answer.body);
    // By their names: the labels depend on the language.
    await page.locator('[name="username"]').fill('m.okafor');
    await page.locator('[name="password"]').fill('whatever');
    await page.locator('button[type="submit"]').click();
    messages.push((await page.getByRole('alert').textContent()) ?? '');
    // The next message may be the same: wait until this one is gone.
    await page.reload();
  }
  return messages;
}

const PAGE = '<!doctype html><title>Unauthorized network timeout 500</title>';
const REFUSED = /status of (?:4|5)\d\d .*\/v0\/auth\/login|\[scantix\] login-failed /;
/** What the log says of a success that is none. */
const UNUSABLE = /\[scantix\] answer-unusable /;

test.describe('Login messages are chosen by case-insensitive substring of the error:', () => {
  const ROWS = [
    {
      row: '[8.1][8.2] unauthorized, invalid credentials, authentication failed',
      parts: ['unauthorized', 'invalid credentials', 'authentication failed'],
      message: INVALID,
    },
    { row: '[8.1][8.3] network, fetch', parts: ['network', 'fetch'], message: NETWORK },
    { row: '[8.1][8.4] timeout', parts: ['timeout'], message: TIMEOUT },
    { row: '[8.1][8.5] server error, 500', parts: ['server error', '500'], message: SERVER },
  ] as const;

  for (const { row, parts, message } of ROWS) {
    test(`${row} | ${message}`, async ({ expectedTroubles, visit }) => {
      expectedTroubles.push(REFUSED);
      const opened = await visit({ path: '/login' });
      const answers = parts.flatMap((part) => [
        { status: 401, body: { message: part } },
        { status: 200, body: { success: false, message: `Some ${part.toUpperCase()} happened` } },
        { status: 503, body: { success: false, code: 'unavailable', message: `${part}!` } },
      ]);
      expect(await readMessages(opened, answers)).toEqual(answers.map(() => message));
    });
  }

  for (const { title, answers } of [
    {
      title: '[8.1][8.2] a refusal without a JSON message is told by its status and reason phrase | 401 Unauthorized',
      answers: [
        [401, PAGE, INVALID],
        [401, { error: 'no' }, INVALID],
        [401, { success: false, message: '' }, INVALID],
      ],
    },
    {
      title: '[8.1][8.4] a refusal without a JSON message | 408 Request Timeout, 504 Gateway Timeout',
      answers: [
        [408, PAGE, TIMEOUT],
        [504, PAGE, TIMEOUT],
      ],
    },
    {
      title: '[8.1][8.5] a refusal without a JSON message | 500 Internal Server Error',
      answers: [
        [500, PAGE, SERVER],
        [500, { error: 'no' }, SERVER],
      ],
    },
    {
      title: '[8.3] a page in place of the answer, with status 200 | Network error. Please try again.',
      answers: [[200, PAGE, NETWORK]],
    },
    {
      title: '[8.6] otherwise | the server message',
      answers: [
        [200, { success: false, message: 'The gate is closed today' }, 'The gate is closed today'],
        [423, { message: 'Locked until 8:00' }, 'Locked until 8:00'],
      ],
    },
    {
      title: "[8.7] otherwise | 'Login failed'",
      answers: [
        [400, { success: false, message: '' }, 'Login failed'],
        [403, PAGE, 'Login failed'],
        [502, PAGE, 'Login failed'],
      ],
    },
    {
      title: "[8.8] otherwise | 'Authentication failed'",
      answers: [
        [200, { success: false }, 'Authentication failed'],
        [200, {}, 'Authentication failed'],
      ],
    },
  ] as const) {
    test(title, async ({ expectedTroubles, visit }) => {
      expectedTroubles.push(REFUSED);
      if (answers.some(([status]) => status === 200)) expectedTroubles.push(UNUSABLE);
      const opened = await visit({ path: '/login' });
      const messages = await readMessages(
        opened,
        answers.map(([status, body]) => ({ status, body })),
      );
      expect(messages).toEqual(answers.map(([, , message]) => message));
    });
  }

  for (const [what, thrown] of [
    ['not an Error', "'nobody expected this'"],
    ['an Error that no row matches', "new Error('nobody expected this')"],
  ]) {
    test(`[8.9] otherwise | 'An unknown error occurred': ${what}`, async ({ expectedTroubles, visit }) => {
      expectedTroubles.push(/\[scantix\] login-(?:broken|failed) /);
      const { page } = await visit({
        prepare: ({ page: opening }) =>
          opening.addInitScript(`Object.defineProperty(navigator, 'language', { get() { throw ${thrown}; } });`),
      });
      await trySignIn(page);
      await expect(page.getByRole('alert')).toHaveText('An unknown error occurred');
    });
  }

  for (const language of ['de', 'es', 'fr']) {
    test(`[8.1] the text is matched before it is translated: ${language}`, async ({ expectedTroubles, visit }) => {
      expectedTroubles.push(REFUSED, UNUSABLE);
      const catalog = await readPoFile(new URL(`../../src/i18n/locales/${language}.po`, import.meta.url));
      const opened = await visit({
        path: '/login',
        locale: language,
        config: { FEATURE_FLAGS: { ENABLE_MULTI_LANGUAGE: true } },
      });
      await expect(opened.page.locator('html')).toHaveAttribute('lang', language);
      const answers = [
        [{ status: 401, body: { message: 'Unauthorized' } }, INVALID],
        [{ status: 404, body: PAGE }, 'Login failed'],
        [{ status: 408, body: PAGE }, TIMEOUT],
        [{ status: 500, body: 'Internal Server Error' }, SERVER],
        [{ status: 200, body: PAGE }, NETWORK],
        [{ status: 200, body: { success: false } }, 'Authentication failed'],
        [{ status: 403, body: { success: false, message: 'Am Tor 7 geschlossen' } }, 'Am Tor 7 geschlossen'],
      ] as const;
      const messages = await readMessages(
        opened,
        answers.map(([answer]) => answer),
      );
      const inEnglish = [...new Set([INVALID, TIMEOUT, SERVER, NETWORK, 'Login failed', 'Authentication failed'])];
      expect(messages).toEqual(answers.map(([, text]) => catalog[text] ?? text));
      expect(messages.filter((message) => inEnglish.includes(message))).toEqual([]);
    });
  }
});

test.describe('and the same of the real server and the real network:', () => {
  test('[8.2] a wrong password | Invalid username or password. Please try again.', async ({
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(/status of 401 .*\/v0\/auth\/login/, /\[scantix\] login-failed /);
    const { page } = await visit();
    await trySignIn(page, { username: 'm.okafor', password: 'wrong', name: '' });
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password. Please try again.');
  });

  test('[8.3] no network | Network error. Please try again.', async ({ expectedTroubles, visit }) => {
    // What Sign In loads behind itself may still be on its way.
    expectedTroubles.push(
      /net::ERR_INTERNET_DISCONNECTED .*(\/v0\/auth\/login|\/assets\/)/,
      /\[scantix\] login-failed /,
    );
    const { page, context } = await visit();
    await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
    await context.setOffline(true);
    await trySignIn(page);
    await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
  });

  test('[8.4] no answer | The request timed out. Please try again.', async ({ expectedTroubles, visit }) => {
    expectedTroubles.push(/\[scantix\] (?:api_call .*"status":0|login-failed )/);
    const { page, context } = await visit({ clock: true });
    await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
    const sent = page.waitForRequest('**/v0/auth/login');
    await context.route('**/v0/auth/login', () => new Promise<void>(() => {}));
    await trySignIn(page);
    await sent;
    await page.clock.fastForward(15_000);
    await expect(page.getByRole('alert')).toHaveText('The request timed out. Please try again.');
  });

  test('[8.6] too many attempts | the server message', async ({ backend, expectedTroubles, visit }) => {
    expectedTroubles.push(/status of 4(?:01|29) .*\/v0\/auth\/login/, /\[scantix\] login-failed /);
    const { page } = await visit();
    const username = 'somebody.who.guesses';
    await page.evaluate(
      async ([origin, clerk, device_id]) => {
        const device_info = {
          deviceType: 'Mac',
          deviceOS: 'macOS',
          deviceBrowser: 'Safari',
          deviceString: 'Mac (Safari)',
          deviceCategory: 'desktop',
          language: 'en',
          screenResolution: '1x1',
        };
        const body = JSON.stringify({ clerk, password: 'guess', remember_me: false, device_id, device_info });
        const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
        await Promise.all(Array.from({ length: 10 }, () => fetch(`${origin}/v0/auth/login`, init)));
      },
      [backend.origin, username, KNOWN_DEVICE.deviceId] as const,
    );
    // Some of more than ten simultaneous calls may be refused; these use up the rest of the account's limit.
    await expect(async () => {
      await trySignIn(page, { username, password: 'guess', name: '' });
      await expect(page.getByRole('alert')).toContainText('Too many sign-in attempts. Please wait and try again.', {
        timeout: 1000,
      });
    }).toPass();
  });
});
