import type { ScanResult } from '@scantix/api-contract';
import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { type SecurityEventParts, tellSecurityEvent } from '../http/security-events.ts';

/** Tells of scans at checkpoints of others, for clerks of others, or of an id with another content: one line for each code. */
export function tellRefusedScans(
  parts: SecurityEventParts,
  context: Context<AppEnv>,
  results: readonly ScanResult[],
): void {
  const codes = results.flatMap(({ error }) => (error && error.code !== 'invalid_request' ? [error.code] : []));
  for (const reason of new Set(codes)) tellSecurityEvent(parts, context, { event: 'scan.refused', reason });
}
