import type { LedgerState } from '../../src/index.ts';
import { TALLIES } from '../../src/model/tally.ts';
import { type ModelDomain, tallyOf } from './reference.ts';
import { CLERKS, type Model, type System, serverOf } from './system.ts';

/** Throws where the system differs from the model. */
export async function compare(model: Model, system: System): Promise<void> {
  for (const domain of ['north', 'south'] as const)
    same(`server of ${domain}`, actualServer(system, domain), expectedServer(model.domains[domain]));
  const domain = model.clerk && CLERKS[model.clerk];
  for (const { ledger, until } of system.tabs) {
    const waiting = ({ log }: ModelDomain) => log.filter(({ sent }) => !sent).length;
    const all = waiting(model.domains.north) + waiting(model.domains.south);
    const ours = domain && model.domains[domain];
    const numbers = [
      ours ? waiting(ours) : all,
      ours ? all - waiting(ours) : 0,
      ours ? ours.log.filter(({ undo }) => undo === 'waiting').length : null,
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
      verdict ? `${verdict.outcome} ${verdict.reason} ${verdict.certainty}` : null,
      sync,
    ]);
    const expected = log.map((scan) => [system.ids.get(scan.number), scan.shown, scan.sent ? 'sent' : 'waiting']);
    same('log', listed, expected.toReversed());
  }
}

function actualServer(system: System, domain: 'north' | 'south') {
  const server = serverOf(system, domain);
  const tickets = ['A', 'B', 'C'].map((code) => {
    const state = server.tickets.state(code);
    return state && [code, state.entriesUsed, state.inside];
  });
  return { recorded: [...server.recorded.keys()].length, tickets, conflicts: server.openConflicts.size };
}

function expectedServer({ tickets, log, conflicts }: ModelDomain) {
  return {
    recorded: log.filter(({ sent, known }) => sent || known).length,
    tickets: ['A', 'B', 'C'].map((code) => {
      const ticket = tickets.get(code);
      if (!ticket) return null;
      const inOrder = ticket.effects.toSorted((a, b) => a.at - b.at || a.scan - b.scan);
      return [code, inOrder.filter(({ kind }) => kind === 'enter').length, inOrder.at(-1)?.kind === 'enter'];
    }),
    conflicts,
  };
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too late')), 3_000);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const isSame = (actual: unknown, expected: unknown) => JSON.stringify(actual) === JSON.stringify(expected);

function same(what: string, actual: unknown, expected: unknown): void {
  if (isSame(actual, expected)) return;
  throw new Error(`${what}: is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
}
