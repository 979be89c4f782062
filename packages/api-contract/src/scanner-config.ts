import * as z from 'zod/mini';
import { symbology } from './barcode.ts';
import { defineEndpoint } from './endpoint.ts';
import { checkpoint } from './verdict.ts';

export const scannerConfig = z.object({
  /** `off`: the domain simply collects, every code is accepted and recorded. */
  ticketing: z.enum(['on', 'off']),
  checkpoints: z.array(checkpoint),
  symbologies: z.array(symbology),
  /** How long the device waits for the server before it decides itself. */
  decision_budget_ms: z.number(),
  /** From this age on the device says that its tickets are old. */
  snapshot_stale_after_ms: z.number(),
  /** From this age on it does not decide from them. */
  snapshot_expires_after_ms: z.number(),
});
export type ScannerConfig = z.infer<typeof scannerConfig>;

/** GET /config/v0/scanner: what the clerk's workgroup scans, and where. */
export const getScannerConfig = defineEndpoint({
  method: 'GET',
  path: '/config/v0/scanner',
  authenticated: true,
  response: scannerConfig,
});
