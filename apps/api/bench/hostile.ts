import { type Bench, meets, runBench } from '../../../scripts/bench/run-bench.ts';
import { attack } from './hostile/attack.ts';
import { FAULTS, judge } from './hostile/judge.ts';

await runBench(
  'Hostile input',
  async (bench) => {
    const part = bench.option('part');
    const isSample = part === 'sample';
    const chosen = bench.option('database')?.split(',') ?? (isSample ? ['embedded'] : ['PostgreSQL', 'embedded']);
    const plant = bench.option('plant')?.split(',');
    const unknown = plant?.filter((name) => !(name in FAULTS));
    if (unknown?.length)
      throw new Error(`No such fault: ${unknown.join(', ')}. There are: ${Object.keys(FAULTS).join(', ')}.`);
    for (const kind of ['PostgreSQL', 'embedded'] as const) {
      if (!chosen.includes(kind)) continue;
      const seen = await attack(kind, {
        ...{ ...(plant && { plant }), say: bench.say, valuesOneOf: isSample ? 11 : bench.size(1, 11) },
        inputsOneOf: part === 'floods' ? 0 : isSample ? 5 : 1,
        floods: part === 'floods' || (part === undefined && !bench.short),
      });
      for (const { kind: what, input, what: said } of seen.findings.slice(0, 200))
        bench.say(`✗ ${what}: ${input}: ${said}`);
      for (const [figure, measurement] of judge(seen)) {
        // Beside other tests, a time says nothing of the server.
        const { target, ...rest } = measurement;
        bench.check(figure, isSample && figure === 'slowest /healthz' ? rest : measurement);
      }
    }
    if (!plant && part !== 'floods') await findPlanted(bench);
  },
  { options: ['database', 'part', 'plant'] },
);

/** Plants every fault in one server: each makes the figure of its own miss its target. */
async function findPlanted({ say, check }: Bench): Promise<void> {
  const plant = Object.keys(FAULTS);
  const seen = await attack('embedded', { plant, say, valuesOneOf: 11, inputsOneOf: 40, floods: false });
  const figures = new Map(judge(seen));
  const found = plant.filter((name) => {
    const figure = figures.get(FAULTS[name] ?? '');
    const isFound = figure !== undefined && !meets(figure.measured, figure.target);
    say(`planted: ${name}: ${FAULTS[name]}: ${figure?.measured}${isFound ? '' : ': not found'}`);
    return isFound;
  });
  check('planted faults found', { over: plant.join(', '), measured: found.length, target: { is: plant.length } });
}
