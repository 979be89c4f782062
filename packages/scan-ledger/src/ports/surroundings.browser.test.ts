import { expect, test } from 'vitest';
import { browserSurroundings } from '../index.ts';
import { ANNA, read } from '../testing/create-world.ts';
import { createFakeClock, createFakeScanLedger, unreachable } from '../testing/index.ts';

for (const [name, target] of [
  ['online', window],
  ['pageshow', window],
  ['visibilitychange', document],
] as const) {
  test(`${name} sends what waits at once, without a timer`, async () => {
    const clock = createFakeClock();
    const { ledger, server } = createFakeScanLedger({ clock, surroundings: browserSurroundings, owner: () => ANNA });
    server.always(unreachable);
    await ledger.start();
    await ledger.record(read('A'));
    await new Promise<void>((resolve) => {
      const stop = ledger.subscribe(() => {
        const { nextTryAt, sending } = ledger.getSnapshot();
        if (nextTryAt === null || sending) return;
        stop();
        resolve();
      });
    });
    server.always(null);
    target.dispatchEvent(new Event(name));
    await expect.poll(() => ledger.getSnapshot().waiting).toBe(0);
    await ledger.stop();
    const calls = server.calls.length;
    target.dispatchEvent(new Event(name));
    expect(server.calls.length).toBe(calls);
  });
}
