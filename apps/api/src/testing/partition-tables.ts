import type { Pool } from 'pg';

/** The tables of a domain's data that are spread over partitions by their domain. */
export const PARTITIONED: readonly string[] = [
  ...['workgroups', 'checkpoints', 'workgroup_checkpoints', 'tickets', 'ticket_feeds', 'ticket_changes'],
  ...['ticket_totals', 'scans', 'scan_undos', 'scan_conflicts', 'device_receipts', 'devices', 'device_keys'],
  ...['snapshot_segments', 'snapshot_sealers', 'ticket_importers', 'webhooks', 'webhook_deliveries'],
  ...['report_hours', 'report_counts', 'report_changes'],
];

/** Makes the tables of domains with so many hash partitions, as a server that spreads domains over nodes does. */
export function partitionTables(pool: Pool, partitions: number): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((statement: unknown, ...rest: unknown[]) =>
      query(typeof statement === 'string' ? partitioned(statement, partitions) : statement, ...rest)) as never;
  });
}

function partitioned(statement: string, partitions: number): string {
  const table = /^\s*create table (\w+) \(/.exec(statement)?.[1];
  if (!table || !PARTITIONED.includes(table)) return statement;
  const parts = Array.from({ length: partitions }, (_, remainder) => {
    const values = `with (modulus ${partitions}, remainder ${remainder})`;
    return `create table ${table}_${remainder} partition of ${table} for values ${values}`;
  });
  return [`${statement} partition by hash (domain_id)`, ...parts].join(';\n');
}
