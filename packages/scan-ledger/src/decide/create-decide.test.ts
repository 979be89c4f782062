import { expect, test } from 'vitest';
import { read } from '../testing/create-world.ts';
import { createFakeScanLedger, unreachable } from '../testing/index.ts';

test('while offline a verdict is pending as soon as sending has failed, not only when the budget ends', async () => {
  const { ledger, server } = createFakeScanLedger({
    surroundings: { isOnline: () => false, isVisible: () => true, onWake: () => () => {} },
    decisionBudgetMs: 1e9,
  });
  server.always(unreachable);
  await ledger.start();
  const { scan } = await ledger.record(read('A'));
  expect((await ledger.decide(scan.id)).certainty).toBe('pending');
  await ledger.stop();
});
