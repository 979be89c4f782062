import * as z from 'zod/mini';
import { MAX_WAITING_SCANS } from './device-state.ts';
import { defineEndpoint } from './endpoint.ts';
import { anyUuid } from './primitives.ts';

/**
 * POST /scantix/v0/scanner/wipes/{order}/done: the device has carried an order out. It has no session any more; the id of
 * the order, which only the device was told, is the proof. `not_found`: there is no such order.
 */
export const reportWipe = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/scanner/wipes/{order}/done',
  needs: 'anybody',
  params: z.object({ order: anyUuid }),
  body: z.object({
    /** How many unsent scans stayed on the device, sealed. */
    kept: z.number().check(z.int(), z.minimum(0), z.maximum(MAX_WAITING_SCANS)),
  }),
  response: z.object({ success: z.literal(true) }),
});
