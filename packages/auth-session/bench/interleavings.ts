import { runBench } from '../../../scripts/bench/run-bench.ts';
import { interleavings } from './interleavings-model.ts';

/** The orders wait for timers most of the time: many at once cost no more time. */
const AT_ONCE = 50;

await runBench('Session: interleavings', async ({ size, say, check }) => {
  for (const { title, tryOrders } of interleavings) {
    const orders = size(10_000, 500);
    const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => tryOrders(orders / AT_ONCE)));
    const broken = results.filter((result) => result.status === 'rejected');
    for (const { reason } of broken.slice(0, 1)) say(String(reason));
    check(`breaks of: ${title}`, { over: `${orders} interleavings`, measured: broken.length, target: { is: 0 } });
  }
});
