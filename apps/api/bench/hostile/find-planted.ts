import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import { contractInputs } from '../../src/testing/hostile/contract-inputs.ts';
import { handInputs } from '../../src/testing/hostile/hand-inputs.ts';
import { thingsOf } from '../../src/testing/hostile/hostile-things.ts';
import { sendRequest } from '../../src/testing/hostile/send-inputs.ts';
import { startVictim, type World } from '../../src/testing/hostile/start-victim.ts';
import { type AttackOptions, sendTo, tryRights } from './attack.ts';
import { FAULT_HEADER, KINDS, plantedInputs } from './kinds.ts';
import { readLevel, watchProcess } from './watch-process.ts';

/** Calls with every kind of field. */
const CALLS = CONTRACT_CALLS.filter(([name]) => ['searchTickets', 'lookupTicket', 'createCheckpoint'].includes(name));
const HOG_MB = 600;
const BLOCKED_MS = 1_000;

/**
 * Starts a server that makes the fault that a request names, and sends it each kind of input with the fault of its kind.
 * Resolves with every fault, and whether it was found.
 */
export async function findPlanted(
  world: World,
  { rights: triesRights, say }: Pick<AttackOptions, 'rights' | 'say'>,
): Promise<Map<string, boolean>> {
  const file = new URL('./hostile-server.ts', import.meta.url).href;
  const victim = await startVictim(world, { NODE_OPTIONS: `--import ${file}`, HOSTILE_OPEN: 'yes' });
  try {
    const things = await thingsOf(victim);
    const levelMb = await readLevel(victim.process.pid);
    const watching = watchProcess(victim.url, victim.process.pid);
    const inputs = plantedInputs([...handInputs(things), ...contractInputs(things, CALLS)]);
    const { findings } = await sendTo(victim, inputs, say);
    for (const fault of ['memory', 'blocked']) {
      await sendRequest(victim.url, { method: 'GET', path: '/healthz', headers: { [FAULT_HEADER]: fault } });
    }
    const rights = triesRights && (await tryRights(victim, [['`scan`', ['scan']]]));
    const { peakMb, slowestMs } = await watching.stop();
    const found = (kind: string) => findings.some(({ input }) => input.startsWith(`${kind}: `));
    return new Map([
      ...Object.keys(KINDS).map((kind) => [kind, found(kind)] as const),
      ['memory', peakMb - levelMb > HOG_MB],
      ['a blocked server', slowestMs > BLOCKED_MS],
      ...(rights ? [['a right that is not asked for', rights.breaches.length > 0] as const] : []),
    ]);
  } finally {
    await victim.process.stop();
  }
}
