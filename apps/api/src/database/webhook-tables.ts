import type { ColumnType, Generated } from 'kysely';
import type { BigInteger } from './column-types.ts';

export interface WebhooksTable {
  domain_id: string;
  id: string;
  url: string;
  /** The contract's `WEBHOOK_EVENTS`. */
  events: string[];
  /** Whether its messages name the holders of tickets. */
  holder_data: boolean;
  /** Sealed by a key derived from `AUTH_SECRET`. */
  secret: Uint8Array;
  /** The secrets before, with a space between, which sign beside the new one until then. */
  old_secret: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
  old_secret_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  disabled_because: ColumnType<string | null, string | null | undefined, string | null>;
  /** Turns in a row in which nothing could be delivered. */
  failures: Generated<number>;
  failing_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The next try; `null`: now. */
  retry_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The turn of the process that delivers now. */
  lease: ColumnType<string | null, string | null | undefined, string | null>;
  lease_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** The outbox: a message for one webhook. */
export interface WebhookDeliveriesTable {
  domain_id: string;
  webhook_id: string;
  type: string;
  /** The id of what happened: scan, undo or conflict. */
  id: string;
  /** Rises in the order in which the messages were written. */
  sequence: BigInteger;
  /** The message's `data` as JSON text. */
  data: string;
  /** When it happened. */
  created_at: Date;
  state: Generated<'waiting' | 'delivered' | 'given_up'>;
  attempts: Generated<number>;
  /** When it was written, or was to be tried anew: from then on it ages. */
  waiting_since: Date;
  next_at: Date;
  last_attempt_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_status: ColumnType<number | null, number | null | undefined, number | null>;
  last_error: ColumnType<string | null, string | null | undefined, string | null>;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
