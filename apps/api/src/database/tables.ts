import type { ClerkDecision, FirstUse, Verdict } from '@scantix/api-contract';
import type { EffectKind, TicketState } from '@scantix/api-contract/rules';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type {
  DeviceKeysTable,
  LoginLimitsTable,
  RefreshTokensTable,
  SigningKeysTable,
  UsedProofsTable,
} from './auth-tables.ts';
import type { BigInteger, Json, NullableBigInteger } from './column-types.ts';
import type { DevicesTable } from './devices-table.ts';
import type { ReportChangesTable, ReportCountsTable, ReportHoursTable, TicketTotalsTable } from './report-tables.ts';
import type {
  SnapshotSealersTable,
  SnapshotSegmentsTable,
  TicketChangesTable,
  TicketFeedsTable,
} from './snapshot-tables.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts';

interface DomainsTable {
  id: string;
  name: string;
  ticketing: 'on' | 'off';
  created_at: Date;
  /** IANA name; `null`: UTC. */
  time_zone: ColumnType<string | null, string | null | undefined, string | null>;
  /** After how many days scans lose the holder's data; `null`: never. */
  erase_after_days: ColumnType<number | null, number | null | undefined, number | null>;
  /** Scans received before have lost it. */
  erased_until: ColumnType<Date | null, never, Date | null>;
  /** After how many days scans are deleted; `null`: never. */
  delete_after_days: ColumnType<number | null, number | null | undefined, number | null>;
}

/** The turn of the process that imports tickets of a domain now. */
interface TicketImportersTable {
  domain_id: string;
  until: Date;
  owner: string;
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
  /** The key that the session is bound to; `null`: none. */
  device_key: ColumnType<string | null, string | null | undefined, string>;
  remember_me: boolean;
  /** The generation of the newest refresh token. */
  generation: number;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  revoked_because: RevocationReason | null;
  /** When the audit log last got a refused refresh of this session; `null`: never. */
  refusal_recorded_at: ColumnType<Date | null, never, Date>;
  /** How many were refused since without a line of their own. */
  refusals_not_recorded: ColumnType<number | null, never, number>;
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
  section: ColumnType<string | null, string | null | undefined, string | null>;
  seat: ColumnType<string | null, string | null | undefined, string | null>;
  valid_from: Date | null;
  valid_until: Date | null;
  /** Checkpoints where the ticket is valid; empty: all. */
  works_at: string[];
  entries_allowed: number;
  entries_used: Generated<number>;
  inside: Generated<number>;
  first_use: ColumnType<FirstUse | null, string | null | undefined, string | null>;
  last_entry: ColumnType<TicketState['lastEntry'], string | null | undefined, string | null>;
  recent_effects: ColumnType<TicketState['recentEffects'], string | undefined, string>;
  /** Barcode, holder and order by `searchText`. */
  search_text: string;
  updated_at: Date;
  /** When the holder's data was erased; it is not taken in again. */
  erased_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
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
  /** The device whose session delivered it. */
  received_from: string;
  /** The key of that session; `null`: it had none. */
  received_key: ColumnType<string | null, string | null | undefined, string | null>;
  ticket_id: string | null;
  /** Those of the verdict that counts, as `countedVerdict` reads. */
  outcome: string;
  reason: string;
  /** The first one. */
  verdict: Json<Verdict>;
  device_verdict: ColumnType<Verdict | null, string | null, string>;
  /** What the clerk decided where neither server nor device had; `device_verdict` says it too. */
  clerk_decision: ColumnType<ClerkDecision | null, ClerkDecision | null | undefined, ClerkDecision | null>;
  /** The claimed time on this server's clock, never later than `received_at`; `received_at` if the claim is in doubt. */
  happened_at: Date;
  /** What the scan did to its ticket. An undo does not change it; a late verdict of the device may. */
  effect: Generated<'none' | EffectKind>;
  /** The time of the effect in the order of the ticket's effects; `null`: no effect. */
  effect_at: Date | null;
  /** The ticket's change number after the effect. */
  ticket_change: NullableBigInteger;
  payload_hash: Uint8Array;
  /** The number of the newest change, counted for the device whose session made it. */
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
  received_from: string;
  received_key: ColumnType<string | null, string | null | undefined, string | null>;
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
  request_id: string | null;
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
  device_keys: DeviceKeysTable;
  used_proofs: UsedProofsTable;
  login_limits: LoginLimitsTable;
  tickets: TicketsTable;
  ticket_feeds: TicketFeedsTable;
  ticket_changes: TicketChangesTable;
  snapshot_segments: SnapshotSegmentsTable;
  snapshot_sealers: SnapshotSealersTable;
  ticket_importers: TicketImportersTable;
  scans: ScansTable;
  scan_undos: ScanUndosTable;
  scan_conflicts: ScanConflictsTable;
  database_epoch: DatabaseEpochTable;
  device_receipts: DeviceReceiptsTable;
  audit_events: AuditEventsTable;
  devices: DevicesTable;
  report_hours: ReportHoursTable;
  report_counts: ReportCountsTable;
  report_changes: ReportChangesTable;
  ticket_totals: TicketTotalsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

export type Database = Kysely<Tables>;
