import { getSnapshot, getSnapshotSegment } from '@scantix/api-contract/snapshot';
import type { Hono, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkAnswer } from '../http/implement.ts';
import type { SnapshotSource } from './create-snapshot-source.ts';
import { sendSegment } from './send-segment.ts';
import { sendSnapshotPage } from './send-snapshot-page.ts';

/** Mounts the calls of the snapshot. */
export function mountSnapshot(
  app: Hono<AppEnv>,
  { snapshot, ...parts }: { readonly snapshot: SnapshotSource; readonly requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkAnswer(app, getSnapshot, parts, (call) => sendSnapshotPage(snapshot, call));
  implementClerkAnswer(app, getSnapshotSegment, parts, (call) => sendSegment(snapshot, call));
}
