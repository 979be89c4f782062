import type { Generated } from 'kysely';
import type { BigInteger } from './column-types.ts';

/** The change feed of a domain's tickets. Triggers update it: see `migrations/0001-foundations/ticket-feeds.ts`. */
export interface TicketFeedsTable {
  domain_id: string;
  snapshot_id: Generated<string>;
  snapshot_key: Generated<Uint8Array>;
  last_change: BigInteger;
  ticket_count: BigInteger;
  key_sum: BigInteger;
  change_sum: BigInteger;
}

export interface TicketChangesTable {
  domain_id: string;
  key: Uint8Array;
  /** `null`: the ticket was deleted. */
  ticket_id: string | null;
  change: BigInteger;
}

/** A sealed range of the change feed. It never changes; another one supersedes it. */
export interface SnapshotSegmentsTable {
  domain_id: string;
  /** SHA-256 of its lines before compression. */
  sha256: Uint8Array;
  snapshot_id: string;
  /** The range: after `from_change`, up to and including `to_change`. */
  from_change: BigInteger;
  to_change: BigInteger;
  row_count: number;
  /** The `TICKET_FORMAT` of its rows. */
  row_format: number;
  /** The lines in gzip. */
  body: Uint8Array;
  superseded_at: Date | null;
}

/** The turn of the process that seals a domain's segments now. */
export interface SnapshotSealersTable {
  domain_id: string;
  until: Date;
  /** The id of the turn. */
  owner: string;
}
