import type { Gates } from '@scantix/api-contract';
import { expect, test } from './support/test.ts';

const COUNT = 500;

/** Gates as a server with many of them tells them: every fiftieth is silent. */
function manyGates(): Gates {
  const at = new Date().toISOString();
  const idOf = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const gates = Array.from({ length: COUNT }, (_, index) => ({
    ...{ id: idOf(index), name: `Entrance ${index + 1}`, capacity: 400, inside: index % 400 },
    ...{ entered: index % 90, left: index % 30, refused: index % 11, forecast: null, last_scan_at: at },
    state: index % 50 === 49 ? ('silent' as const) : ('live' as const),
  }));
  const devices: Gates['devices'] = gates.map(({ id }, index) => ({
    ...{ id: `device-${index}`, name: `Phone ${index + 1}`, clerk: 'm.okafor', checkpoint_id: id, seen_at: at },
    ...{ waiting: 0, battery: 0.8, charging: false, tickets_at: at },
  }));
  return { as_of: at, minutes: 10, gates, devices };
}

test('of 500 gates a screen is shown, the silent ones first, then the full ones; the others by name or on demand', async ({
  visit,
}) => {
  const { page } = await visit({
    path: '/reports?show=gates',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/reports/gates', (route) => route.fulfill({ json: manyGates() })),
  });
  const cards = page.getByRole('main').getByRole('region');
  await expect(cards).toHaveCount(24);
  await expect(cards.first()).toHaveAccessibleName('Entrance 50');
  // Nine are silent and not full.
  await expect(cards.filter({ hasText: 'Nearly full' })).toHaveCount(15);
  await page.getByRole('button', { name: 'Show more: 24 of 500 are shown' }).click();
  await expect(cards).toHaveCount(48);
  await page.getByRole('searchbox', { name: 'Checkpoint' }).fill('ENTRANCE 487');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Phone 487');
  await page.getByRole('searchbox', { name: 'Checkpoint' }).fill('Entrance 501');
  await expect(page.getByText('No checkpoint matches')).toBeVisible();
});

test('the field that finds a gate stays while it has a text, though there are few gates by then', async ({ visit }) => {
  let count = 25;
  const { page } = await visit({
    path: '/reports?show=gates',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/reports/gates', (route) => {
        const { devices, ...live } = manyGates();
        // A device at a closed gate is at none.
        const left = devices
          .slice(0, count)
          .concat(devices.slice(count, 25).map((one) => ({ ...one, checkpoint_id: null })));
        return route.fulfill({ json: { ...live, gates: live.gates.slice(0, count), devices: left } });
      }),
  });
  const cards = page.getByRole('main').getByRole('region', { name: /^Entrance/ });
  const search = page.getByRole('searchbox', { name: 'Checkpoint' });
  await search.fill('Entrance 7');
  await expect(cards).toHaveCount(1);
  count = 24;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText('Phone 25')).toBeVisible();
  await search.fill('');
  await expect(cards).toHaveCount(24);
});
