import { type AdminWebhook, WEBHOOK_EVENTS, type WebhookEvent } from '@scantix/api-contract/admin';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Secrets } from '../auth/secrets.ts';
import type { Database, Tables } from '../database/tables.ts';
import { lockDomain } from '../domains/lock-domain.ts';
import { ApiError } from '../http/api-error.ts';
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import { ReceiverRefusedError, readReceiverUrl } from './receiver-address.ts';
import { secretsOf } from './sign-for-webhook.ts';
import { findWebhook, webhookOf } from './webhook-rows.ts';
import { newSecret, sealSecret } from './webhook-secrets.ts';

/** What changing webhooks needs of the app. */
export interface WebhooksParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: () => string;
  readonly secrets: Secrets;
  /** Whether receivers in the operator's own network are allowed, over http too. @default false */
  readonly webhooksToPrivate?: boolean;
}

/** Who does it, for the audit log. */
type By = Pick<AuditEvent, 'actor' | 'address'>;

/** A webhook of a domain. */
export interface WebhookId {
  readonly domainId: string;
  readonly id: string;
}

/** How long the secrets before the newest one sign too, and how many. */
const OLD_SECRET_MS = 24 * 3_600_000;
const OLD_SECRETS = 2;
const MAX_WEBHOOKS = 20;
const DELETED_AT_ONCE = 1_000;
/** Messages that one statement changes. */
const CHANGED_AT_ONCE = 5_000;

/**
 * Creates a webhook. The secret is told once.
 * @throws ApiError `invalid_request`: the address is refused; `conflict`: the domain has too many, or this one already
 */
export async function createWebhook(
  { db, clock, random, newId, secrets, webhooksToPrivate = false }: WebhooksParts,
  domainId: string,
  asked: { url: string; events?: readonly WebhookEvent[] | undefined; holder_data?: boolean | undefined },
  by: By,
): Promise<AdminWebhook & { secret: string }> {
  const id = newId();
  const secret = newSecret(random);
  const url = readUrl(asked.url, webhooksToPrivate);
  const events = [...new Set(asked.events ?? WEBHOOK_EVENTS)];
  const { holder_data = false } = asked;
  return db.transaction().execute(async (trx) => {
    await lockDomain(trx, domainId);
    const hooks = await trx.selectFrom('webhooks').selectAll().where('domain_id', '=', domainId).execute();
    // The answer with it may have been lost.
    const same = findSame(hooks, { id, url: url.href, events, holder_data });
    if (same) {
      throw new ApiError('conflict', `The domain has this webhook already: rotate ${same.id} for another secret`);
    }
    if (hooks.length >= MAX_WEBHOOKS) {
      throw new ApiError('conflict', `A domain has at most ${MAX_WEBHOOKS} webhooks`);
    }
    const sealed = sealSecret(secret, { key: secrets.webhookKey, webhookId: id, random });
    const made = { domain_id: domainId, id, url: url.href, events, holder_data };
    await trx
      .insertInto('webhooks')
      .values({ ...made, secret: sealed, created_at: new Date(clock.now()) })
      .execute();
    const detail = { host: url.host, events, holder_data };
    await recordAudit(trx, { action: 'webhook.created', domainId, ...by, target: { kind: 'webhook', id }, detail });
    return { ...webhookOf(await findWebhook(trx, { domainId, id })), secret };
  });
}

/** Another webhook that is not disabled and tells the same to the same address: a receiver would hear everything twice. */
const findSame = (
  hooks: readonly Selectable<Tables['webhooks']>[],
  { id, url, events, holder_data }: Pick<Selectable<Tables['webhooks']>, 'id' | 'url' | 'events' | 'holder_data'>,
) =>
  hooks.find(
    (hook) =>
      !hook.disabled_at &&
      hook.id !== id &&
      hook.url === url &&
      hook.holder_data === holder_data &&
      hook.events.length === events.length &&
      events.every((event) => hook.events.includes(event)),
  );

function readUrl(text: string, allowPrivate: boolean): URL {
  try {
    return readReceiverUrl(text, { allowPrivate });
  } catch (error) {
    if (error instanceof ReceiverRefusedError) throw new ApiError('invalid_request', error.message);
    throw error;
  }
}

/**
 * Gives a webhook a new secret. The one before signs too for a day, so that the receiver can change over, and so does the
 * one before that where it still signs: the answer with the one between may have been lost.
 */
export function rotateWebhook(
  { db, clock, random, secrets }: WebhooksParts,
  hook: WebhookId,
  by: By,
): Promise<AdminWebhook & { secret: string }> {
  const secret = newSecret(random);
  return db.transaction().execute(async (trx) => {
    await lockDomain(trx, hook.domainId);
    const now = clock.now();
    const old = secretsOf(await findWebhook(trx, hook), { key: secrets.webhookKey, now }).slice(0, OLD_SECRETS);
    const seal = (text: string) => sealSecret(text, { key: secrets.webhookKey, webhookId: hook.id, random });
    await ofWebhook(trx, hook)
      .set({
        secret: seal(secret),
        ...(old.length > 0
          ? { old_secret: seal(old.join(' ')), old_secret_until: new Date(now + OLD_SECRET_MS) }
          : { old_secret: null, old_secret_until: null }),
      })
      .execute();
    await recordChange(trx, hook, by, { rotated: true });
    return { ...webhookOf(await findWebhook(trx, hook)), secret };
  });
}

/** What an operator's request takes from a turn that runs: its end would write what it knew before. */
const NO_LEASE = { lease: null, lease_until: null };
const ANEW = { failures: 0, failing_since: null, retry_at: null, ...NO_LEASE };

