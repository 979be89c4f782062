import { TALLIES } from '../../src/scan-store.ts';
import { type ModelDomain, tallyOf } from './reference.ts';
import { CLERKS, type Model, type System, serverOf } from './system.ts';

/** Throws where what is differs from what ought to be. */
export async function compare(model: Model, system: System): Promise<void> {
  for (const domain of ['north', 'south'] as const)
    same(`server of ${domain}`, serverNow(system, domain), serverOught(model.domains[domain]));
  const domain = model.clerk && CLERKS[model.clerk];
  for (const { ledger, until } of system.tabs) {
    const state = ledger.getSnapshot();
    const waiting = ({ log }: ModelDomain) => log.filter(({ sent }) => !sent).length;
    const all = waiting(model.domains.north) + waiting(model.domains.south);
    same('waiting', state.waiting, domain ? waiting(model.domains[domain]) : all);
    if (!domain) continue;
    const { log, conflicts } = model.domains[domain];
    same('waiting elsewhere', state.waitingElsewhere, all - waiting(model.domains[domain]));
    same('waiting undos', state.waitingUndos, log.filter(({ undo }) => undo === 'waiting').length);
    same('conflicts', state.conflicts, conflicts);
    same('problem', state.problem, null);
    const counts = Object.fromEntries(
      TALLIES.map((tally) => [tally, log.filter((scan) => tallyOf(scan) === tally).length]),
    );
    same('counts', await ledger.count({ since: 0 }), counts);
    const told = (await ledger.list({ limit: 1_000 })).map(({ scan, verdict, sync }) => [
      scan.id,
      verdict ? `${verdict.outcome} ${verdict.reason} ${verdict.certainty}` : null,
      sync,
    ]);
    const ought = log.map((scan) => [system.ids.get(scan.number), scan.told, scan.sent ? 'sent' : 'waiting']);
    same('log', told, ought.toReversed());
    // What another tab fetched is heard a moment later.
    const tickets = model.snapshot?.domain === domain ? model.snapshot.tickets.size : 0;
    await inTime(until(({ snapshot }) => snapshot.count === tickets)).catch(() => {
      same('tickets', ledger.getSnapshot().snapshot.count, tickets);
    });
  }
}

function serverNow(system: System, domain: 'north' | 'south') {
  const server = serverOf(system, domain);
  const tickets = ['A', 'B', 'C'].map((code) => {
    const state = server.tickets.state(code);
    return state && [code, state.entriesUsed, state.inside];
  });
  return { recorded: [...server.recorded.keys()].length, tickets, conflicts: server.openConflicts.size };
}

function serverOught({ tickets, log, conflicts }: ModelDomain) {
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

function same(what: string, is: unknown, ought: unknown): void {
  const [a, b] = [JSON.stringify(is), JSON.stringify(ought)];
  if (a !== b) throw new Error(`${what}: is ${a}, ought to be ${b}`);
}
