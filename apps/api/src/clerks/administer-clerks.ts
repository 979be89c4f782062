import { MIN_PASSWORD_LENGTH, type PasswordRefusal } from '@scantix/api-contract';
import type {
  AdminClerk,
  changeClerk as changeEndpoint,
  createClerk as createEndpoint,
} from '@scantix/api-contract/admin';
import type * as z from 'zod/mini';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import { judgePassword } from '../auth/judge-password.ts';
import { foldLogin } from '../auth/login-key.ts';
import type { Passwords } from '../auth/passwords.ts';
import { revokeSessions } from '../auth/revoke-sessions.ts';
import type { Database } from '../database/tables.ts';
import { lockDomain } from '../domains/lock-domain.ts';
import { ApiError } from '../http/api-error.ts';
import { findNamed } from '../http/find-named.ts';
import { refuseTaken } from '../http/refuse-taken.ts';
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import { keepAManager } from '../workgroups/keep-a-manager.ts';
import { drawPassword } from './draw-password.ts';
import { findClerk } from './list-clerks.ts';

export interface ClerksParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: () => string;
  readonly passwords: Passwords;
}

/** In which domain, and who does it. */
interface Within extends Pick<AuditEvent, 'actor' | 'address'> {
  readonly domain: { readonly id: string };
}

/** A clerk with a password that was drawn: it stands nowhere else. */
export interface WithPassword {
  readonly clerk: AdminClerk;
  readonly one_time_password?: string;
}

/**
 * Creates a clerk, with a drawn one-time password if none is given.
 * @throws ApiError `conflict`: the login name is taken; `not_found`: the workgroup; `invalid_request`: the password is
 * one that is guessed first
 */
export async function createClerk(
  parts: ClerksParts,
  { login, user_name = login, workgroup, password }: z.output<NonNullable<typeof createEndpoint.body>>,
  { domain, ...by }: Within,
): Promise<WithPassword> {
  const { columns, drawn } = await passwordColumns(parts, { login, chosen: password });
  const work = parts.db.transaction().execute(async (trx) => {
    // The workgroup may not be deleted meanwhile.
    await lockDomain(trx, domain.id);
    const row = {
      ...{ id: parts.newId(), domain_id: domain.id, workgroup_id: (await findWorkgroup(trx, domain.id, workgroup)).id },
      ...{ login, login_key: foldLogin(login), user_name, ...columns },
      ...{ disabled_at: null, created_at: new Date(parts.clock.now()) },
    };
    await trx.insertInto('clerks').values(row).execute();
    const clerk = await findClerk({ ...parts, db: trx }, domain.id, row.id);
    const detail = { workgroup: clerk.workgroup.name, one_time_password: drawn !== undefined };
    await recordAudit(trx, { action: 'clerk.created', domainId: domain.id, ...by, target: targetOf(clerk), detail });
    return { clerk, ...(drawn ? { one_time_password: drawn } : {}) };
  });
  return refuseTaken('Another clerk of this server has this login name', work);
}

/**
 * Changes what is given of a clerk. Disabling and enabling end every session.
 * @throws ApiError `not_found`, `conflict`: the domain's last manager
 */
export function changeClerk(
  parts: ClerksParts,
  idOrLogin: string,
  { user_name, workgroup, disabled }: z.output<NonNullable<typeof changeEndpoint.body>>,
  { domain, ...by }: Within,
): Promise<AdminClerk> {
  return parts.db.transaction().execute(async (trx) => {
    await lockDomain(trx, domain.id);
    const inTransaction = { ...parts, db: trx };
    const before = await findClerk(inTransaction, domain.id, idOrLogin);
    const audit = { domainId: domain.id, ...by, target: targetOf(before) };
    const change = trx.updateTable('clerks').where('id', '=', before.id);
    if (user_name !== undefined || workgroup !== undefined) {
      const to = workgroup === undefined ? before.workgroup : await findWorkgroup(trx, domain.id, workgroup);
      await change.set({ user_name: user_name ?? before.user_name, workgroup_id: to.id }).execute();
      await recordAudit(trx, { action: 'clerk.changed', ...audit, detail: { user_name, workgroup: to.name } });
    }
    if (disabled !== undefined && disabled !== (before.disabled_at !== null)) {
      const at = new Date(parts.clock.now());
      await change.set({ disabled_at: disabled ? at : null }).execute();
      await revokeSessions(trx, { clerkId: before.id }, { because: disabled ? 'clerk_disabled' : 'clerk_enabled', at });
      await recordAudit(trx, { action: disabled ? 'clerk.disabled' : 'clerk.enabled', ...audit });
    }
    await keepAManager(trx, domain.id, by.actor);
    return findClerk(inTransaction, domain.id, before.id);
  });
}

