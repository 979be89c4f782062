import { type Selectable, sql } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import { usageColumns } from '../ticket-rows/ticket-state.ts';
import type { JudgedScan } from './found-scan.ts';
import type { PreparedConflict } from './prepare-conflicts.ts';
import { scanRow } from './scan-row.ts';

/** What the database gave a scan. */
export type WrittenScan = Pick<Selectable<Tables['scans']>, 'id' | 'ticket_change' | 'receipt'>;

/**
 * Writes judged scans: what they change on tickets, their rows with change and receipt numbers, and their conflicts. It is
 * one statement and the last of its transaction, since the feed's row is locked from here to the commit: no other ticket of
 * the domain changes meanwhile. The device's receipt numbers are locked after the feed, as undos do.
 *
 * A scan that another transaction has recorded meanwhile is missing from the result.
 */
export async function writeScans(
  trx: Database,
  { domainId, receivedAt }: { domainId: string; receivedAt: number },
  { scans, conflicts }: { scans: readonly JudgedScan[]; conflicts: readonly PreparedConflict[] },
): Promise<Map<string, WrittenScan>> {
  if (scans.length === 0) return new Map();
  const usages = scans.flatMap(({ row, used }) =>
    row && used ? [{ id: row.id, domain_id: domainId, ...usageColumns(used) }] : [],
  );
  // The trigger numbers the changes of a statement by the ids of their tickets.
  const ids = usages.map(({ id }) => id).sort();
  const places = new Map(ids.map((id, index) => [id, index + 1]));
  const changes = new Map<string, number>();
  // The number of a scan is below that of its device's last change by the number of scans behind it.
  const rows = scans.toReversed().map((one) => {
    const { row, used, context, judgement } = one;
    const { deviceId } = context.submitter;
    const behind = changes.get(deviceId) ?? 0;
    changes.set(deviceId, behind + 1);
    const nth = row && used ? places.get(row.id) : undefined;
    return { ...jsonRow(scanRow(one, judgement)), receipts_behind: behind, nth_change: nth ?? null };
  });
  const devices = [...changes].map(([device_id, count]) => ({ device_id, changes: count }));
  const { rows: written } = await sql<WrittenScan>`
    with feed as (
      select last_change from ticket_feeds where domain_id = ${domainId}::uuid and ${usages.length}::int > 0 for update
    ), raised as (
      insert into device_receipts (domain_id, device_id, last_receipt)
      select ${domainId}::uuid, device_id, changes
      from json_to_recordset(${JSON.stringify(devices)}::json) as device (device_id text, changes bigint)
      cross join (select count(*) from feed) as locked_first
      order by device_id
      on conflict (domain_id, device_id)
        do update set last_receipt = device_receipts.last_receipt + excluded.last_receipt
      returning device_id, last_receipt
    ), used as (
      update tickets set entries_used = usage.entries_used, inside = usage.inside, first_use = usage.first_use,
        last_entry = usage.last_entry, recent_effects = usage.recent_effects,
        updated_at = ${new Date(receivedAt)}::timestamptz
      from (
        select * from json_to_recordset(${JSON.stringify(usages)}::json) as usage (
          domain_id uuid, id uuid, entries_used integer, inside integer, first_use jsonb, last_entry jsonb, recent_effects jsonb
        )
        -- The planner expects a hundred rows of a function, and for these it reads all tickets of a small table.
        limit ${usages.length}
      ) as usage
      -- By the domain in the rows: for a constant one, a planner that takes it for small reads all of its tickets.
      where tickets.domain_id = usage.domain_id and tickets.id = usage.id
    ), written as (
      insert into scans (${sql.raw(COLUMN_NAMES)}, domain_id, ticket_change, receipt)
      select ${sql.raw(COLUMN_VALUES)}, ${domainId}::uuid, feed.last_change + nth_change,
        raised.last_receipt - given.receipts_behind
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        ${sql.raw(COLUMN_TYPES)}, nth_change bigint, receipts_behind bigint
      )
      join raised on raised.device_id = given.received_from
      left join feed on given.nth_change is not null
      order by given.id
      on conflict (domain_id, id) do nothing
      returning id, ticket_change, receipt
    ), told as (
      insert into scan_conflicts (domain_id, id, scan_id, with_scan_id, kind, created_at)
      select ${domainId}::uuid, id, scan_id, with_scan_id, kind, ${new Date(receivedAt)}::timestamptz
      from json_to_recordset(${JSON.stringify(conflicts)}::json) as conflict (
        id uuid, scan_id uuid, with_scan_id uuid, kind text
      )
    )
    select id, ticket_change, receipt from written`.execute(trx);
  return new Map(written.map((scan) => [scan.id, scan]));
}

type ScanColumns = Omit<ReturnType<typeof scanRow>, 'domain_id' | 'ticket_change' | 'receipt'>;

/** The columns of a scan, as `json_to_recordset` reads them. */
const COLUMNS = {
  id: 'uuid',
  barcode: 'bytea',
  raw: 'bytea',
  symbology: 'text',
  scan_method: 'text',
  mode: 'text',
  checkpoint_id: 'uuid',
  claimed_at: 'timestamptz',
  received_at: 'timestamptz',
  happened_at: 'timestamptz',
  clock_offset_ms: 'double precision',
  device_id: 'text',
  claimed_by: 'uuid',
  submitted_by: 'uuid',
  received_from: 'text',
  received_key: 'uuid',
  ticket_id: 'uuid',
  outcome: 'text',
  reason: 'text',
  // Text that holds JSON: read as JSON, a U+0000 in it would be refused.
  verdict: 'text',
  device_verdict: 'text',
  clerk_decision: 'text',
  effect: 'text',
  effect_at: 'timestamptz',
  payload_hash: 'bytea',
  offered_again: 'boolean',
  marks: 'text[]',
  search_text: 'text',
} as const satisfies Record<keyof ScanColumns, string>;

const NAMES = Object.keys(COLUMNS);
const COLUMN_NAMES = NAMES.join(', ');
const COLUMN_VALUES = NAMES.map((name) => `given.${name}${name.endsWith('verdict') ? '::json' : ''}`).join(', ');
const COLUMN_TYPES = Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** A row as JSON has it: bytes in hexadecimal, and no half of a surrogate pair, which PostgreSQL refuses. */
function jsonRow({ domain_id: _, ...row }: ReturnType<typeof scanRow>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, jsonValue(value)]));
}

function jsonValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'string' ? value.toWellFormed() : value;
}
