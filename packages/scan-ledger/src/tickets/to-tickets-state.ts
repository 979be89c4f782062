import { TICKETS_PROBLEMS } from '../model/messages.ts';
import { NO_TICKETS, type TicketsState } from '../model/tickets-state.ts';
import type { TicketSets } from '../ports/ticket-store.ts';

/** What the download of tickets is doing. */
export interface DownloadState {
  readonly updating: boolean;
  /** Why the last download failed. */
  readonly problem: string | null;
}

/** Returns the state to show. @param age the age of the complete set, if there is one and this build can read it */
export function toTicketsState(
  { whole, arriving }: TicketSets,
  { updating, problem }: DownloadState,
  age: 'ready' | 'stale' | 'expired' | 'unreadable',
): TicketsState {
  const common = { ...NO_TICKETS, updating, problem };
  if (whole) {
    const { generatedAt, receivedAt, sum } = whole;
    const set = { ...common, count: sum?.count ?? 0, generatedAt, receivedAt };
    if (age === 'unreadable') return { ...set, status: 'failed', problem: TICKETS_PROBLEMS.unreadable };
    return { ...set, status: age };
  }
  if (arriving) {
    const { rows: count, expectedCount } = arriving;
    return { ...common, status: updating || problem === null ? 'loading' : 'failed', count, expectedCount };
  }
  return { ...common, status: updating ? 'loading' : problem ? 'failed' : 'none' };
}
