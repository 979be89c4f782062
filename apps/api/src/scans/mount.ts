import * as contract from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { ClerkTurns } from '../auth/clerk-turns.ts';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { ClerkPace } from '../http/clerk-limits.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { implementClerkCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import type { Metrics } from '../system/create-metrics.ts';
import type { Log } from '../system/log.ts';
import { acknowledgeConflict } from './acknowledge-conflict.ts';
import { countAnswers } from './count-answers.ts';
import { createScanQueue } from './create-scan-queue.ts';
import { listConflicts } from './list-conflicts.ts';
import { listScans } from './list-scans.ts';
import { receiveScans } from './receive-scans.ts';
import { tellRefusedScans } from './tell-refused-scans.ts';
import { undoScan } from './undo-scan.ts';
import { createWaitingRoom } from './waiting-room.ts';

export interface ScansParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly clientAddress: ClientAddress;
  readonly searchPace: ClerkPace;
  readonly listTurns: ClerkTurns;
}

/** In bytes: enough for the most scans of a call, each with the longest barcode. */
export const MAX_SCANS_BODY_BYTES = 16 * 1024 * 1024;

/** Mounts the calls on scans, undos and conflicts. */
export function mountScans(app: Hono<AppEnv>, parts: ScansParts): void {
  const { requireSession } = parts;
  const room = createWaitingRoom();
  parts.metrics.watchScans(room);
  const scanQueue = createScanQueue(parts, { room });
  const forScans = { requireSession, maxBodyBytes: MAX_SCANS_BODY_BYTES };
  implementClerkCall(app, contract.postScans, forScans, async (call) => {
    const answer = await receiveScans({ ...parts, scanQueue }, call);
    countAnswers(parts.metrics, answer.results);
    tellRefusedScans(parts, call.context, answer.results);
    return answer;
  });
  implementClerkCall(app, contract.listScans, parts, (call) => {
    if (call.body.search) parts.searchPace.take(call.clerk.id);
    return parts.listTurns.run(call.clerk.id, () => listScans(parts, call));
  });
  implementClerkCall(app, contract.undoScan, parts, (call) => undoScan(parts, call));
  implementClerkCall(app, contract.listConflicts, parts, (call) =>
    parts.listTurns.run(call.clerk.id, () => listConflicts(parts, call)),
  );
  implementClerkCall(app, contract.acknowledgeConflict, parts, (call) => acknowledgeConflict(parts, call));
}
