import { getSnapshot } from '@scantix/api-contract/snapshot';
import type { Hono, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkAnswer } from '../http/implement.ts';
import { type SnapshotSource, sendSnapshotPage } from './send-snapshot-page.ts';

/** Mounts the call of the snapshot. */
export function mountSnapshot(
  app: Hono<AppEnv>,
  parts: SnapshotSource & { readonly requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkAnswer(app, getSnapshot, parts, (call) => sendSnapshotPage(parts, call));
}
