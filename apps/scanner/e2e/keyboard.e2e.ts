import type { Page } from '@playwright/test';
import { cut, NO_NETWORK } from './states/view-state.ts';
import { answer } from './support/answer.ts';
import { signInByApi } from './support/api-clerk.ts';
import { DEMO_CLERK, typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { HELD, type Visit, type VisitOptions } from './support/visit.ts';

/** Presses Tab until an element of that role and name has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(wanted).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [0] });
}

test('the whole job by keyboard alone: sign in, type a code, its verdict, Next, details, sign out', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/login' });
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await tabTo(page, 'textbox', 'Username');
  await page.keyboard.type(DEMO_CLERK.username);
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type(DEMO_CLERK.password);
  await page.keyboard.press('Enter');

  // A new view begins at its title.
  await expect(page.getByRole('heading', { level: 1, name: 'Scanner' })).toBeFocused();
  await tabTo(page, 'link', 'Scanner');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode Scanner' })).toBeFocused();

  const checkCode = async (code: string) => {
    await tabTo(page, 'button', 'Type the code');
    await page.keyboard.press('Space');
    await expect(page.getByRole('textbox', { name: 'Barcode' })).toBeFocused();
    await page.keyboard.type(code, { delay: 80 });
    await page.keyboard.press('Enter');
  };
  await tabTo(page, 'button', 'Type the code');
  await page.keyboard.press('Space');
  await tabTo(page, 'button', 'Cancel');
  await page.keyboard.press('Enter');
  // What was open and is gone leaves the focus to the title.
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode Scanner' })).toBeFocused();
  await checkCode('KEYBOARD-1');
  await expect(verdict(page, 'Refused')).toContainText('Not a ticket for this event');
  await tabTo(page, 'button', 'Next');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode Scanner' })).toBeFocused();

  await checkCode('KEYBOARD-2');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await tabTo(page, 'button', 'Details');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Raw code' })).toContainText('KEYBOARD-2');
  await expect(page.getByRole('heading', { level: 1, name: 'Scan Result' })).toBeFocused();

  await tabTo(page, 'button', 'Sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});

interface Press {
  readonly name: string;
  readonly visit: VisitOptions;
  /** Leads to the button. */
  readonly before?: (visit: Visit, code: string) => Promise<unknown>;
  /** Carries out what the press begins. */
  readonly after?: (visit: Visit) => Promise<unknown>;
  readonly troubles?: readonly RegExp[];
}

const SIGNED_IN = { signedIn: true, viewport: { width: 1280, height: 800 } } as const;

/** Presses that take their own button away. */
const PRESSES: readonly Press[] = [
  {
    name: 'Undo',
    visit: { ...SIGNED_IN, path: '/scanner', storage: HELD },
    async before({ page }, code) {
      await typeCode(page, code);
      await page.getByRole('button', { name: 'Details' }).click();
    },
    after: ({ page }) => answer(page, 'Take back'),
  },
  { name: 'Clear filters', visit: { ...SIGNED_IN, path: '/results?search=no-such-scan' } },
  {
    name: 'Clear filters',
    visit: { ...SIGNED_IN, path: '/results?outcome=refused' },
    before: ({ page }) => page.getByRole('button', { name: 'Filters', exact: true }).click(),
  },
  {
    name: 'Let in',
    visit: { ...SIGNED_IN, path: '/scanner', prepare: cut('**/tickets/v0/snapshot**') },
    async before({ page, context }, code) {
      await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
      await context.setOffline(true);
      await typeCode(page, code);
      await page.getByRole('button', { name: 'Details' }).click();
    },
    troubles: [NO_NETWORK],
  },
  {
    name: 'Use the camera',
    visit: {
      ...SIGNED_IN,
      path: '/scanner',
      prepare: ({ page }) =>
        page.addInitScript(() => {
          navigator.permissions.query = async () => ({ state: 'prompt' }) as PermissionStatus;
        }),
    },
  },
  { name: 'Leave Glance', visit: { ...SIGNED_IN, path: '/scanner?view=glance' } },
  {
    name: 'Allow',
    visit: {
      ...SIGNED_IN,
      path: '/settings',
      prepare: ({ page }) =>
        page.addInitScript(() => {
          let isPersistent = false;
          navigator.storage.persisted = async () => isPersistent;
          // The first request is the app's own.
          let requests = 0;
          navigator.storage.persist = async () => {
            requests += 1;
            isPersistent = requests > 1;
            return isPersistent;
          };
        }),
    },
  },
];

for (const [index, { name, visit: options, before, after, troubles = [] }] of PRESSES.entries()) {
  test(`${name}, which goes with its own press, leaves the focus to the title (${index + 1})`, async ({
    backend,
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(...troubles);
    const code = `PRESSED-${index}-${test.info().repeatEachIndex}`;
    await (await signInByApi(backend.origin)).importTickets([{ barcode: code, type: 'Day ticket' }]);
    const visited = await visit(options);
    await before?.(visited, code);
    const button = visited.page.getByRole('button', { name, exact: true });
    await button.focus();
    await visited.page.keyboard.press('Enter');
    await after?.(visited);
    await expect(button).toHaveCount(0);
    await expect(visited.page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

test('the focus on a verdict over the camera is seen, also where a result was opened before', async ({ visit }) => {
  const { page } = await visit({ path: '/scan-result/HL-2026-0016', signedIn: true, storage: HELD });
  await page.getByRole('link', { name: 'Next scan' }).click();
  await typeCode(page, 'FOCUS-ON-A-VERDICT');
  const band = page.locator('.app-verdict');
  await expect(band).toBeVisible();
  await page.keyboard.press('Tab');
  const next = page.getByRole('button', { name: 'Next' });
  await next.focus();
  await expect(next).toHaveCSS('outline-color', await band.evaluate((element) => getComputedStyle(element).color));
});