/**
 * Disables a webhook, or enables it: what waits is then tried at once.
 * @throws ApiError `conflict`: another one that is not disabled is the same
 */
export async function setWebhookDisabled(
  { db, clock }: WebhooksParts,
  hook: WebhookId,
  disabled: boolean,
  by: By,
): Promise<AdminWebhook> {
  await findWebhook(db, hook);
  const now = new Date(clock.now());
  // Only what the receiver refused has a time of its own: what it could not take is due.
  if (!disabled) await changeInParts(db, hook, { next_at: now }, sql`state = 'waiting' and next_at > ${now}`);
  return db.transaction().execute(async (trx) => {
    if (!disabled) await refuseSame(trx, hook);
    await ofWebhook(trx, hook)
      .set(
        disabled
          ? { disabled_at: new Date(clock.now()), disabled_because: 'by_hand', ...NO_LEASE }
          : { disabled_at: null, disabled_because: null, ...ANEW },
      )
      .execute();
    await recordChange(trx, hook, by, { disabled });
    return webhookOf(await findWebhook(trx, hook));
  });
}

async function refuseSame(trx: Database, hook: WebhookId): Promise<void> {
  await lockDomain(trx, hook.domainId);
  const hooks = await trx.selectFrom('webhooks').selectAll().where('domain_id', '=', hook.domainId).execute();
  const same = findSame(hooks, await findWebhook(trx, hook));
  if (same) throw new ApiError('conflict', `The domain has this webhook already: disable ${same.id} first`);
}

/**
 * Deletes a webhook with its messages. It is disabled before, and its messages are deleted in parts: a scan that writes a
 * message would wait for the deletion of its webhook.
 */
export async function deleteWebhook(parts: WebhooksParts, hook: WebhookId, by: By): Promise<{ deleted: true }> {
  const { db } = parts;
  const { disabled_at } = await findWebhook(db, hook);
  // With a line of its own in the audit log: the process may be killed before the end.
  if (!disabled_at) await setWebhookDisabled(parts, hook, true, by);
  const some = db
    .selectFrom('webhook_deliveries')
    .select('sequence')
    .where('domain_id', '=', hook.domainId)
    .where('webhook_id', '=', hook.id)
    .orderBy('sequence')
    .limit(DELETED_AT_ONCE)
    .forUpdate();
  for (let gone = DELETED_AT_ONCE; gone === DELETED_AT_ONCE; ) {
    const { numDeletedRows } = await db
      .deleteFrom('webhook_deliveries')
      .where('domain_id', '=', hook.domainId)
      .where('webhook_id', '=', hook.id)
      .where('sequence', 'in', some)
      .executeTakeFirst();
    gone = Number(numDeletedRows);
  }
  await db.transaction().execute(async (trx) => {
    const { domainId, id } = hook;
    const { numDeletedRows } = await trx
      .deleteFrom('webhooks')
      .where('domain_id', '=', domainId)
      .where('id', '=', id)
      .executeTakeFirst();
    // Another call was first.
    if (numDeletedRows === 0n) return;
    await recordAudit(trx, { action: 'webhook.deleted', domainId, ...by, target: { kind: 'webhook', id } });
  });
  return { deleted: true };
}

/**
 * Makes due at once what waits or was given up.
 * @throws ApiError `conflict`: it is disabled, so that nothing would be sent
 */
export async function retryDeliveries(
  { db, clock }: WebhooksParts,
  hook: WebhookId,
  by: By,
): Promise<{ retried: number }> {
  const { disabled_at } = await findWebhook(db, hook);
  if (disabled_at) throw new ApiError('conflict', 'The webhook is disabled: enable it first');
  const now = new Date(clock.now());
  // A message that was given up waits from now on, not from when it happened.
  const again = { state: 'waiting', finished_at: null, next_at: now, attempts: 0, waiting_since: now } as const;
  const retried = await changeInParts(db, hook, again, sql`state <> 'delivered'`);
  return db.transaction().execute(async (trx) => {
    await ofWebhook(trx, hook).set(ANEW).execute();
    await recordChange(trx, hook, by, { retried });
    return { retried };
  });
}

/** Changes messages in parts, the oldest first: one statement for all of them may take longer than it is given. */
async function changeInParts(
  db: Database,
  { domainId, id }: WebhookId,
  changed: Updateable<Tables['webhook_deliveries']>,
  which: RawBuilder<boolean>,
): Promise<number> {
  const ofHook = { domain_id: domainId, webhook_id: id };
  let count = 0;
  for (let last = 0; ; ) {
    const some = db
      .selectFrom('webhook_deliveries')
      .select('sequence')
      .where(({ and }) => and(ofHook))
      .where(which)
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(CHANGED_AT_ONCE)
      .forUpdate();
    const rows = await db
      .updateTable('webhook_deliveries')
      .set(changed)
      .where(({ and }) => and(ofHook))
      .where(which)
      // An array, for the index: a planner without statistics reads all messages for a list of them.
      .where('sequence', '=', sql<number>`any(array(${some}))`)
      .returning('sequence')
      .execute();
    if (rows.length === 0) return count;
    count += rows.length;
    last = Math.max(...rows.map(({ sequence }) => Number(sequence)));
  }
}

const ofWebhook = (db: Database, { domainId, id }: WebhookId) =>
  db.updateTable('webhooks').where('domain_id', '=', domainId).where('id', '=', id);

function recordChange(trx: Database, { domainId, id }: WebhookId, by: By, detail: AuditEvent['detail']) {
  return recordAudit(trx, { action: 'webhook.changed', domainId, ...by, target: { kind: 'webhook', id }, detail });
}
