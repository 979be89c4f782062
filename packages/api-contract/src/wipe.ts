import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { anyUuid } from './primitives.ts';

/** Request header of our own calls: how many scans wait on the device. An app need not send it. */
export const WAITING_HEADER = 'Scantix-Waiting';

/** The most unsent scans that a device may say it keeps or has. */
export const MAX_WAITING_SCANS = 1_000_000;

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
