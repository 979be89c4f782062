import { barcodeBytes, type lookupTicket as endpoint, MAX_HISTORY_SCANS } from '@scantix/api-contract';
import { decideVerdict, toVerdict } from '@scantix/api-contract/rules';
import type { Database } from '../database/tables.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import { requireCheckpoint } from '../scanner-config/require-checkpoint.ts';
import { scanRecord, selectScans } from '../scans/scan-record.ts';
import type { Clock } from '../system/clock.ts';
import { barcodeHash, findTicket } from '../ticket-rows/find-ticket.ts';
import { ticketState } from '../ticket-rows/ticket-state.ts';

/** Reads a code's ticket, verdict and history, and changes nothing. */
export async function lookupTicket(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { clerk, body }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { domainId, ticketing } = clerk;
  const { mode = 'check' } = body;
  const checkpoints = await loadCheckpoints(db, domainId);
  await requireCheckpoint(db, clerk, body.checkpoint_id);
  const barcode = barcodeBytes(body.barcode);
  const row = ticketing === 'on' ? await findTicket(db, { domainId, barcode }) : undefined;
  const at = clock.now();
  const decision = decideVerdict({
    mode,
    at,
    checkpointId: body.checkpoint_id,
    deviceId: '',
    ticketing,
    ticket: row ? ticketState(row, checkpoints) : null,
  });
  const history = await selectScans(db, domainId)
    .where('scan.barcode_hash', '=', barcodeHash(barcode))
    .orderBy('scan.received_at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(MAX_HISTORY_SCANS)
    .execute();
  return {
    ticket: decision.ticket ?? null,
    verdict: toVerdict(decision, { mode, at, certainty: 'server' }),
    history: history.map(scanRecord),
  };
}
