import { burst } from './support/hardware-scanner.ts';
import { expect, test } from './support/test.ts';

test('a scan before the first configuration of a device waits for it', async ({ visit }) => {
  const configured = Promise.withResolvers<void>();
  const { page } = await visit({
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/config/v0/scanner', async (route) => {
        await configured.promise;
        await route.continue();
      }),
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Scanner' })).toBeVisible();
  await burst(page, 'FIRST-SCAN-OF-ALL');
  await expect(page.getByText('One moment: loading the checkpoints', { exact: true })).toBeVisible();
  configured.resolve();
  await expect(page).toHaveURL(/\/scan-result\/FIRST-SCAN-OF-ALL\?scan=/);
  await expect(page.getByText('Not recorded: scan again', { exact: true })).toHaveCount(0);
});
