import type { AdminAuditEvent, listAudit as endpoint } from '@scantix/api-contract/admin';
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { Database, Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';

const PAGE = 100;

/** Reads a page of the audit log, the newest first: of a domain, or of the whole installation. `actor`: a folded login name. */
export async function listAudit(
  db: Database,
  { action, actor, since, until, cursor }: z.output<NonNullable<typeof endpoint.query>>,
  domainId?: string,
): Promise<{ items: AdminAuditEvent[]; next_cursor?: string }> {
  const rows = await db
    .selectFrom('audit_events')
    .selectAll()
    .$if(domainId !== undefined, (query) => query.where('domain_id', '=', domainId ?? ''))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(actor !== undefined, (query) =>
      query.where('actor_id', 'in', (from) =>
        from
          .selectFrom('clerks')
          .select('clerks.id')
          .where('login_key', '=', actor ?? ''),
      ),
    )
    .$if(since !== undefined, (query) => query.where('at', '>=', new Date(since ?? 0)))
    .$if(until !== undefined, (query) => query.where('at', '<', new Date(until ?? 0)))
    .$if(cursor !== undefined, (query) => query.where('id', '<', readCursor(cursor ?? '')))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const items = rows.slice(0, PAGE);
  const last = items.at(-1);
  return { items: items.map(eventOf), ...(rows.length > PAGE && last ? { next_cursor: String(last.id) } : {}) };
}

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ApiError('invalid_request', 'Invalid request: cursor');
}

function eventOf(row: Selectable<Tables['audit_events']>): AdminAuditEvent {
  const { at, action, domain_id, actor_kind, actor_id, actor_name, target_kind, target_id, target_name } = row;
  return {
    at: at.toISOString(),
    action,
    domain_id,
    actor: { kind: actor_kind, id: actor_id, name: actor_name },
    target: target_kind === null ? null : { kind: target_kind, id: target_id, name: target_name },
    detail: row.detail,
    address: row.address,
    request_id: row.request_id,
  };
}
