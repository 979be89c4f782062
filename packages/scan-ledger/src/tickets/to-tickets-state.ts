import { NO_TICKETS, type TicketsState } from '../model/tickets-state.ts';
import type { TicketSets } from '../ports/ticket-store.ts';

/** What the download of tickets is doing. */
export interface DownloadState {
  readonly updating: boolean;
  /** Why the last download failed. */
  readonly problem: string | null;
}

/** Returns the state to show. @param age the age of the complete set, if there is one */
export function toTicketsState(
  { whole, arriving }: TicketSets,
  { updating, problem }: DownloadState,
  age: 'ready' | 'stale' | 'expired',
): TicketsState {
  const common = { ...NO_TICKETS, updating, problem };
  if (whole) {
    const { generatedAt, receivedAt, sum } = whole;
    return { ...common, status: age, count: sum?.count ?? 0, generatedAt, receivedAt };
  }
  if (arriving) {
    const { rows: count, expectedCount } = arriving;
    return { ...common, status: updating || problem === null ? 'loading' : 'failed', count, expectedCount };
  }
  return { ...common, status: updating ? 'loading' : problem ? 'failed' : 'none' };
}
