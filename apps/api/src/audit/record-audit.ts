import type { AuditAction } from '@scantix/api-contract/admin';
import type { Database } from '../database/tables.ts';
import { currentRequestId } from '../system/current-request.ts';

/** Who did something. `nobody`: a caller who could not sign in. `system`: the program itself. */
export type Actor =
  | { readonly kind: 'operator' | 'nobody' | 'system' }
  | { readonly kind: 'clerk'; readonly id: string; readonly login: string };

/** What something was done to. The name is the one of that time. */
export interface AuditTarget {
  readonly kind:
    | 'domain'
    | 'workgroup'
    | 'checkpoint'
    | 'clerk'
    | 'session'
    | 'device'
    | 'holder'
    | 'scan'
    | 'conflict'
    | 'key'
    | 'webhook';
  readonly id?: string;
  readonly name?: string;
}

/** One line of the audit log. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** `null`: it belongs to the whole installation. */
  readonly domainId: string | null;
  readonly actor: Actor;
  readonly target?: AuditTarget | undefined;
  /** Small figures and flags; no secret, and nothing of a ticket or its holder. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  /** The network address of the caller; `null`: none, as of the operator. */
  readonly address?: string | null | undefined;
  /** @default that of the request that does it */
  readonly requestId?: string | undefined;
}

/** Records something in the transaction that does it. The database tells the time. */
export async function recordAudit(
  trx: Database,
  { action, domainId, actor, target, detail, address = null, requestId = currentRequestId() }: AuditEvent,
): Promise<void> {
  await trx
    .insertInto('audit_events')
    .values({
      domain_id: domainId,
      action,
      actor_kind: actor.kind,
      actor_id: actor.kind === 'clerk' ? actor.id : null,
      actor_name: actor.kind === 'clerk' ? actor.login : null,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      target_name: target?.name ?? null,
      detail: detail ? JSON.stringify(detail) : null,
      address,
      request_id: requestId ?? null,
    })
    .execute();
}
