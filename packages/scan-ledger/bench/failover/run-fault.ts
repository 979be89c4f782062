import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { becomeWhole, findPrimary } from './cluster.ts';
import type { Crew } from './crew.ts';
import type { Fault, Installation } from './faults.ts';
import { longestSilence } from './longest-silence.ts';

/** What a fault did to the gates, in seconds. */
interface Silence {
  /** Without a decision of the server at any gate. */
  readonly everywhere: number;
  /** Without one at the gate that waited longest. */
  readonly atOneGate: number;
}

/** Load before and after a fault, in milliseconds. */
const QUIET_MS = 5_000;
/** Every gate has decisions of the server again within this time, in milliseconds. */
const BACK_WITHIN_MS = 10_000;
const BACK_LIMIT_MS = 240_000;
const LOOK_AGAIN_MS = 200;

/** Lets something fail under load, waits until the service is back by itself, and repairs what is left. */
export async function runFault(
  { say }: Bench,
  { fault, installation, crew }: { fault: Fault; installation: Installation; crew: Crew },
  { isSynchronous = true }: { isSynchronous?: boolean } = {},
): Promise<Silence> {
  await becomeWhole({ isSynchronous });
  await comeBack(crew, Date.now());
  const victim = (await fault.victim?.()) ?? 'db1';
  say(`${fault.name}${fault.victim ? `: ${victim}` : ''}`);
  const from = Date.now();
  fault.happen(installation, victim);
  if (fault.movesPrimary) await findPrimary(victim);
  await comeBack(crew, Date.now());
  fault.repair?.(installation, victim);
  await becomeWhole({ isSynchronous });
  await comeBack(crew, Date.now());
  const period = { from, to: Date.now() };
  const times = [...crew.heard.values()];
  return {
    everywhere: longestSilence(times.flat(), period),
    atOneGate: Math.max(...times.map((ofGate) => longestSilence(ofGate, period))),
  };
}

/** Resolves when every gate has had decisions of the server lately, and for a while. @throws after four minutes */
async function comeBack({ heard }: Crew, since: number): Promise<void> {
  await sleep(QUIET_MS);
  for (const giveUpAt = since + BACK_LIMIT_MS; Date.now() < giveUpAt; await sleep(LOOK_AGAIN_MS)) {
    const recent = Date.now() - BACK_WITHIN_MS;
    if ([...heard.values()].every((times) => (times.at(-1) ?? 0) > Math.max(recent, since))) return;
  }
  throw new Error('The service did not come back by itself');
}
