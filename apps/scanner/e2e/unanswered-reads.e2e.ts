import { expect, test } from './support/test.ts';

/** Longer than a view waits for an answer, 15 s, for its first call and for the one that repeats it. */
const TWO_WAITS_MS = 40_000;

const VIEWS = [
  { name: 'Reports', links: ['Reports'], fallback: 'The server cannot be reached', answer: 'Remaining' },
  {
    name: 'Live gates',
    links: ['Reports', 'Live gates'],
    fallback: 'Live gates need the server',
    answer: 'Last updated',
  },
  {
    name: 'Results',
    links: ['Reports', 'All results'],
    fallback: 'This device only',
    answer: /^(\d+:\d\d|No scans yet)/,
  },
];

for (const { name, links, fallback, answer } of VIEWS) {
  test(`${name} gives up a call without an answer, and tries again in place`, async ({ visit }) => {
    const { page } = await visit({ signedIn: true, clock: true });
    const main = page.getByRole('main');
    await expect(page.getByRole('link', { name: links[0] ?? '' }).first()).toBeVisible();
    await page.route('**/scantix/v0/**', () => {});
    for (const link of links) await page.getByRole('link', { name: link, exact: true }).first().click();
    const tryAgain = main.getByRole('button', { name: 'Try again' });
    await expect(async () => {
      await page.clock.runFor(TWO_WAITS_MS / 4);
      await expect(tryAgain).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(main.getByText(fallback).first()).toBeVisible();

    await tryAgain.click();
    await expect(tryAgain).toHaveAttribute('aria-busy', 'true');
    await expect(tryAgain).toBeFocused();
    await expect(main.getByText(fallback).first()).toBeVisible();

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.clock.runFor(TWO_WAITS_MS / 2);
    await expect(tryAgain).toHaveCount(0);
    await expect(main.getByText(answer).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}
