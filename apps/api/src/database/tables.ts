import type { FirstUse, Verdict } from '@scantix/api-contract';
import type { EffectKind, TicketState } from '@scantix/api-contract/rules';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { DevicesTable } from './devices-table.ts';

/** Written as JSON text and read as a value, so that PGlite and `pg` agree. */
type Json<Value> = ColumnType<Value, string, string>;

/** `pg` reads a text and PGlite a number: convert with `Number`. */
type BigInteger = ColumnType<string | number, number | undefined, number>;
type NullableBigInteger = ColumnType<string | number | null, number | null | undefined, number | null>;

interface DomainsTable {
  id: string;
  name: string;
  ticketing: 'on' | 'off';
  created_at: Date;
}

interface WorkgroupsTable {
  id: string;
  domain_id: string;
  name: string;
  /** The contract's `WORKGROUP_RIGHTS`. */
  rights: Generated<string[]>;
  /** Whether `scan` includes the search by name. */
  name_search: Generated<boolean>;
}

interface CheckpointsTable {
  id: string;
  domain_id: string;
  name: string;
  position: number;
  /** How many visitors fit in behind it; `null`: nobody said. */
  capacity: ColumnType<number | null, number | null | undefined, number | null>;
  /** Since when it is out of use; `null`: in use. */
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface WorkgroupCheckpointsTable {
  domain_id: string;
  workgroup_id: string;
  checkpoint_id: string;
}

interface ClerksTable {
  id: string;
  domain_id: string;
  workgroup_id: string;
  login: string;
  /** The folded login name, unique in the whole installation. */
  login_key: string;
  user_name: string;
  password_hash: string;
  /** Whether the password only lets its owner choose another one. */
  password_is_one_time: Generated<boolean>;
  disabled_at: Date | null;
  created_at: Date;
}

/** Why a session ended before its time. */
export type RevocationReason =
  | 'logout'
  | 'refresh_token_replayed'
  | 'password_changed'
  | 'clerk_disabled'
  | 'clerk_enabled'
  | 'signed_out_everywhere'
  | 'device_revoked'
  | 'device_wiped'
  | 'session_revoked';

interface SessionsTable {
  id: string;
  domain_id: string;
  clerk_id: string;
  device_id: string;
  remember_me: boolean;
  /** The generation of the newest refresh token. */
  generation: number;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  revoked_because: RevocationReason | null;
}

interface RefreshTokensTable {
  hash: Uint8Array;
  session_id: string;
  generation: number;
  issued_at: Date;
}

/** A pair of keys that signs access tokens. */
interface SigningKeysTable {
  kid: string;
  /** Names the `AUTH_SECRET` that sealed it. */
  secret_id: Uint8Array;
  /** The private half. */
  sealed: Uint8Array;
  state: 'next' | 'signing' | 'verifying' | 'revoked';
  created_at: Date;
  signs_since: Date | null;
  /** When it stopped signing. */
  replaced_at: Date | null;
  /** The longest lifetime of a token that it has signed. */
  token_seconds: number;
}

interface LoginLimitsTable {
  key: string;
  level: number;
  denied: boolean;
  updated_at: Date;
}

interface TicketsTable {
  id: string;
  domain_id: string;
  barcode: Uint8Array;
  /** SHA-256 of the barcode, computed by the database, since a barcode is too long for an index. */
  barcode_hash: ColumnType<Uint8Array, never, never>;
  status: TicketState['status'];
  holder: string | null;
  type: string;
  note: string | null;
  order_name: string | null;
  valid_from: Date | null;
  valid_until: Date | null;
  /** Checkpoints where the ticket is valid; empty: all. */
  works_at: string[];
  entries_allowed: number;
  entries_used: Generated<number>;
  inside: Generated<boolean>;
  first_use: ColumnType<FirstUse | null, string | null | undefined, string | null>;
  last_entry: ColumnType<TicketState['lastEntry'], string | null | undefined, string | null>;
  recent_effects: ColumnType<TicketState['recentEffects'], string | undefined, string>;
  /** Barcode, holder and order by `searchText`. */
  search_text: string;
  updated_at: Date;
  /** When the holder's data was erased; it is not taken in again. */
  erased_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** The change feed of a domain's tickets. Triggers update it: see migration 0002. */
interface TicketFeedsTable {
  domain_id: string;
  snapshot_id: Generated<string>;
  snapshot_key: Generated<Uint8Array>;
  last_change: BigInteger;
  ticket_count: BigInteger;
  key_sum: BigInteger;
  change_sum: BigInteger;
}

interface TicketChangesTable {
  domain_id: string;
  key: Uint8Array;
  /** `null`: the ticket was deleted. */
  ticket_id: string | null;
  change: BigInteger;
}

/** A sealed range of the change feed. It never changes; another one supersedes it. */
interface SnapshotSegmentsTable {
  domain_id: string;
  /** SHA-256 of its lines before compression. */
  sha256: Uint8Array;
  snapshot_id: string;
  /** The range: after `from_change`, up to and including `to_change`. */
  from_change: BigInteger;
  to_change: BigInteger;
  row_count: number;
  /** The `TICKET_FORMAT` of its rows; `null`: 1, sealed by a build that did not say it. */
  row_format: number | null;
  /** The lines in gzip. */
  body: Uint8Array;
  superseded_at: Date | null;
}

/** The turn of the process that seals a domain's segments now. */
interface SnapshotSealersTable {
  domain_id: string;
  until: Date;
  /** The id of the turn; `null`: a process of an older build has it. */
  owner: string | null;
}

interface ScansTable {
  domain_id: string;
  id: string;
  barcode: Uint8Array;
  barcode_hash: ColumnType<Uint8Array, never, never>;
  raw: Uint8Array | null;
  symbology: string;
  scan_method: string;
  mode: string;
  checkpoint_id: string;
  claimed_at: Date;
  received_at: Date;
  clock_offset_ms: number | null;
  device_id: string;
  claimed_by: string;
  submitted_by: string;
  /** The device whose session delivered it; `null`: recorded by an older build. */
  received_from: ColumnType<string | null, string | null | undefined, string | null>;
  ticket_id: string | null;
  outcome: string;
  reason: string;
  verdict: Json<Verdict>;
  device_verdict: ColumnType<Verdict | null, string | null, string>;
  /** The claimed time on this server's clock, never later than `received_at`; `received_at` if the claim is in doubt. */
  happened_at: Date;
  /** What the scan did to its ticket. An undo does not change it; a late verdict of the device may. */
  effect: Generated<'none' | EffectKind>;
  /** The time of the effect in the order of the ticket's effects; `null`: no effect. */
  effect_at: Date | null;
  /** The ticket's change number after the effect. */
  ticket_change: NullableBigInteger;
  payload_hash: Uint8Array;
  /** The number of the newest change, counted for the device whose session made it; `null`: made by an older build. */
  receipt: NullableBigInteger;
  /** Whether the server had answered for it before and lost it since. */
  offered_again: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  /** Why somebody should look at the scan; `null`: no reason. */
  marks: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  /** Barcode and holder by `searchText`. */
  search_text: string;
}

interface ScanUndosTable {
  domain_id: string;
  id: string;
  scan_id: string;
  device_id: string;
  claimed_at: Date;
  clock_offset_ms: number | null;
  happened_at: Date;
  received_at: Date;
  undone_by: string;
  submitted_by: string;
  /** As of a scan. */
  received_from: ColumnType<string | null, string | null | undefined, string | null>;
  ticket_change: NullableBigInteger;
  /** As of a scan. */
  receipt: NullableBigInteger;
  offered_again: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
}

/** One row, made with the database. A restored copy keeps it. */
interface DatabaseEpochTable {
  epoch: Generated<string>;
}

/** The number of the newest change by each device. */
interface DeviceReceiptsTable {
  domain_id: string;
  device_id: string;
  last_receipt: BigInteger;
}

interface ScanConflictsTable {
  domain_id: string;
  id: string;
  scan_id: string;
  with_scan_id: string | null;
  kind: string;
  created_at: Date;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
}

/** One line of the audit log: see `recordAudit`. */
interface AuditEventsTable {
  id: ColumnType<string | number, never, never>;
  domain_id: string | null;
  at: Generated<Date>;
  action: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string | null;
  target_kind: string | null;
  target_id: string | null;
  target_name: string | null;
  detail: ColumnType<Record<string, unknown> | null, string | null, never>;
  address: string | null;
}

interface WebhooksTable {
  domain_id: string;
  id: string;
  url: string;
  /** The contract's `WEBHOOK_EVENTS`. */
  events: string[];
  /** Whether its messages name the holders of tickets. */
  holder_data: boolean;
  /** Sealed by a key derived from `AUTH_SECRET`. */
  secret: Uint8Array;
  /** The secret before, which signs beside the new one until then. */
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
interface WebhookDeliveriesTable {
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

/** Every table of the database. */
export interface Tables {
  domains: DomainsTable;
  workgroups: WorkgroupsTable;
  checkpoints: CheckpointsTable;
  workgroup_checkpoints: WorkgroupCheckpointsTable;
  clerks: ClerksTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  signing_keys: SigningKeysTable;
  login_limits: LoginLimitsTable;
  tickets: TicketsTable;
  ticket_feeds: TicketFeedsTable;
  ticket_changes: TicketChangesTable;
  snapshot_segments: SnapshotSegmentsTable;
  snapshot_sealers: SnapshotSealersTable;
  scans: ScansTable;
  scan_undos: ScanUndosTable;
  scan_conflicts: ScanConflictsTable;
  database_epoch: DatabaseEpochTable;
  device_receipts: DeviceReceiptsTable;
  audit_events: AuditEventsTable;
  devices: DevicesTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

export type Database = Kysely<Tables>;
