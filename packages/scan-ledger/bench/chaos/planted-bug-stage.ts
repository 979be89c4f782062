import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { checkHistory } from './check-history.ts';
import type { World } from './create-world.ts';
import type { ClerkEvent } from './history.ts';
import { readDatabase } from './read-database.ts';

const SCANS = 5;

/** Runs with an outbox that deletes before the answer, to prove that the history check finds a real bug. */
export async function plantBug({ say, check }: Bench, world: World, device: string): Promise<void> {
  say('an outbox that deletes before the answer');
  const { openGate, shiftAt, database } = world;
  const events: ClerkEvent[] = [];
  const gate = openGate(device, (event) => events.push(event));
  await gate.visit({
    shifts: [shiftAt(device, { deletesBeforeAnswer: true })],
    codes: [
      Array.from({ length: SCANS }, (_, n) => ({
        barcode: `planted-${n}`,
        mode: 'entry',
        waits: true,
        undone: false,
      })),
    ],
    killAfter: SCANS,
    aim: 'at the tick',
    outage: 'silent',
    outageEndsAfter: Number.POSITIVE_INFINITY,
  });
  const end = await gate.finish(shiftAt(device));
  const { scans } = await readDatabase(database);
  const stored = scans.filter((scan) => scan.device === device);
  const findings = checkHistory({ events, devices: [end], scans: stored, tickets: [], conflicts: [], undos: [] });
  const isFound = findings.some(({ kind }) => kind === 'lost');
  check('planted bug found by the check', { over: `${SCANS} scans`, measured: Number(isFound), target: { is: 1 } });
}
