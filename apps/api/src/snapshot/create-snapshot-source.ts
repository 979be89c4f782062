import { MAX_SNAPSHOT_ROWS } from '@scantix/api-contract/snapshot';
import { createWorkLimit, type WorkLimit } from '../auth/work-limit.ts';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import { type BodyCache, createBodyCache } from './create-body-cache.ts';
import { createDownloadSlots, type DownloadSlots } from './create-download-slots.ts';
import { createLineCache, type LineCache } from './create-line-cache.ts';
import { createSealThread, type SealThread } from './create-seal-thread.ts';
import { makeSegments } from './make-segments.ts';

/** What the snapshot's calls share in a process. */
export interface SnapshotSource {
  readonly db: Database;
  readonly clock: Clock;
  /** The most rows of a page and of a segment. */
  readonly maxRows: number;
  readonly slots: DownloadSlots;
  /** Downloads never hold more of the database's connections than this allows: the others are for scans. */
  readonly reads: WorkLimit;
  readonly lines: LineCache;
  readonly bodies: BodyCache;
  /** Seals what devices have to download. Does nothing while it runs already. */
  makeSegments(): Promise<void>;
  /** Ends the sealing thread. */
  stop(): Promise<void>;
}

export interface SnapshotSourceOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** The most rows of a page and of a segment. @default 5000 */
  readonly maxRows?: number;
  /** So many changes behind the last segment are sealed as another one. @default 1000 */
  readonly tailRows?: number;
  /** How many downloads run at once. @default 16 */
  readonly downloadsAtOnce?: number;
  /** @default a thread that starts with the first rows */
  readonly sealThread?: SealThread;
}

const READS_AT_ONCE = 2;
const LINES_HELD = 20_000;
const BODY_BYTES_HELD = 128 * 1_048_576;

export function createSnapshotSource({
  db,
  clock,
  maxRows = MAX_SNAPSHOT_ROWS,
  tailRows = 1_000,
  downloadsAtOnce = 16,
  sealThread = createSealThread(),
}: SnapshotSourceOptions): SnapshotSource {
  let isStopping = false;
  const making = {
    ...{ db, sealThread, maxRows, tailRows, searchedAt: new Map<string, number>() },
    isStopping: () => isStopping,
  };
  let running: Promise<void> | null = null;
  return {
    ...{ db, clock, maxRows },
    slots: createDownloadSlots({ atOnce: downloadsAtOnce, random: Math.random }),
    reads: createWorkLimit({ concurrency: READS_AT_ONCE, waiting: downloadsAtOnce }),
    lines: createLineCache({ seal: sealThread.lines, maxRows: LINES_HELD }),
    bodies: createBodyCache({ maxBytes: BODY_BYTES_HELD }),
    makeSegments() {
      running ??= makeSegments(making).finally(() => {
        running = null;
      });
      return running;
    },
    async stop() {
      isStopping = true;
      await sealThread.stop();
      await running?.catch(() => {});
    },
  };
}
