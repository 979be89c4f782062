import type { changePassword as endpoint } from '@scantix/api-contract';
import { recordAudit } from '../audit/record-audit.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer, OpenCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import { checkPassword, type PasswordParts } from './check-password.ts';
import { judgePassword } from './judge-password.ts';
import { revokeSessions } from './revoke-sessions.ts';

/** Replaces a clerk's own password and ends all their sessions. A one-time password is replaced the same way. */
export async function changePassword(
  parts: PasswordParts & { readonly clock: Clock },
  { body, context }: OpenCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { db, clock, passwords, clientAddress } = parts;
  // Before the password is checked: the answer says nothing of the account, and no guess was made.
  const refusal = judgePassword(body.new_password, { login: body.clerk, current: body.password });
  if (refusal) return { status: 'refused', refusal };
  const clerk = await checkPassword(parts, body, context);
  const password_hash = await passwords.hash(body.new_password);
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('clerks')
      .set({ password_hash, password_is_one_time: false })
      .where('id', '=', clerk.id)
      // Somebody may have reset it, or disabled the clerk, in between.
      .where('password_hash', '=', clerk.password_hash)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw new ApiError('unauthenticated', 'Invalid credentials');
    const at = new Date(clock.now());
    const sessions = await revokeSessions(trx, { clerkId: clerk.id }, { because: 'password_changed', at });
    await recordAudit(trx, {
      action: 'clerk.password_changed',
      domainId: clerk.domain_id,
      actor: { kind: 'clerk', id: clerk.id, login: clerk.login },
      target: { kind: 'clerk', id: clerk.id, name: clerk.login },
      detail: { one_time: clerk.password_is_one_time, sessions },
      address: clientAddress(context),
    });
  });
  return { status: 'changed' };
}
