import type { Kysely } from 'kysely';
import { makeIndexes } from '../build-indexes.ts';

/** What tells whether a message of a webhook is due, however many wait for later. */
export const up = (db: Kysely<unknown>): Promise<void> => makeIndexes(db, INDEXES);

export const INDEXES = [
  {
    name: 'webhook_deliveries_due',
    on: "webhook_deliveries (domain_id, webhook_id, next_at) where state = 'waiting'",
  },
];
