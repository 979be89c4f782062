import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { checkHistory } from './check-history.ts';
import type { World } from './create-world.ts';
import type { ClerkEvent } from './history.ts';
import { readDatabase } from './read-database.ts';

/** The prefix of tickets that both gates admit. */
export const TWICE = 'twice';

/**
 * Two gates without a network admit the same tickets. Online again, both records of each ticket remain, and one of the
 * two scans is in a conflict that both devices list.
 */
export async function acceptAtTwoGates(
  { say, check }: Bench,
  world: World,
  { devices, tickets }: { devices: readonly [string, string]; tickets: number },
): Promise<void> {
  say(`${tickets} tickets, each let in by two gates that are offline`);
  const events: ClerkEvent[] = [];
  const codes = Array.from(
    { length: tickets },
    (_, n) => ({ barcode: `${TWICE}-${n}`, mode: 'entry', waits: true, undone: false }) as const,
  );
  const gates = devices.map((device, clerk) => ({
    gate: world.openGate(device, (event) => events.push(event)),
    shift: world.shiftAt(device, { clerk }),
  }));
  await Promise.all(
    gates.map(({ gate, shift }) =>
      gate.visit({
        shifts: [shift],
        codes: [codes],
        killAfter: Number.POSITIVE_INFINITY,
        aim: 'at the tick',
        outage: 'known',
        outageEndsAfter: Number.POSITIVE_INFINITY,
      }),
    ),
  );
  const ends = [];
  for (const { gate, shift } of [...gates, gates[0] as (typeof gates)[number]]) ends.push(await gate.finish(shift));
  // The first gate learns of the conflicts when it connects again.
  const last = ends.slice(1);

  const all = await readDatabase(world.database);
  const scans = all.scans.filter(({ barcode }) => barcode.startsWith(`${TWICE}-`));
  const conflicts = all.conflicts.filter(({ scanId }) => scans.some(({ id }) => id === scanId));
  const history = { events, devices: last, scans, conflicts, undos: [], tickets: all.tickets.filter(isTwice) };
  const findings = checkHistory(history);
  for (const { kind, text } of findings.slice(0, 10)) say(`${kind}: ${text}`);

  const accepted = events.filter((event) => event.kind === 'shown' && isAcceptedByDevice(event.verdict));
  const kept = scans.filter(({ verdict }) => isAcceptedByDevice(verdict));
  const marked = last.flatMap(({ log }) => log.filter(({ conflict }) => conflict));
  const over = `${tickets} tickets at two gates`;
  check('let in by a device', { over, measured: accepted.length, target: { is: 2 * tickets } });
  check('kept as they happened', { over, measured: kept.length, target: { is: 2 * tickets } });
  check('conflicts in the database', { over, measured: conflicts.length, target: { is: tickets } });
  check('scans marked on a device', { over, measured: marked.length, target: { is: tickets } });
  const listed = last.map((end) => conflicts.filter(({ id }) => end.conflicts.includes(id)).length);
  check('conflicts that both devices list', { over, measured: Math.min(...listed), target: { is: tickets } });
  check('findings of the history check', { over, measured: findings.length, target: { is: 0 } });
}

function isTwice({ barcode }: { barcode: string }): boolean {
  return barcode.startsWith(`${TWICE}-`);
}

function isAcceptedByDevice({ certainty, outcome }: { certainty: string; outcome: string }): boolean {
  return certainty === 'device' && outcome === 'accepted';
}
