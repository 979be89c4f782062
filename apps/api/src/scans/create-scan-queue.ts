import { setTimeout } from 'node:timers/promises';
import type { Scan, ScanResult } from '@scantix/api-contract';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import type { ScanRecorder } from './record-batch.ts';
import { recordTogether, type ScansCall } from './record-together.ts';
import { takeTurn } from './take-turn.ts';
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts';

/** What has become of the scans of a call. */
export interface RecordedScans {
  /** A scan that could not be recorded has none. */
  readonly results: ReadonlyMap<Scan, ScanResult>;
  /** Why scans were not recorded. */
  readonly failures: readonly unknown[];
}

/** Records the scans of all calls in this process. */
export interface ScanQueue {
  /**
   * Records the scans of a call, and resolves when all of its transactions are committed or have failed.
   * @throws ApiError `unavailable`: too many scans wait
   */
  record(submitter: SignedInClerk, scans: readonly Scan[]): Promise<RecordedScans>;
}

/** A domain that had a transaction within this time is busy, in milliseconds: others are likely to be on their way. */
const BUSY_MS = 100;

/** How long a transaction of a busy domain waits for them, in milliseconds: less than a commit takes. */
const GATHER_MS = 3;

/** A call that has not been answered. */
interface OpenCall extends ScansCall {
  readonly resolve: (recorded: RecordedScans) => void;
}

/**
 * Creates the queue (group commit). Scans of a domain that arrive while a transaction of it is under way in this process
 * share the next one, since the feed's row of a domain is locked until the commit. The first scan of a quiet domain waits for nothing. The database alone keeps order between
 * processes, as between domains.
 */
export function createScanQueue(
  recorder: ScanRecorder,
  { room = createWaitingRoom() }: { room?: WaitingRoom } = {},
): ScanQueue {
  const domains = new Map<string, OpenCall[]>();
  const lastTurns = new Map<string, number>();

  async function work(domainId: string, calls: OpenCall[]): Promise<void> {
    while (calls.length > 0) {
      const quietMs = performance.now() - (lastTurns.get(domainId) ?? Number.NEGATIVE_INFINITY);
      if (quietMs < BUSY_MS) await setTimeout(GATHER_MS);
      const turn = takeTurn(calls);
      if (turn.length > 0) await recordTogether(recorder, turn);
      lastTurns.set(domainId, performance.now());
      for (const call of calls.filter(({ left }) => left.length === 0)) {
        calls.splice(calls.indexOf(call), 1);
        call.resolve(call);
      }
    }
    domains.delete(domainId);
  }

  return {
    async record(submitter, scans) {
      if (scans.length === 0) return { results: new Map(), failures: [] };
      const leave = room.enter(submitter.domainId, scans);
      const recorded = new Promise<RecordedScans>((resolve) => {
        const call = {
          submitter,
          left: [...scans],
          keptBack: new Set<string>(),
          results: new Map(),
          failures: [],
          resolve,
        };
        const calls = domains.get(submitter.domainId);
        if (calls) return void calls.push(call);
        const first = [call];
        domains.set(submitter.domainId, first);
        void work(submitter.domainId, first);
      });
      return recorded.finally(leave);
    },
  };
}
