import type { Page } from '@playwright/test';
import { signIn } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { readStorage } from './support/visit.ts';

const answerOf = (page: Page, path: string) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === path);

/** Loads the page anew with an access token that has expired. */
async function refreshAtStart(page: Page) {
  await page.evaluate(() => localStorage.setItem('tokenExpiration', '1'));
  const refreshed = answerOf(page, '/v0/auth/refresh');
  await page.reload();
  const answer = await refreshed;
  // Until the page has stored the new tokens it would overwrite the next time that is set here.
  await expect.poll(async () => (await readStorage(page)).tokenExpiration).not.toBe('1');
  return answer;
}

test('a sign-in binds the session to a key of the browser: each refresh proves it, and copied tokens refresh nothing elsewhere', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 428/, /\[scantix\] session-refresh-failed/);
  const { page } = await visit({ path: '/login', ownContext: true });
  const registration = answerOf(page, '/v0/auth/device-key');
  await signIn(page);
  expect((await registration).status()).toBe(200);

  for (const _page of ['first', 'second']) {
    const answer = await refreshAtStart(page);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['scantix-device-key']).toBeUndefined();
    expect((await answer.request().allHeaders())['scantix-proof']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  }

  const copied = { ...(await readStorage(page)), tokenExpiration: '1' };
  const refused: number[] = [];
  const { page: thief } = await visit({
    ...{ path: '/', ownContext: true, storage: copied },
    prepare: async ({ page: other }) =>
      other.on('response', (answer) => {
        if (answer.url().endsWith('/v0/auth/refresh')) refused.push(answer.status());
      }),
  });
  await expect(thief).toHaveTitle('Sign In');
  expect(refused).toEqual([428, 428]);
  expect(await readStorage(thief)).not.toHaveProperty('refreshToken');
  expect((await refreshAtStart(page)).status()).toBe(200);
});
