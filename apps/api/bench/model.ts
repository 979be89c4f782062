import { runBench } from '../../../scripts/bench/run-bench.ts';
import { startModelApi } from './model/model-api.ts';
import { runModel } from './model/run-model.ts';

await runBench(
  'Ledger and API: model',
  async ({ size, say, check, option }) => {
    const seeds = option('seeds')?.split(',').map(Number) ?? [Date.now() % 1_000_000];
    const runs = Math.ceil(size(2_000, 20) / seeds.length);
    const api = await startModelApi();
    for (const seed of seeds) {
      say(`seed ${seed}`);
      const disagreement = await runModel(api, { runs, seed }).then(
        () => null,
        (error: Error) => error,
      );
      if (disagreement) say(`${disagreement.message}\n${disagreement.cause}`);
      check('disagreements with the reference model', {
        over: `seed ${seed}: ${runs} runs of up to 30 commands`,
        measured: disagreement ? 1 : 0,
        target: { is: 0 },
      });
    }
    await api.close();
  },
  { options: ['seeds'] },
);
