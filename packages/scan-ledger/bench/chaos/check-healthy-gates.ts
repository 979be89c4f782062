import { admits, codeOf, type Finding, type IndexedHistory } from './indexed-history.ts';

/** In milliseconds, less than the decision budget of 3 s: a page that answers that late may be right to have waited no longer. */
export const SURELY_IN_BUDGET_MS = 2_500;

/**
 * Gates that were online, and whose calls were answered in time, show the server's verdict and admit each ticket no more
 * often than it allows, whatever else waits on the device. No conflict excuses them.
 */
export function* findUnhealthy({ recorded, shown, tickets, undone }: IndexedHistory): Iterable<Finding> {
  const admitted = new Map<string, number>();
  for (const { scan, domain, device } of recorded) {
    for (const { verdict, healthy, tookMs } of shown.get(scan.id) ?? []) {
      if (!healthy) continue;
      const { certainty, outcome } = verdict;
      if (certainty !== 'server' && tookMs < SURELY_IN_BUDGET_MS) {
        const text = `${device}: ${scan.id} was ${outcome} by ${certainty} after ${tookMs} ms at a healthy gate`;
        yield { kind: 'wrong certainty', text };
      }
      const code = codeOf({ ...scan, domain });
      if (admits(verdict) && !undone.has(scan.id)) admitted.set(code, (admitted.get(code) ?? 0) + 1);
    }
  }
  for (const ticket of tickets) {
    const times = admitted.get(codeOf(ticket)) ?? 0;
    if (times <= ticket.allowed) continue;
    yield { kind: 'double admission', text: `${codeOf(ticket)} was admitted ${times} times by healthy gates` };
  }
}
