import type { Page } from '@playwright/test';
import { hold } from './states/view-state.ts';
import { signInByApi } from './support/api-clerk.ts';
import { typeCode, verdict } from './support/clerk.ts';
import { burst } from './support/hardware-scanner.ts';
import { expect, test } from './support/test.ts';
import { HELD } from './support/visit.ts';

/** Records the live regions that enter the page with such words: not every screen reader says those. */
const watchRegions = (page: Page, words = '^(Accepted|Refused)') =>
  page.addInitScript((pattern) => {
    const filled: string[] = [];
    Object.assign(window, { filled });
    new MutationObserver((mutations) => {
      for (const node of mutations.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const regions = [node, ...node.querySelectorAll('*')].filter((part) =>
          part.matches('[role=status], [role=alert]'),
        );
        filled.push(...regions.map(({ textContent }) => textContent).filter((text) => new RegExp(pattern).test(text)));
      }
    }).observe(document, { childList: true, subtree: true });
  }, words);

for (const [where, path] of [
  ['over the camera', '/scanner'],
  ['in Glance', '/scanner?view=glance'],
] as const) {
  test(`the live region of a verdict ${where} is there before its words`, async ({ backend, visit }) => {
    const barcode = `LIVE-${where}`;
    const clerk = await signInByApi(backend.origin);
    await clerk.importTickets([{ barcode, holder: 'Ottilie Brandvold', type: 'Weekend pass' }]);
    const prepare = (made: { page: Page }) => watchRegions(made.page);
    const { page } = await visit({ path, signedIn: true, storage: HELD, prepare });
    for (const [code, word] of [
      [barcode, 'Accepted'],
      [`NOT-${barcode}`, 'Refused'],
    ] as const) {
      await typeCode(page, code);
      await expect(verdict(page, word)).toBeVisible();
      await expect(verdict(page, word)).toHaveCount(1);
      await page.getByRole('button', { name: 'Next' }).click();
    }
    expect(await page.evaluate(() => (window as unknown as { filled: string[] }).filled)).toEqual([]);
  });
}

test('the live region of an acceptance that comes after an undecided verdict is there before its words', async ({
  backend,
  visit,
}) => {
  const barcode = `LIVE-LATE-${test.info().repeatEachIndex}`;
  await (await signInByApi(backend.origin)).importTickets([{ barcode, holder: 'Ottilie Brandvold' }]);
  const answered = Promise.withResolvers<void>();
  const { page } = await visit({
    ...{ path: '/scanner', signedIn: true, ownContext: true, storage: HELD },
    async prepare(made) {
      await watchRegions(made.page);
      await hold('**/tickets/v0/snapshot**')(made);
      await made.context.route('**/scanner/scans', async (route) => {
        await answered.promise;
        await route.continue();
      });
    },
  });
  await typeCode(page, barcode);
  await expect(verdict(page, 'Undecided')).toBeVisible();
  answered.resolve();
  await expect(verdict(page, 'Accepted')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { filled: string[] }).filled)).toEqual([]);
});

test('the live region of a code that a hardware scanner reads on another view is there before its words', async ({
  backend,
  visit,
}) => {
  const barcode = `LIVE-BURST-${test.info().repeatEachIndex}`;
  await (await signInByApi(backend.origin)).importTickets([{ barcode, holder: 'Ottilie Brandvold' }]);
  const { page } = await visit({ path: '/', signedIn: true, prepare: (made) => watchRegions(made.page) });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await burst(page, barcode);
  await expect(verdict(page, 'Accepted')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { filled: string[] }).filled)).toEqual([]);
});

test('the live region of a stream is there before the words of its ribbon, and says that an entry is undone', async ({
  backend,
  visit,
}) => {
  const barcode = `LIVE-STREAM-${test.info().repeatEachIndex}`;
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode, holder: 'Ottilie Brandvold', type: 'Weekend pass' }]);
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    config: { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } },
    storage: { scannerStream: 'true' },
    prepare: (made) => watchRegions(made.page),
  });
  await typeCode(page, barcode);
  const region = page.getByRole('status').filter({ hasText: 'Ottilie Brandvold' });
  await expect(region).toHaveText('Accepted Ottilie Brandvold Weekend pass');
  expect(await page.evaluate(() => (window as unknown as { filled: string[] }).filled)).toEqual([]);
  // The ribbon comes back, and would be taken for the answer to what was typed.
  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Ottilie Brandvold')).toBeVisible();
  await expect(region).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(region).toContainText('Undone');
  // Nor is the entry that was taken back said as accepted.
  const said = await page.evaluateHandle(() => {
    const texts: (string | null)[] = [];
    new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations)
        if (addedNodes.length > 0 && (target as Element).closest?.('[role=status]')) texts.push(target.textContent);
    }).observe(document, { childList: true, subtree: true });
    return texts;
  });
  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.app-ribbon')).toContainText('Undone');
  expect(((await said.jsonValue()) as string[]).filter((text) => text.includes('Ottilie'))).toEqual([]);
});

test('the live region of the camera is there before its hints and before a pause', async ({ visit }) => {
  const hint = 'Centre the code';
  const { page } = await visit({
    ...{ path: '/scanner', signedIn: true, clock: true },
    prepare: (made) => watchRegions(made.page, `^(${hint}|Camera paused)`),
  });
  const region = page.getByRole('status');
  await expect(region.filter({ hasText: 'Point at a code' })).toBeVisible();
  await page.clock.runFor(4_000);
  await expect(region.filter({ hasText: hint })).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(region.filter({ hasText: 'Camera paused' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { filled: string[] }).filled)).toEqual([]);
});
