import { sql, type Updateable } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import type { DueMessage, LeasedWebhook } from './lease-webhook.ts';
import {
  DISABLE_AFTER_MS,
  GIVE_UP_AFTER_MS,
  MAX_DELAY_MS,
  messageDelayMs,
  type Outcome,
  outcomeOf,
  receiverDelayMs,
} from './retry-plan.ts';
import type { Attempt } from './send-message.ts';

/** A message that was tried. */
export interface TriedMessage {
  readonly message: DueMessage;
  readonly attempt: Attempt;
}

/** What a turn has shown of the receiver. */
export type TurnResult =
  /** `retryAfterMs`: what it has asked for, in milliseconds; 0 if nothing. */
  | { readonly kind: 'working'; readonly retryAfterMs: number }
  /** It has taken nothing, and judged a message. */
  | { readonly kind: 'refusing'; readonly retryAfterMs: number }
  /** Nothing was tried, or what was has been cut short by this process. */
  | { readonly kind: 'untried' }
  | { readonly kind: 'gone' }
  /** `retryAfterMs`: milliseconds until it is asked again. */
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number };

/**
 * Judges a turn. Where the receiver took or judged a single message, what else failed is about its message; one that takes
 * nothing for long, such as one with a wrong secret, fails all the same. Pure.
 */
export function judgeTurn(
  tried: readonly TriedMessage[],
  { failures }: { failures: number },
  jitter: number,
): TurnResult {
  const outcomes = tried.map(({ attempt }) => outcome(attempt));
  if (outcomes.includes('gone')) return { kind: 'gone' };
  if (tried.length === 0) return { kind: 'untried' };
  const asked = Math.max(
    0,
    ...tried.map(({ attempt }) => (outcome(attempt) === 'unavailable' ? (retryAfterMsOf(attempt) ?? 0) : 0)),
  );
  const retryAfterMs = Math.min(MAX_DELAY_MS, asked);
  if (outcomes.includes('delivered')) return { kind: 'working', retryAfterMs };
  if (outcomes.includes('refused')) return { kind: 'refusing', retryAfterMs };
  return { kind: 'unavailable', retryAfterMs: receiverDelayMs(failures + 1, { jitter, retryAfterMs: asked }) };
}

const retryAfterMsOf = (attempt: Attempt) => (attempt.kind === 'answered' ? attempt.retryAfterMs : null);

const outcome = (attempt: Attempt): Outcome => outcomeOf(attempt.kind === 'answered' ? attempt.status : null);

/**
 * Writes what became of a turn's messages, in one statement, and gives the turn back with what it has shown. Resolves with why
 * that disables the webhook, if it does.
 */
export async function settleTurn(
  db: Database,
  hook: LeasedWebhook,
  tried: readonly TriedMessage[],
  { result, now, jitter }: { result: TurnResult; now: number; jitter: number },
): Promise<string | null | undefined> {
  if (tried.length > 0) await settleMessages(db, hook, tried, { result, now, jitter });
  const health = healthAfter(result, hook, now);
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ ...health, lease: null, lease_until: null })
    .where('domain_id', '=', hook.domain_id)
    .where('id', '=', hook.id)
    .where('lease', '=', hook.lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? health.disabled_because : null;
}

function healthAfter(result: TurnResult, hook: LeasedWebhook, now: number): Updateable<Tables['webhooks']> {
  const at = new Date(now);
  const failing_since = hook.failing_since ?? at;
  const isOver = now - failing_since.getTime() >= DISABLE_AFTER_MS;
  const disabled = isOver ? { disabled_at: at, disabled_because: 'failing' } : {};
  switch (result.kind) {
    case 'working':
      return {
        ...{ failures: 0, failing_since: null },
        retry_at: result.retryAfterMs > 0 ? new Date(now + result.retryAfterMs) : null,
      };
    case 'untried':
      return {};
    case 'gone':
      return { disabled_at: at, disabled_because: 'gone' };
    case 'refusing':
      // `retry_at` keeps the time of this turn: a day without another one ends the row.
      return { failures: 0, failing_since, retry_at: new Date(now + result.retryAfterMs), ...disabled };
    case 'unavailable':
      return {
        ...{ failures: hook.failures + 1, failing_since, retry_at: new Date(now + result.retryAfterMs) },
        ...disabled,
      };
  }
}

async function settleMessages(
  db: Database,
  hook: LeasedWebhook,
  tried: readonly TriedMessage[],
  { result, now, jitter }: { result: TurnResult; now: number; jitter: number },
): Promise<void> {
  const settled = tried.map(({ message, attempt }) => {
    const attempts = message.attempts + 1;
    const status = attempt.kind === 'answered' ? attempt.status : null;
    const delivered = outcome(attempt) === 'delivered';
    const tooOld = now - message.waiting_since.getTime() >= GIVE_UP_AFTER_MS;
    // While the receiver is unavailable, its own delay holds everything back.
    const delayMs = result.kind === 'unavailable' ? 0 : messageDelayMs(attempts, { jitter });
    return {
      ...{ type: message.type, id: message.id, attempts, status, since: message.waiting_since.toISOString() },
      state: delivered ? 'delivered' : tooOld ? 'given_up' : 'waiting',
      next: new Date(now + delayMs).toISOString(),
      error: attempt.kind === 'failed' ? attempt.error : null,
    };
  });
  const ofHook = sql`message.domain_id = ${hook.domain_id} and message.webhook_id = ${hook.id}`;
  await sql`
    with done as (
      select * from unnest(
        ${settled.map(({ type }) => type)}::text[], ${settled.map(({ id }) => id)}::uuid[],
        ${settled.map(({ state }) => state)}::text[], ${settled.map(({ attempts }) => attempts)}::integer[],
        ${settled.map(({ next }) => next)}::timestamptz[], ${settled.map(({ status }) => status)}::integer[],
        ${settled.map(({ error }) => error)}::text[], ${settled.map(({ since }) => since)}::timestamptz[]
      ) as done (type, id, state, attempts, next_at, status, error, waiting_since)
    ), locked as materialized (
      -- Messages are locked in the order of their sequence everywhere: in two orders, two statements would wait for each other.
      select done.* from done join webhook_deliveries as message
        on ${ofHook} and message.type = done.type and message.id = done.id
      order by message.sequence for no key update of message
    )
    update webhook_deliveries as message set
      state = done.state, attempts = greatest(message.attempts, done.attempts), next_at = done.next_at, last_attempt_at = ${new Date(now)},
      last_status = done.status, last_error = done.error,
      finished_at = case when done.state = 'waiting' then null else ${new Date(now)}::timestamptz end
    from locked as done
    where ${ofHook} and message.type = done.type and message.id = done.id and message.state = 'waiting'
      -- What is written only after another process has tried it again, or an operator has asked for that, says no more than
      -- that it has come.
      and (done.state = 'delivered'
        or (message.attempts < done.attempts and message.waiting_since = done.waiting_since))`.execute(db);
}
