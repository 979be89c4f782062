import type { StoredScan } from './history.ts';
import { admits, codeOf, type Finding, hasAdmitted, type IndexedHistory, verdictAtGate } from './indexed-history.ts';

interface Effect {
  readonly id: string;
  readonly kind: 'enter' | 'leave';
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A ticket has its entries less its exits inside, and names its earliest entry in the order of the scans' times. */
export function* findWrongState({ scans, tickets, undone }: IndexedHistory): Iterable<Finding> {
  const scansOf = Map.groupBy(scans, codeOf);
  for (const ticket of tickets) {
    const own = (scansOf.get(codeOf(ticket)) ?? []).filter(({ id }) => !undone.has(id));
    const effects = own.flatMap(effectOf).sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
    const entries = effects.filter(({ kind }) => kind === 'enter');
    const inside = entries.length - (effects.length - entries.length);
    const first = entries[0]?.id ?? null;
    const wrong = (text: string): Finding => ({ kind: 'wrong inside', text: `${codeOf(ticket)} ${text}` });
    if (ticket.inside !== inside) yield wrong(`has ${ticket.inside} inside after ${describe(effects)}`);
    if (ticket.firstUse !== first) yield wrong(`was first used by ${ticket.firstUse}, not by ${first}`);
  }
}

function effectOf(scan: StoredScan): Effect[] {
  const { id, verdict, happenedAt, receivedAt } = scan;
  const hasLeft = leaves(verdictAtGate(scan));
  if (!hasLeft && !hasAdmitted(scan)) return [];
  // The server's own decision counts from its receipt, what the device had decided from the visitor's passage.
  const isServers = verdict.certainty === 'server' && (admits(verdict) || leaves(verdict));
  return [{ id, kind: hasLeft ? 'leave' : 'enter', at: isServers ? receivedAt : happenedAt }];
}

function leaves({ mode, reason }: StoredScan['verdict']): boolean {
  return mode === 'exit' && reason === 'ok';
}

function describe(effects: readonly Effect[]): string {
  return effects.map(({ kind, id }) => `${kind} by ${id}`).join(', ') || 'nothing';
}
