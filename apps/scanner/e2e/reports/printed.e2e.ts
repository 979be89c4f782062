import { expect, test } from '../support/test.ts';

test('a printed report names its period, and has no controls', async ({ visit }) => {
  const { page } = await visit({ path: '/reports?period=week', signedIn: true });
  await expect(page.getByText('Admitted, by checkpoint')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('7 days', { exact: true })).toBeVisible();
  await expect(page.getByText('30 days', { exact: true })).toBeHidden();
  const { buttons, links } = {
    buttons: page.getByRole('button'),
    links: page.getByRole('link', { name: 'All results' }),
  };
  await expect(buttons.or(links).filter({ visible: true })).toHaveCount(0);
});

test('a report is printed in the colours of the light theme', async ({ visit }) => {
  const { page } = await visit({ path: '/reports?period=week', signedIn: true, colorScheme: 'dark' });
  const title = page.getByText('Admitted, by checkpoint');
  await expect(title).toHaveCSS('color', 'rgb(237, 238, 240)');
  await page.emulateMedia({ media: 'print' });
  await expect(title).toHaveCSS('color', 'rgb(28, 32, 36)');
});

test('Reports print their figures alone, on a wide page too', async ({ visit }) => {
  const { page } = await visit({ path: '/reports', signedIn: true, viewport: { width: 1047, height: 740 } });
  const figures = page.getByText('Remaining', { exact: true });
  await expect(figures).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  // Behind the period.
  expect((await figures.boundingBox())?.y).toBeLessThan(150);
  expect(await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
});
