import { eachLanguageAndSize, eachSize } from '../checks/sizes.ts';
import { wordsOutside } from '../checks/words.ts';
import { scanAtDesk } from '../states/steps.ts';
import { signInByApi } from '../support/api-clerk.ts';
import { expect, test } from '../support/test.ts';

test('names, reasons and times are whole where the window is narrow or the text is large', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await scanAtDesk(page, ['HL-2026-0011']);
  await page.goto('/results?search=HL-2026-0011');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await eachSize(page, { '100%': [320, 1024], '150%': [1440], '200%': [390, 1024, 1440] }, async (at) => {
    await expect(page.getByRole('row', { name: /Already used/ }).first()).toBeAttached();
    expect(await wordsOutside(page, '.app-log :is(a, .app-log__why, .app-log__time time)'), at).toEqual([]);
    const why = await page.locator('.app-log__why').first().boundingBox();
    expect(why?.width, at).toBeGreaterThan(90);
  });
});

test('the outcome of a scan is in one line, in every language', async ({ visit }) => {
  const { page } = await visit({
    path: '/results',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/scanner/scans/search', async (route) => {
        const response = await route.fetch();
        const { items, ...rest } = await response.json();
        const undone = { id: items[0].id, at: items[0].received_at, by: 'm.okafor' };
        await route.fulfill({
          response,
          json: {
            ...rest,
            items: items.map((item: object, index: number) => (index % 2 ? item : { ...item, undone })),
          },
        });
      }),
  });
  const outcomes = page.locator('.app-log__outcome > span');
  await expect(page.getByRole('row', { name: /Undone/ }).first()).toBeAttached();
  await eachLanguageAndSize(page, { '100%': [1024, 1180, 1280, 1440], '150%': [1440] }, async (at) => {
    const broken = await outcomes.evaluateAll((all) =>
      all.flatMap((word) => {
        const [{ top } = { top: 0 }, ...more] = word.getClientRects();
        const isBelow = top > (word.previousElementSibling?.getBoundingClientRect().bottom ?? 0);
        const cell = word.closest('td');
        const isCut = cell !== null && cell.scrollWidth > cell.clientWidth;
        return isBelow || isCut || more.length > 0 ? [word.textContent] : [];
      }),
    );
    expect(broken, at).toEqual([]);
  });
});

test('the reason and the checkpoint of a scan have room at each width of a desk', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true });
  await expect(page.getByRole('rowheader').first()).toBeAttached();
  await eachSize(page, { '100%': [1280, 1366, 1440, 1920] }, async (at) => {
    for (const part of ['why', 'checkpoint']) {
      const box = await page.locator(`.app-log__${part}`).first().boundingBox();
      expect(box?.width, `${part}, ${at}`).toBeGreaterThan(110);
    }
  });
});

test('at 1,440 px no name and no place of the demo is cut, and a title has what a narrower table cuts', async ({
  backend,
  visit,
}) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'LONG-NAME', holder: 'Alexandra Castellano' }]);
  await clerk.scan('LONG-NAME', Date.now());
  const { page } = await visit({ path: '/results', signedIn: true, viewport: { width: 1440, height: 900 } });
  const who = page.locator('.app-log__who').filter({ hasText: 'Alexandra Castellano' }).first();
  await expect(who).toHaveAttribute('title', 'Alexandra Castellano');
  const places = page.locator('.app-log__checkpoint').filter({ hasText: /^(Gate [ABC], |Backstage door$)/ });
  await expect(places.first()).toBeVisible();
  // Other tests scan longer codes, which stand in place of a name.
  for (const cell of [who, ...(await places.all())]) {
    const { text, isCut } = await cell.evaluate((cell) => ({
      text: cell.textContent,
      isCut: cell.scrollWidth > cell.clientWidth,
    }));
    expect(isCut, text).toBe(false);
  }
  await expect(page.locator('.app-log__checkpoint').first()).toHaveAttribute('title', /./);
});
