import { runBench } from '../../../scripts/bench/run-bench.ts';
import { runModel } from './model/run-model.ts';

await runBench('Ledger: model', async ({ size, say, check }) => {
  const runs = size(5_000, 300);
  const disagreement = await runModel(runs).then(
    () => null,
    (error: Error) => error,
  );
  if (disagreement) say(`${disagreement.message}\n${disagreement.cause}`);
  check('disagreements with the reference model', {
    over: `${runs} runs of up to 30 of {scan, undo, offline, online, kill, sign out, switch user, second tab, snapshot update}`,
    measured: disagreement ? 1 : 0,
    target: { is: 0 },
  });
});
