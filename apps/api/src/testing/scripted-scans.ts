import type { Scan } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import type { Delivery } from '../scans/found-scan.ts';
import { createScriptedDatabase } from './scripted-database.ts';

const GATE = { id: '0197b0a4-0000-7000-8000-000000000001', name: 'Gate' };
const ADA = { id: '0197b0a4-0000-7000-8000-000000000002', login: 'ada', rights: ['scan'], scansAt: [GATE.id] };

/** A clerk of a domain without tickets. */
export const submitter = { domainId: 'north', ticketing: 'off', deviceId: 'd', hasWebhooks: false } as SignedInClerk;

/** Who delivers scans for that clerk. */
export const delivery = { submitter, address: '10.0.0.1', requestId: undefined } satisfies Delivery;

/** A scan of the clerk at the gate, by default of a code of its own. */
export const scanOf = (id: string, more: Partial<Scan> = {}): Scan => ({
  ...{ id, barcode: `code of ${id}`, symbology: 'qr_code', scan_method: 'camera', mode: 'entry', device_id: 'd' },
  ...{ checkpoint_id: GATE.id, claimed_at: '2026-11-21T09:00:00.000Z', claimed_by: ADA.login, ...more },
});

/**
 * Creates a database of one gate and one clerk, without tickets and scans. `write` is called for the last statement of a
 * transaction with the ids of its scans, and resolves with those that are written. `read`: for the first one of a turn.
 */
export function createScanDatabase({
  write,
  read = () => {},
}: {
  write: (ids: readonly string[]) => readonly string[] | Promise<readonly string[]>;
  read?: () => void;
}): Database {
  return createScriptedDatabase(async (sql, parameters) => {
    if (sql.includes('from "clerks"')) return [ADA];
    if (sql.includes('from "checkpoints"')) {
      read();
      return [GATE];
    }
    if (!sql.includes('insert into scans')) return [];
    const rows = parameters.find((value) => String(value).includes('"payload_hash"'));
    // They are written in the opposite order.
    const ids = (JSON.parse(String(rows)) as { id: string }[]).map(({ id }) => id).toReversed();
    return (await write(ids)).map((id) => ({ id, ticket_change: null, receipt: '1' }));
  });
}
