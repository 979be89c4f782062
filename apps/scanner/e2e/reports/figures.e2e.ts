import { expect, test } from '../support/test.ts';
import { NUMBERS } from './steps.ts';

for (const { numbers, change } of [
  {
    numbers: 'numbers in the millions',
    change: (answer: string) => answer.replaceAll(/"(admitted|inside|remaining)":([1-9]\d*)/g, (part) => `${part}0000`),
  },
  {
    numbers: 'decisions that take seconds',
    change: (answer: string) => answer.replace(/"decision_ms":(null|{.*?})/, '"decision_ms":{"p50":1234,"p95":12345}'),
  },
]) {
  test(`${numbers} are whole`, async ({ visit }) => {
    const { page } = await visit({
      path: '/reports?period=month',
      signedIn: true,
      prepare: ({ context }) =>
        context.route(NUMBERS, async (route) => {
          const answer = await (await route.fetch()).text();
          await route.fulfill({
            contentType: 'application/json',
            body: change(answer),
          });
        }),
    });
    await expect(page.locator('.app-plot__tag')).toBeVisible();
    for (const width of [390, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const outside = await page.locator('.app-stat__value, .app-plot__y').evaluateAll((numbers) =>
        numbers.flatMap((number) => {
          const range = document.createRange();
          range.selectNodeContents(number);
          const { left, right } = range.getBoundingClientRect();
          const box = number.closest('.app-stat, .app-chart')?.getBoundingClientRect();
          return box && left >= box.left && right <= box.right ? [] : [number.textContent];
        }),
      );
      expect(outside, String(width)).toEqual([]);
    }
  });
}

test('the axis of many days names each day once', async ({ visit }) => {
  const { page } = await visit({ path: '/reports?period=month', signedIn: true });
  await expect(page.locator('.app-plot__tag')).toBeVisible();
  const labels = await page.locator('.app-plot__x').allTextContents();
  const days = labels.filter((label) => label.includes('/'));
  expect(days).toEqual([...new Set(days)]);
});

test('what a newer server counts under a reason or code type of its own has a name', async ({ visit }) => {
  const { page } = await visit({
    path: '/reports',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/reports/breakdown?*', async (route) => {
        const response = await route.fetch();
        const { groups, ...others } = await response.json();
        const newer = { key: 'newer', name: 'newer', scans: 98_765, admitted: 98_765, refused: 98_765 };
        await route.fulfill({ response, json: { ...others, groups: [newer, ...groups] } });
      }),
  });
  const row = (card: string) => page.getByRole('region', { name: card }).getByRole('listitem').first();
  await expect(row('Refused, by reason')).toHaveText(/^Another reason\s*98,765$/);
  await expect(row('Admitted, by code type')).toHaveText(/^Not known\s*98,765$/);
});

test('where every code is accepted, nobody is said to be inside or to remain', async ({ visit }) => {
  const { page } = await visit({
    path: '/reports',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/config/v0/scanner', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ticketing: 'off' } });
      }),
  });
  for (const label of ['Inside', 'Remaining']) {
    await expect(page.locator('.app-stat').filter({ hasText: label })).toHaveText(`${label}–`);
  }
  await page.getByRole('link', { name: 'Live gates' }).click();
  await expect(page.getByText('In per minute').first()).toBeVisible();
  await expect(page.getByText(/^Inside:/)).toHaveCount(0);
});

test('a full place is called full, and not full in 0 minutes', async ({ visit }) => {
  const { page } = await visit({
    path: '/reports?show=gates',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/reports/gates', async (route) => {
        const response = await route.fetch();
        const {
          gates: [gate],
          ...live
        } = await response.json();
        const forecast = { kind: 'fills', from_minutes: 0, to_minutes: 0 };
        await route.fulfill({
          response,
          json: { ...live, gates: [{ ...gate, capacity: 700, inside: 700, forecast }] },
        });
      }),
  });
  await expect(page.getByText('Full', { exact: true })).toBeVisible();
  await expect(page.getByText(/At this pace/)).toHaveCount(0);
});
