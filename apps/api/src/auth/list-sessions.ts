import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { findNamed } from '../http/find-named.ts';
import { formatKeysetCursor, parseKeysetCursor } from '../http/keyset-cursor.ts';
import { limitOf, type PageQuery, pageOf } from '../http/page.ts';
import type { Clock } from '../system/clock.ts';
import { foldLogin } from './login-key.ts';
import { revokeSessions } from './revoke-sessions.ts';

/** Which sessions: of all that are open, or of one of these. */
export interface SessionFilter {
  readonly session?: string | undefined;
  /** A login name, or an id where sessions are ended. */
  readonly clerk?: string | undefined;
  readonly device?: string | undefined;
}

interface SessionParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** A page of the open sessions of a domain, the newest first. */
export async function listSessions(
  { db, clock }: SessionParts,
  domainId: string,
  { cursor, limit, ...filter }: SessionFilter & PageQuery,
) {
  let sessions = openSessions(db, { domainId, now: new Date(clock.now()), filter })
    .select(['clerks.login', 'sessions.id', 'sessions.device_id', 'sessions.remember_me'])
    .select(['sessions.created_at', 'sessions.expires_at'])
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(limitOf({ limit }) + 1);
  if (cursor !== undefined) {
    const after = parseKeysetCursor(cursor);
    sessions = sessions.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('sessions.created_at', 'sessions.id'), '<', tuple(new Date(after.at), after.id)),
    );
  }
  return pageOf(
    await sessions.execute(),
    { limit },
    {
      itemOf: (row) => ({
        id: row.id,
        clerk: row.login,
        device: row.device_id,
        remember_me: row.remember_me,
        signed_in_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
      }),
      cursorAfter: ({ created_at, id }) => formatKeysetCursor({ at: created_at.toISOString(), id }),
    },
  );
}

/**
 * Ends open sessions of a domain: their next call is refused. Returns how many.
 * @throws ApiError `not_found`: no clerk of the domain has the login name
 */
export function endSessions(
  { db, clock }: SessionParts,
  { domainId, filter }: { readonly domainId: string; readonly filter: SessionFilter },
  by: Pick<AuditEvent, 'actor' | 'address'>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const named = { ...filter };
    if (filter.clerk !== undefined) {
      const clerks = trx.selectFrom('clerks').select(['id', 'login_key as name']).where('domain_id', '=', domainId);
      named.clerk = findNamed('clerk', await clerks.execute(), foldLogin(filter.clerk)).name;
    }
    const at = new Date(clock.now());
    const open = await openSessions(trx, { domainId, now: at, filter: named })
      .select(['sessions.id', 'sessions.device_id', 'clerks.login'])
      // Of two calls at once, the second waits and finds what the first has left.
      .orderBy('sessions.id')
      .forNoKeyUpdate('sessions')
      .execute();
    for (const { id, device_id: device, login: clerk } of open) {
      await revokeSessions(trx, { sessionId: id }, { because: 'session_revoked', at });
      const event = { action: 'session.revoked', domainId, ...by, target: { kind: 'session', id } } as const;
      await recordAudit(trx, { ...event, detail: { clerk, device } });
    }
    return open.length;
  });
}

interface OpenSessions {
  readonly domainId: string;
  readonly now: Date;
  readonly filter: SessionFilter;
}

function openSessions(db: Database, { domainId, now, filter: { session, clerk, device } }: OpenSessions) {
  return db
    .selectFrom('sessions')
    .innerJoin('clerks', 'clerks.id', 'sessions.clerk_id')
    .where('sessions.domain_id', '=', domainId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .$if(session !== undefined, (query) => query.where('sessions.id', '=', session ?? ''))
    .$if(clerk !== undefined, (query) => query.where('clerks.login_key', '=', foldLogin(clerk ?? '')))
    .$if(device !== undefined, (query) => query.where('sessions.device_id', '=', device ?? ''));
}
