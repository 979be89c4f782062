import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { checkHistory } from './check-history.ts';
import type { World } from './create-world.ts';
import type { ClerkEvent, DeviceEnd, History } from './history.ts';
import { createOwnPart } from './own-part.ts';
import { TWICE } from './presented-codes.ts';

export interface TwoGates {
  readonly devices: readonly [string, string];
  readonly tickets: number;
}

/** What the two gates left behind. */
export interface TwoGatesEnd {
  readonly events: readonly ClerkEvent[];
  readonly devices: readonly DeviceEnd[];
}

/**
 * Two gates without a network admit the same tickets. Online again, both records of each ticket remain, and one of the
 * two scans is in a conflict that both devices list.
 */
export async function acceptAtTwoGates(
  { say }: Bench,
  world: World,
  { devices, tickets }: TwoGates,
): Promise<TwoGatesEnd> {
  say(`${tickets} tickets, each let in by two gates that are offline`);
  const events: ClerkEvent[] = [];
  const codes = Array.from(
    { length: tickets },
    (_, n) => ({ barcode: `${TWICE}-${n}`, mode: 'entry', waits: true, undone: false }) as const,
  );
  const gates = await Promise.all(
    devices.map(async (device, clerk) => ({
      gate: world.openGate(device, (event) => events.push(event)),
      shift: await world.shiftAt(device, { clerk }),
    })),
  );
  // Without this the slower gate could get its tickets after the faster one has sent its scans.
  const areOffline = waitForAll(gates.length);
  await Promise.all(
    gates.map(({ gate, shift }) =>
      gate.visit({
        shifts: [shift],
        needsTickets: true,
        codes: [codes],
        killAfter: null,
        aim: 'at the tick',
        outage: 'known',
        outageEndsAfter: Number.POSITIVE_INFINITY,
        beforeWork: areOffline,
      }),
    ),
  );
  const [first, second] = gates as [(typeof gates)[number], (typeof gates)[number]];
  await first.gate.finish([first.shift]);
  const expected = { conflicts: tickets };
  // The first gate learns of the conflicts when it connects again.
  const last = [second, first];
  const ends = [];
  for (const { gate, shift } of last) ends.push(await gate.finish([shift], expected));
  return { events, devices: ends };
}

/** Returns a function whose promises resolve once it was called `count` times. */
function waitForAll(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let begun = 0;
  return () => {
    begun += 1;
    if (begun === count) all.resolve();
    return all.promise;
  };
}

/**
 * Checks that both records of each ticket remain, and one conflict. A device that a slow machine gives no time to decide shows
 * a scan as pending, and the server decides: its ticket is left out.
 */
export function judgeTwoGates(
  { say, check }: Bench,
  { events, devices: last }: TwoGatesEnd,
  { devices, tickets, stored }: TwoGates & { readonly stored: Omit<History, keyof TwoGatesEnd> },
): void {
  const history = { events, devices: last, ...createOwnPart(stored, devices, [TWICE]) };
  const { scans, conflicts } = history;
  const findings = checkHistory(history);
  for (const { kind, text } of findings.slice(0, 10)) say(`${kind}: ${text}`);

  const letIn = new Set(
    events.flatMap((event) => (event.kind === 'shown' && isAcceptedByDevice(event.verdict) ? [event.id] : [])),
  );
  const letInTwice = [...Map.groupBy(scans, ({ barcode }) => barcode).values()].filter(
    (ofTicket) => ofTicket.length === 2 && ofTicket.every(({ id }) => letIn.has(id)),
  );
  const ids = new Set(letInTwice.flat().map(({ id }) => id));
  const kept = scans.filter(({ id, verdict }) => ids.has(id) && isAcceptedByDevice(verdict));
  const found = conflicts.filter(({ scanId }) => ids.has(scanId));
  const marked = last.flatMap(({ log }) => log.filter(({ scan, conflict }) => conflict && ids.has(scan.id)));
  const listed = last.map((end) => found.filter(({ id }) => end.conflicts.includes(id)).length);
  const over = `${tickets} tickets at two gates`;
  const inTwice = letInTwice.length;
  check('tickets let in by two devices', { over, measured: inTwice, target: { atLeast: Math.ceil(tickets / 2) } });
  check('scans of these, kept as they happened', { over, measured: kept.length, target: { is: 2 * inTwice } });
  check('their conflicts in the database', { over, measured: found.length, target: { is: inTwice } });
  check('their scans marked on a device', { over, measured: marked.length, target: { is: inTwice } });
  check('their conflicts that both devices list', { over, measured: Math.min(...listed), target: { is: inTwice } });
  check('findings of the history check', { over, measured: findings.length, target: { is: 0 } });
}

function isAcceptedByDevice({ certainty, outcome }: { certainty: string; outcome: string }): boolean {
  return certainty === 'device' && outcome === 'accepted';
}
