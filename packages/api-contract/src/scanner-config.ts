import * as z from 'zod/mini';
import { SYMBOLOGIES, type Symbology } from './barcode.ts';
import { defineEndpoint } from './endpoint.ts';
import { answered, uuid } from './primitives.ts';
import { checkpoint } from './verdict.ts';

const isSymbology = (name: string): name is Symbology => (SYMBOLOGIES as readonly string[]).includes(name);

/** How a workgroup's devices scan; times in milliseconds. */
export const scannerConfig = z.object({
  /** The id of the clerk's domain, whose name may change; absent from older servers. */
  domain_id: z.optional(uuid),
  /** `off`: the domain collects; every code is accepted and recorded. */
  ticketing: answered(['on', 'off'], 'on'),
  checkpoints: z.array(checkpoint),
  /** Those that the reader does not know are left out. */
  symbologies: z.array(z.string()).check(z.overwrite((names) => names.filter(isSymbology))) as unknown as z.ZodMiniType<
    Symbology[],
    string[]
  >,
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
  authenticated: true,
  response: scannerConfig,
});
