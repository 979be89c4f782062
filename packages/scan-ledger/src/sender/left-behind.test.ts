import { expect, test, vi } from 'vitest';
import { read } from '../testing/create-world.ts';
import { createFakeScanLedger } from '../testing/index.ts';

test('a scan that waits for an earlier one of its barcode is sent as soon as that is answered, though nobody asks', async () => {
  const { ledger, server } = createFakeScanLedger();
  await ledger.start();
  const answers: (() => void)[] = [];
  // As many calls as may run for which nobody waits.
  for (let call = 0; call < 4; call += 1) {
    server.next(
      ({ handle }) =>
        new Promise((resolve) => {
          answers.push(() => resolve(handle()));
        }),
    );
  }
  for (const barcode of ['A', 'B', 'C', 'D']) await ledger.record(read(barcode));
  await server.called(4);
  const { scan } = await ledger.record(read('A'));
  answers[0]?.();
  await vi.waitFor(() => expect(server.recorded.has(scan.id)).toBe(true));
  for (const answer of answers) answer();
  await ledger.stop();
});
