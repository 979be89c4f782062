import { openScanner, signInIfAsked } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { listenForTick } from './support/tick.ts';

const CASES = [
  { title: 'with the network up', code: 'KILLED-NETWORK-UP', networkUp: true },
  { title: 'with the network down', code: 'KILLED-NETWORK-DOWN', networkUp: false },
];

for (const { title, code, networkUp } of CASES) {
  test(`a browser killed right after the tick ${title} delivers the scan once after its restart`, async ({
    backend,
    expectedTroubles,
    open,
  }) => {
    // The request leaves with the record, and may end before the browser does.
    if (!networkUp) expectedTroubles.push(/net::ERR_FAILED .*\/scanner\/scans\)/);
    const camera = [
      { empty: true, seconds: 2 },
      { symbology: 'qr_code', text: code, seconds: 3 },
    ] as const;
    const first = await open({ camera, signedIn: true });
    if (!networkUp) await first.context.route('**/scanner/scans', (route) => route.abort());
    const { tick } = await listenForTick(first.page);
    await openScanner(first.page);
    await tick;
    await first.kill();

    const second = await open();
    await signInIfAsked(second.page);
    await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(1);
    await openScanner(second.page);
    await expect(second.page.getByRole('list', { name: 'Last scan' })).toContainText('Not a ticket for this event');
    expect(await serverRecords(backend.origin, code)).toHaveLength(1);
  });
}
