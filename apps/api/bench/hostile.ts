import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { createWorld, type World } from '../src/testing/hostile/start-victim.ts';
import { attack } from './hostile/attack.ts';
import { findPlanted } from './hostile/find-planted.ts';
import { ERROR_LEVEL, judge } from './hostile/judge.ts';

await runBench(
  'Hostile input',
  async (bench) => {
    const part = bench.option('part');
    const isSample = part === 'sample';
    const chosen = bench.option('database')?.split(',') ?? (isSample ? ['PostgreSQL'] : ['PostgreSQL', 'embedded']);
    for (const kind of ['PostgreSQL', 'embedded'] as const) {
      if (!chosen.includes(kind)) continue;
      const world = await createWorld(kind);
      // The short form is part of a test run, which has the matrix as a test.
      const rights = part === undefined && !bench.short;
      const seen = await attack(world, {
        rights,
        valuesOneOf: isSample ? 11 : bench.size(1, 11),
        inputsOneOf: part === 'floods' ? 0 : isSample ? 6 : 1,
        floods: part === 'floods' || (part === undefined && !bench.short),
        say: bench.say,
      });
      for (const { kind: what, input, what: said } of seen.findings.slice(0, 200))
        bench.say(`✗ ${what}: ${input}: ${said}`);
      for (const line of seen.log
        .split('\n')
        .filter((text) => text.includes(ERROR_LEVEL))
        .slice(0, 10))
        bench.say(`✗ ${line}`);
      for (const breach of seen.rights?.breaches ?? []) bench.say(`✗ ${breach}`);
      for (const [figure, measurement] of judge(seen)) {
        // Beside other tests, a time says nothing of the server.
        const { target, ...rest } = measurement;
        bench.check(figure, isSample && figure === 'slowest /healthz' ? rest : measurement);
      }
      await world.drop();
      if (part !== 'floods') await checkPlanted(kind, rights, bench);
    }
  },
  { options: ['database', 'part'] },
);

async function checkPlanted(kind: World['kind'], rights: boolean, { say, check }: Bench): Promise<void> {
  const world = await createWorld(kind);
  const faults = await findPlanted(world, { rights, say });
  await world.drop();
  const missed = [...faults].flatMap(([fault, isFound]) => (isFound ? [] : [fault]));
  for (const fault of missed) say(`✗ planted, and not found: ${fault}`);
  const over = `${kind}: a fault for each kind of input`;
  check('planted faults found', { over, measured: faults.size - missed.length, target: { is: faults.size } });
}