/**
 * Sets a password, drawn and one-time if none is given, and ends every session.
 * @throws ApiError `not_found`; `invalid_request`: the password is one that is guessed first; `forbidden`: a manager's own
 */
export async function resetPassword(
  parts: ClerksParts,
  idOrLogin: string,
  password: string | undefined,
  { domain, ...by }: Within,
): Promise<WithPassword> {
  const { id, login } = await findClerk(parts, domain.id, idOrLogin);
  if (by.actor.kind === 'clerk' && by.actor.id === id) {
    throw new ApiError(
      'forbidden',
      'Your own password is changed where you sign in: the current one is asked for there',
    );
  }
  const { columns, drawn } = await passwordColumns(parts, { login, chosen: password });
  return parts.db.transaction().execute(async (trx) => {
    const inTransaction = { ...parts, db: trx };
    await trx.updateTable('clerks').set(columns).where('id', '=', id).execute();
    const at = new Date(parts.clock.now());
    await revokeSessions(trx, { clerkId: id }, { because: 'password_changed', at });
    const clerk = await findClerk(inTransaction, domain.id, id);
    const detail = { one_time_password: drawn !== undefined };
    await recordAudit(trx, {
      action: 'clerk.password_reset',
      domainId: domain.id,
      ...by,
      target: targetOf(clerk),
      detail,
    });
    return { clerk, ...(drawn ? { one_time_password: drawn } : {}) };
  });
}

/**
 * Ends every session of a clerk.
 * @throws ApiError `not_found`
 */
export function signOutClerk(
  parts: ClerksParts,
  idOrLogin: string,
  { domain, ...by }: Within,
): Promise<{ clerk: AdminClerk; sessions_ended: number }> {
  return parts.db.transaction().execute(async (trx) => {
    const inTransaction = { ...parts, db: trx };
    const { id } = await findClerk(inTransaction, domain.id, idOrLogin);
    const at = new Date(parts.clock.now());
    const ended = await revokeSessions(trx, { clerkId: id }, { because: 'signed_out_everywhere', at });
    const clerk = await findClerk(inTransaction, domain.id, id);
    const detail = { sessions_ended: ended };
    await recordAudit(trx, { action: 'clerk.signed_out', domainId: domain.id, ...by, target: targetOf(clerk), detail });
    return { clerk, sessions_ended: ended };
  });
}

const REFUSALS: Record<PasswordRefusal, string> = {
  too_short: `A password has at least ${MIN_PASSWORD_LENGTH} characters`,
  login_name: 'The password is the login name: choose another one',
  unchanged: 'The password is the one before: choose another one',
  common: 'This password is one of those that are guessed first: choose another one',
};

async function passwordColumns(
  { passwords, random }: ClerksParts,
  { login, chosen }: { login: string; chosen: string | undefined },
) {
  const refusal = chosen === undefined ? null : judgePassword(chosen, { login });
  if (refusal) throw new ApiError('invalid_request', REFUSALS[refusal]);
  const drawn = chosen === undefined ? drawPassword(random) : undefined;
  const password_hash = await passwords.hash(drawn ?? chosen ?? '');
  return { columns: { password_hash, password_is_one_time: drawn !== undefined }, drawn };
}

async function findWorkgroup(trx: Database, domainId: string, idOrName: string) {
  const rows = await trx.selectFrom('workgroups').select(['id', 'name']).where('domain_id', '=', domainId).execute();
  return findNamed('workgroup', rows, idOrName);
}

function targetOf({ id, login }: AdminClerk) {
  return { kind: 'clerk', id, name: login } as const;
}
