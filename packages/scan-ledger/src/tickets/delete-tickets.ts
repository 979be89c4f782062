import type { LedgerLog } from '../ports/ledger-log.ts';
import type { LogDatabaseOptions } from '../store/log-database.ts';

/** The name of the database of tickets. */
export const ticketDatabase = (databaseName: string) => `${databaseName}-tickets`;

/** Deletes the tickets that a ledger with a source of tickets has stored here. */
export function deleteTickets({
  indexedDB,
  databaseName,
  log,
}: Pick<LogDatabaseOptions, 'indexedDB' | 'databaseName'> & { readonly log: LedgerLog }): void {
  try {
    // Another tab that has them open closes them for it.
    const request = indexedDB?.deleteDatabase(ticketDatabase(databaseName));
    if (request) request.onerror = () => log({ name: 'ledger-tickets-not-deleted', cause: request.error });
  } catch (cause) {
    log({ name: 'ledger-tickets-not-deleted', cause });
  }
}
