import type { Database, RevocationReason } from '../database/tables.ts';

/** The sessions of one clerk, of one device in a domain, or a single one. */
export type WhichSessions =
  | { readonly sessionId: string }
  | { readonly clerkId: string }
  | { readonly domainId: string; readonly deviceId: string };

/**
 * Ends sessions: their access and refresh tokens are refused at the next call. One that has ended keeps its first reason.
 * Runs within the transaction of what causes it, such as a changed password or a clerk who is enabled again.
 *
 * @returns the number of sessions that ended now
 */
export async function revokeSessions(
  db: Database,
  which: WhichSessions,
  {
    because,
    at,
    openedUntil = null,
  }: {
    because: RevocationReason;
    at: Date;
    /** Only sessions that were opened by then; `null`: all. @default null */
    openedUntil?: Date | null;
  },
): Promise<number> {
  const conditions =
    'sessionId' in which
      ? { id: which.sessionId }
      : 'clerkId' in which
        ? { clerk_id: which.clerkId }
        : { domain_id: which.domainId, device_id: which.deviceId };
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: at, revoked_because: because })
    .where(({ and }) => and(conditions))
    .$if(openedUntil !== null, (query) => query.where('created_at', '<=', openedUntil ?? at))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
