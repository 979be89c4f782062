import * as z from 'zod/mini';
import { SYMBOLOGIES, type Symbology } from './barcode.ts';
import { defineEndpoint } from './endpoint.ts';
import { answered, answeredNames, uuid } from './primitives.ts';
import { RIGHTS, type Right } from './rights.ts';
import { checkpoint } from './verdict.ts';

/** How a workgroup's devices scan; times in milliseconds. */
export const scannerConfig = z.object({
  /** The id of the clerk's domain, whose name may change; absent from older servers. */
  domain_id: z.optional(uuid),
  /** The venue's, as in `Europe/Berlin`, by which days begin; absent where the domain has none. */
  time_zone: z.optional(z.string()),
  /** `off`: the domain collects; every code is accepted and recorded. */
  ticketing: answered(['on', 'off'], 'on'),
  /** `capacity`: how many visitors fit in behind it. */
  checkpoints: z.array(z.extend(checkpoint, { capacity: z.optional(z.number()) })),
  /** What the clerk may do; absent from older servers, which let everybody do everything. */
  rights: z.optional(answeredNames<Right>(RIGHTS)),
  /** The domain's workgroups with the right `supervise`: whom to ask; absent from older servers. */
  supervisors: z.optional(z.array(z.string())),
  symbologies: answeredNames<Symbology>(SYMBOLOGIES),
  /** How long a device waits for the server before it decides by itself. */
  decision_budget_ms: z.number(),
  /** Tickets of this age or older are shown as stale. */
  snapshot_stale_after_ms: z.number(),
  /** Tickets of this age or older decide nothing. */
  snapshot_expires_after_ms: z.number(),
});
/** How a workgroup's devices scan. */
export type ScannerConfig = z.infer<typeof scannerConfig>;

/** GET /config/v0/scanner: the checkpoints of the clerk's workgroup and how its devices scan. */
export const getScannerConfig = defineEndpoint({
  method: 'GET',
  path: '/config/v0/scanner',
  needs: 'session',
  response: scannerConfig,
});
