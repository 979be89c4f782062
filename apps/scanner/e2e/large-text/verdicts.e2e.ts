import { showIn } from '../checks/language.ts';
import { eachLanguageAndSize, eachSize } from '../checks/sizes.ts';
import { wordsOutside } from '../checks/words.ts';
import { stopTheClock } from '../states/view-state.ts';
import { signInByApi } from '../support/api-clerk.ts';
import { typeCode, verdict } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';
import { HELD } from '../support/visit.ts';

const EVERY_BUTTON = { ENABLE_MULTI_LANGUAGE: true, ENABLE_ADVANCED_SCANNING: true };

test('a verdict has the width of its picture, in every language', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true, config: { FEATURE_FLAGS: EVERY_BUTTON } });
  await typeCode(page, 'HL-2026-0011');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await eachLanguageAndSize(page, { '100%': [320, 600, 1024], '200%': [390, 820, 1024, 1440] }, async (at) => {
    const beyond = await page.locator('.app-verdict').evaluate((band) => band.scrollWidth - band.clientWidth);
    expect(beyond, at).toBe(0);
  });
});

test('the word of a verdict is in one line on Scan Result, whatever the size of the text', async ({ visit }) => {
  const { page } = await visit({ path: '/scan-result/LARGE-TEXT', signedIn: true });
  const word = page.locator('.app-verdict__word');
  await expect(word).toBeVisible();
  await showIn(page, 'de');
  await expect(word).toContainText('Abgelehnt');
  await eachSize(page, { '100%': [390, 1024], '200%': [320, 390, 1024, 1440] }, async (at) => {
    const lines = await word.evaluate((element) => {
      const range = document.createRange();
      range.selectNode(document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element);
      return range.getClientRects().length;
    });
    expect(lines, at).toBe(1);
  });
});

test('on Scan Result times are beside or below the words of the history, and buttons hold theirs', async ({
  visit,
}) => {
  const { page } = await visit({
    path: '/scan-result/HL-2026-0011',
    signedIn: true,
    config: { FEATURE_FLAGS: EVERY_BUTTON },
  });
  await expect(page.getByRole('region', { name: 'This code' }).getByRole('listitem').first()).toBeVisible();
  await eachLanguageAndSize(page, { '100%': [320, 1024], '200%': [320, 390, 1024] }, async (at) => {
    const over = await page.locator('.app-timeline > li, .stx-actions > *').evaluateAll((all) =>
      all.flatMap((element) => {
        const [words, time] = [...element.querySelectorAll('span, time')].map((part) => part.getBoundingClientRect());
        const isCovered = words && time && words.right > time.left && words.bottom > time.top;
        return isCovered || element.scrollWidth > element.clientWidth ? [element.textContent] : [];
      }),
    );
    expect(over, at).toEqual([]);
  });
});

test('the name of the button that copies a code is whole', async ({ visit }) => {
  const { page } = await visit({ path: '/scan-result/LARGE-TEXT', signedIn: true });
  await page.getByRole('button', { name: 'Copy the code' }).hover();
  const bubble = page.locator('.app-code .stx-tooltip__bubble');
  await expect(bubble).toBeVisible();
  expect(await wordsOutside(page, '.app-code .stx-tooltip__bubble')).toEqual([]);
});

test('beside Undo, the last scan has room for a name on the narrowest phone', async ({ backend, visit }) => {
  const barcode = `BESIDE-UNDO-${backend.now()}`;
  await (await signInByApi(backend.origin)).importTickets([{ barcode, holder: 'Yusuf Demir' }]);
  const viewport = { width: 320, height: 640 };
  const { page } = await visit({ path: '/scanner', signedIn: true, viewport, storage: HELD, clock: true });
  await typeCode(page, barcode);
  await expect(verdict(page, 'Accepted')).toBeVisible();
  await stopTheClock(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(await wordsOutside(page, '.app-last .stx-row__body > *')).toEqual([]);
});

test('a holder and a ticket of many words leave the first scan and the code in sight', async ({ backend, visit }) => {
  const barcode = `MANY-WORDS-${backend.now()}`;
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([
    { barcode, holder: 'Donaudampfschiff'.repeat(15), type: 'Generalversammlung '.repeat(10) },
  ]);
  await clerk.scan(barcode, backend.now());
  const { page } = await visit({ path: '/scanner', signedIn: true });
  await typeCode(page, barcode);
  await expect(verdict(page, 'Refused')).toBeVisible();
  const buttons = await page.locator('.app-verdict__go').boundingBox();
  const code = await page.locator('.app-verdict__facts').getByText(barcode).boundingBox();
  expect((code?.y ?? Number.NaN) + (code?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
});

const NOTE = 'Ask for the wristband of the accompanying adult. ';
for (const { path, note } of [
  { path: '/scanner', note: NOTE.repeat(5) },
  { path: '/scanner?view=glance', note: NOTE },
  { path: '/scanner?view=glance', note: NOTE.repeat(5) },
]) {
  test(`the longest name and ${note.length} characters of note leave the buttons in sight at ${path}`, async ({
    backend,
    visit,
  }) => {
    const barcode = `LONGEST-NAME-${backend.now()}`;
    await (await signInByApi(backend.origin)).importTickets([{ barcode, holder: '東京都渋谷区'.repeat(40), note }]);
    const { page } = await visit({ path, signedIn: true, storage: HELD });
    await typeCode(page, barcode);
    await expect(verdict(page, 'Attention')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
    // At a glance, many words scroll.
    await page.locator('.app-verdict').evaluate((band) => band.scrollTo(0, band.scrollHeight));
    await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
    const buttons = await page.locator('.app-verdict__go').boundingBox();
    const words = await page.getByText(note.trim()).boundingBox();
    expect((words?.y ?? Number.NaN) + (words?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
  });
}
