import { chooseCheckpoint, openScanner, SUPERVISOR, typeCode, verdict } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';
import { HELD } from '../support/visit.ts';

const GATE = 'Gate C, north';
const FOUR_MINUTES_MS = 4 * 60_000;

test('a supervisor sees a gate fall silent, and that it is back', async ({
  expectedTroubles,
  folder,
  open,
  startBackend,
}) => {
  // The server is away meanwhile, and the network of the gate.
  expectedTroubles.push(/net::ERR_/, /An unknown error occurred when fetching the script\./);
  // Three starts of a separate backend, whose clock moves between them.
  test.setTimeout(240_000);
  const first = await startBackend({ connectSources: [] });
  const { port, dataDir } = first;
  const gate = await open({ backend: first, signedIn: true, storage: HELD });
  await chooseCheckpoint(gate.page, GATE);
  await openScanner(gate.page);
  await typeCode(gate.page, 'HL-2026-0001');
  await expect(verdict(gate.page, 'Accepted')).toBeVisible();

  const desk = await open({
    backend: first,
    path: '/reports?show=gates',
    profile: `${folder}/desk`,
    viewport: { width: 1280, height: 800 },
    signedIn: true,
    clerk: SUPERVISOR,
    storage: { deviceId: '5555555555555555.desk' },
  });
  const card = desk.page.getByRole('region', { name: GATE });
  await expect(card.getByText('Live', { exact: true })).toBeVisible();
  await expect(card).toContainText('m.okafor · seen just now');

  // The network of the gate is gone for four minutes, and the one of the supervisor is not.
  await gate.context.setOffline(true);
  await first.stop({ keepData: true });
  const beginsAt = Date.now() + FOUR_MINUTES_MS;
  await startBackend({ connectSources: [], dataDir, port, beginsAt });
  await expect(card.getByText('Silent', { exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(card).toContainText(/m\.okafor · seen [45]\smin ago/);
  // It comes first: somebody should go there.
  await expect(desk.page.getByRole('main').getByRole('region').first()).toHaveAccessibleName(GATE);

  await gate.context.setOffline(false);
  await expect(card.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 });
});
