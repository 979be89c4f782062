import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { contractInputs } from '../src/testing/hostile/contract-inputs.ts';
import { handInputs } from '../src/testing/hostile/hand-inputs.ts';
import { thingsOf } from '../src/testing/hostile/hostile-things.ts';
import { secretsOf } from '../src/testing/hostile/plant-secrets.ts';
import { sendInputs } from '../src/testing/hostile/send-inputs.ts';
import { startVictim, type Victim } from '../src/testing/hostile/start-victim.ts';
import { flood } from './hostile/floods.ts';
import { readMemory, watchProcess } from './hostile/watch-process.ts';

/** Megabytes of 1,000,000 bytes. */
const POSTGRES_LIMIT_MB = 600;
const EMBEDDED_GROWTH_MB = 200;

await runBench(
  'Hostile input',
  async (bench) => {
    const chosen = bench.option('database')?.split(',') ?? (bench.short ? ['PostgreSQL'] : ['PostgreSQL', 'embedded']);
    for (const kind of ['PostgreSQL', 'embedded'] as const) if (chosen.includes(kind)) await attack(bench, kind);
  },
  { options: ['database', 'part'] },
);

async function attack(bench: Bench, kind: 'PostgreSQL' | 'embedded'): Promise<void> {
  bench.say(`${kind}: starting`);
  const victim = await startVictim(kind);
  const things = { ...(await thingsOf(victim)), oneOf: bench.size(1, 11) };
  const { nowMb } = readMemory(victim.process.pid);
  const watching = watchProcess(victim.url, victim.process.pid);
  const target = {
    ...{ url: victim.url, operatorSocket: victim.operatorSocket, secrets: secretsOf(victim.south) },
    signIn: async () => (await victim.signIn()).tokens.access_token,
  };
  const inputs = bench.option('part') === 'floods' ? [] : [...handInputs(things), ...contractInputs(things)];
  bench.say(`${kind}: ${inputs.length} inputs`);
  const { sent, findings, putOff } = await sendInputs(target, inputs, {
    onProgress: (count) => bench.say(`${kind}: ${count} of ${inputs.length}`),
  });
  const floods = bench.short || bench.option('part') === 'inputs' ? [] : await flood(victim, bench.say);
  const stillWorks = await letsIn(victim);
  const { peakMb, slowestMs, answers, failures } = await watching.stop();
  const log = victim.process.logged();
  await victim.stop();

  const all = [...findings, ...floods];
  for (const { kind: what, input, what: said } of all.slice(0, 200)) bench.say(`✗ ${what}: ${input}: ${said}`);
  const over = `${kind}: ${[...sent.values()].reduce((sum, count) => sum + count, 0)} inputs, ${sent.size} calls and subjects`;
  const count = (name: string) => all.filter((finding) => finding.kind === name).length;
  const none = { is: 0 };
  bench.check('put off while another call ran', { over, measured: putOff });
  bench.check('hostile inputs', { over, measured: inputs.length, target: { moreThan: 1_000 } });
  bench.check('accepted', { over, measured: count('accepted'), target: none });
  bench.check('answers of 5xx', { over, measured: count('server error'), target: none });
  bench.check('told of another domain or of the program', { over, measured: count('leak'), target: none });
  bench.check('without an answer', { over, measured: count('no answer'), target: none });
  bench.check('refused for another reason than the input', { over, measured: count('not tried'), target: none });
  bench.check('errors in the log', { over, measured: log.split('"level":50').length - 1, target: none });
  const told = secretsOf(victim.south)
    .slice(0, 2)
    .filter((secret) => log.includes(secret)).length;
  bench.check('told in the log', { over: `${log.split('\n').length} lines`, measured: told, target: none });
  const level = Math.round(nowMb);
  const limit = kind === 'PostgreSQL' ? POSTGRES_LIMIT_MB : level + EMBEDDED_GROWTH_MB;
  bench.check('most memory', {
    over: `${kind}: ${level} MB after the start`,
    measured: peakMb,
    unit: 'MB',
    target: { atMost: limit },
  });
  bench.check('slowest /healthz', {
    over: `${answers} calls`,
    measured: slowestMs,
    unit: 'ms',
    target: { atMost: 1_000 },
  });
  bench.check('/healthz that was not 200', { over: `${answers} calls`, measured: failures, target: none });
  bench.check('the other domain lets its visitor in', { over: kind, measured: Number(stillWorks), target: { is: 1 } });
}

/** Whether a clerk of the other domain, which no input could touch, still signs in and admits. */
async function letsIn({ signIn, south, newId }: Victim): Promise<boolean> {
  const clerk = await signIn(south.clerk.login);
  const [result] = await clerk.post({ id: newId(), barcode: 'FOREIGN-TICKET-1' });
  // The ticket has a note.
  return result?.verdict?.outcome === 'attention';
}
