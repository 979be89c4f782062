import { barcodeBytes, lookupTicket, MAX_HISTORY_SCANS } from '@scantix/api-contract';
import { decideVerdict, toVerdict } from '@scantix/api-contract/rules';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';
import { loadCheckpoints } from '../scanner-config/checkpoints.ts';
import { scanRecord, selectScans } from '../scans/scan-record.ts';
import { barcodeHash, findTicket, ticketState } from './ticket-state.ts';

/** POST /tickets/v0/lookup: looks at a code and uses nothing up. */
export function mountLookup(
  app: Hono<AppEnv>,
  { db, clock, requireSession }: { db: Database; clock: Clock; requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkCall(app, lookupTicket, { requireSession }, async ({ clerk, body }) => {
    const { domainId, ticketing } = clerk;
    const checkpoints = await loadCheckpoints(db, domainId);
    if (!checkpoints.has(body.checkpoint_id)) throw new ApiError('not_found', 'Unknown checkpoint');
    const barcode = barcodeBytes(body.barcode);
    const row = ticketing === 'on' ? await findTicket(db, { domainId, barcode }) : undefined;
    const at = clock.now();
    const decision = decideVerdict({
      mode: 'check',
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
      verdict: toVerdict(decision, { mode: 'check', at, certainty: 'server' }),
      history: history.map(scanRecord),
    };
  });
}
