import { getScannerConfig } from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';
import { readScannerConfig } from './read-scanner-config.ts';

/** Mounts the call of a device's configuration. */
export function mountScannerConfig(
  app: Hono<AppEnv>,
  parts: { readonly db: Database; readonly requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkCall(app, getScannerConfig, parts, (call) => readScannerConfig(parts, call));
}
