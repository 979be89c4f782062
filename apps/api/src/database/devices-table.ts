import type { ColumnType } from 'kysely';

/** A device that made a call in a domain, and the order to wipe it. */
export interface DevicesTable {
  domain_id: string;
  device_id: string;
  name: string | null;
  first_seen_at: Date;
  /** When its last call came, to a minute. */
  seen_at: Date;
  /** Who made that call. */
  clerk_id: string | null;
  /** Where it came from. */
  address: string | null;
  app_build: string | null;
  /** The app's wire version; 0: it did not say. */
  wire: number | null;
  /** How many scans waited on the device; `null`: it did not say. */
  waiting: number | null;
  /** Its battery, 0 to 1; `null`: it did not say. So of the next three. */
  battery: ColumnType<number | null, number | null | undefined, number | null>;
  charging: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  /** When the server read the tickets that it has. */
  tickets_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  checkpoint_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** The id of the newest order to wipe it, also of one that is done; `null`: none, or taken back. */
  wipe_order: string | null;
  wipe_ordered_at: Date | null;
  wipe_ordered_by: string | null;
  /** The keys that the device had when the order was given: who has another one is not told. `null`, or none: who has its id is. */
  wipe_keys: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  wipe_done_at: Date | null;
  /** How many unsent scans stayed on it, sealed. */
  wipe_kept: number | null;
}
