import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import type { Bug, Presented } from '../page/gate.ts';
import { SURELY_IN_BUDGET_MS } from './check-healthy-gates.ts';
import { checkHistory } from './check-history.ts';
import type { World } from './create-world.ts';
import type { ClerkEvent, DeviceEnd, History } from './history.ts';
import type { Finding } from './indexed-history.ts';
import { createOwnPart } from './own-part.ts';
import { WITH_BUG } from './presented-codes.ts';

const TICKETS = 5;

/**
 * What a bug must be found as, and how many scans it has for that. To decide alone is wrong at a healthy gate only: such a
 * gate scans until it has done so, since a starved machine may not be healthy for long.
 */
const BUGS: readonly {
  readonly bug: Exclude<Bug, 'none'>;
  readonly kind: Finding['kind'];
  readonly scans: number;
}[] = [
  { bug: 'deletes before the answer', kind: 'lost', scans: TICKETS },
  { bug: 'sends twice', kind: 'doubled', scans: TICKETS },
  { bug: 'decides alone', kind: 'wrong certainty', scans: 500 },
];
export const DEVICES_WITH_BUG = BUGS.map((_, index) => `bug-${index}`);

/** What the devices with bugs left behind. */
export interface BugsEnd {
  readonly events: readonly ClerkEvent[];
  readonly devices: readonly DeviceEnd[];
}

/** Runs with bugs, to prove that the history check finds them. */
export async function plantBugs({ say }: Bench, world: World): Promise<BugsEnd> {
  say(`bugs: ${BUGS.map(({ bug }) => bug).join(', ')}`);
  const events: ClerkEvent[] = [];
  const devices = await Promise.all(
    BUGS.map(async ({ bug, scans }, index) => {
      const device = DEVICES_WITH_BUG[index] as string;
      const decidedAlone = Promise.withResolvers<void>();
      const gate = world.openGate(device, (event) => {
        events.push(event);
        if (event.kind !== 'shown' || !event.healthy || event.tookMs >= SURELY_IN_BUDGET_MS) return;
        if (event.verdict.certainty !== 'server') decidedAlone.resolve();
      });
      const codes = Array.from({ length: scans }, (_, n): Presented => {
        const barcode = `${WITH_BUG}-${index * TICKETS + (n % TICKETS)}`;
        return { barcode, mode: 'entry', waits: true, undone: false };
      });
      const killAfter = {
        'deletes before the answer': scans,
        'sends twice': null,
        'decides alone': decidedAlone.promise,
      };
      await gate.visit({
        shifts: [await world.shiftAt(device, { clerk: 0, bug })],
        codes: [codes],
        killAfter: killAfter[bug],
        aim: 'at the tick',
        outage: bug === 'deletes before the answer' ? 'silent' : 'none',
        outageEndsAfter: Number.POSITIVE_INFINITY,
      });
      return gate.finish([await world.shiftAt(device, { clerk: 0 })]);
    }),
  );
  return { events, devices };
}

/** Checks that each bug was found, and one in the data: a ticket that is inside and is said to be outside. */
export function judgeBugs({ check }: Bench, { events, devices }: BugsEnd, stored: Omit<History, keyof BugsEnd>): void {
  for (const [index, { bug, kind, scans }] of BUGS.entries()) {
    const device = DEVICES_WITH_BUG[index] as string;
    const history = {
      ...createOwnPart(stored, [device], []),
      events: events.filter((event) => event.device === device),
      devices: devices.filter((end) => end.device === device),
      tickets: stored.tickets.filter(({ barcode }) => barcode.startsWith(WITH_BUG)),
    };
    const isFound = checkHistory(history).some((finding) => finding.kind === kind);
    check(`planted bug found: ${bug}`, { over: `up to ${scans} scans`, measured: Number(isFound), target: { is: 1 } });
  }
  const tickets = stored.tickets
    .filter(({ used }) => used > 0)
    .map((ticket) => ({ ...ticket, inside: 1 - ticket.inside }));
  const isFound = checkHistory({ ...stored, events: [], devices: [], tickets }).some(
    ({ kind }) => kind === 'wrong inside',
  );
  check('planted bug found: wrong inside', { over: 'the data', measured: Number(isFound), target: { is: 1 } });
}
