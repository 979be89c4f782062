import type { Verdict } from '@scantix/api-contract';
import type { LedgerState } from '@scantix/scan-ledger';
import { inTime } from './in-time.ts';
import type { ServerContent } from './model-api.ts';
import { type ModelDomain, tallyOf, type VerdictText } from './reference.ts';
import { CLERKS, CODES, type Model, type System, serverOf } from './system.ts';

const TALLIES = ['admitted', 'left', 'repeat', 'looked', 'refused', 'undecided', 'undone'];

/** Throws where the system differs from the model. */
export async function compare(model: Model, system: System): Promise<void> {
  for (const domain of ['north', 'south'] as const)
    same(
      `server of ${domain}`,
      actualServer(await serverOf(system, domain).read()),
      expectedServer(model.domains[domain], system.ids),
    );
  const domain = model.clerk && CLERKS[model.clerk];
  for (const { ledger, until } of system.tabs) {
    const waiting = ({ log }: ModelDomain) => log.filter(({ sent }) => !sent).length;
    const all = waiting(model.domains.north) + waiting(model.domains.south);
    const ours = domain && model.domains[domain];
    const numbers = [
      ours ? waiting(ours) : all,
      ours ? all - waiting(ours) : 0,
      // Any other undo goes with its scan, which counts already.
      ours ? ours.log.filter(({ undo, sent }) => undo === 'waiting' && sent).length : null,
      ours ? ours.conflicts : 0,
      model.ticketSet?.domain === domain ? model.ticketSet?.tickets.size : 0,
    ];
    const actual = ({ waiting, waitingElsewhere, waitingUndos, conflicts, tickets }: LedgerState) => [
      waiting,
      waitingElsewhere,
      ours ? waitingUndos : null,
      conflicts,
      ours ? tickets.count : 0,
    ];
    // Changes of another tab arrive a moment later.
    await inTime(until((state) => isSame(actual(state), numbers))).catch(() =>
      same('numbers', actual(ledger.getSnapshot()), numbers),
    );
    if (!ours) continue;
    const { log } = ours;
    same('problem', ledger.getSnapshot().problem, null);
    const counts = Object.fromEntries(
      TALLIES.map((tally) => [tally, log.filter((scan) => tallyOf(scan) === tally).length]),
    );
    same('counts', await ledger.count({ since: 0 }), counts);
    const listed = (await ledger.list({ limit: 1_000 })).map(({ scan, verdict, sync }) => [
      scan.id,
      verdict ? textOf(verdict) : null,
      sync,
    ]);
    const expected = log.map((scan) => [system.ids.get(scan.number), scan.shown, scan.sent ? 'sent' : 'waiting']);
    same('log', listed, expected.toReversed());
  }
}

function actualServer({ recorded, tickets, conflicts }: ServerContent) {
  const states = CODES.map((code) => {
    const ticket = tickets.get(code);
    return ticket ? [code, ticket.used, ticket.inside, ticket.first] : null;
  });
  return { recorded, tickets: states, conflicts };
}

function expectedServer({ tickets, log, conflicts }: ModelDomain, ids: ReadonlyMap<number, string>) {
  return {
    recorded: log.filter(({ sent, known }) => sent || known).length,
    tickets: CODES.map((code) => {
      const ticket = tickets.get(code);
      if (!ticket) return null;
      const inOrder = ticket.effects.toSorted((a, b) => a.at - b.at || a.scan - b.scan);
      const entries = inOrder.filter(({ kind }) => kind === 'enter');
      const exits = inOrder.length - entries.length;
      const first = entries[0] && ids.get(entries[0].scan);
      return [code, entries.length, entries.length - exits, first ?? null];
    }),
    conflicts,
  };
}

export const textOf = ({ outcome, reason, certainty }: Verdict): VerdictText => `${outcome} ${reason} ${certainty}`;

const isSame = (actual: unknown, expected: unknown) => JSON.stringify(actual) === JSON.stringify(expected);

/** Throws where something of the system is not what the model expects. */
export function same(what: string, actual: unknown, expected: unknown): void {
  if (isSame(actual, expected)) return;
  throw new Error(`${what}: is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
}
