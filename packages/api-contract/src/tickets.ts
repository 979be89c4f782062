import * as z from 'zod/mini';
import { barcode } from './barcode.ts';
import { defineEndpoint } from './endpoint.ts';
import { uuid } from './primitives.ts';
import { scanRecord } from './scans.ts';
import { ticketView, verdict } from './verdict.ts';

/**
 * POST /tickets/v0/lookup: looks at one code and uses nothing up. In the body, so that no barcode stands in a log or
 * a history. `verdict` is what a scan at this checkpoint would get now (mode `check`); `history` the newest scans first.
 */
export const lookupTicket = defineEndpoint({
  method: 'POST',
  path: '/tickets/v0/lookup',
  authenticated: true,
  body: z.object({ barcode, checkpoint_id: uuid }),
  response: z.object({ ticket: z.nullable(ticketView), verdict, history: z.array(scanRecord) }),
});
