import { setTimeout } from 'node:timers/promises';
import type { Scan, ScanResult } from '@scantix/api-contract';
import { inRequest } from '../system/current-request.ts';
import type { Delivery } from './found-scan.ts';
import type { ScanRecorder } from './record-batch.ts';
import { recordTogether, type ScansCall } from './record-together.ts';
import { keysOf, type TakenScan, takeTurn } from './take-turn.ts';
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
  record(delivery: Delivery, scans: readonly Scan[]): Promise<RecordedScans>;
}

/** A domain that had a transaction within this time is busy, in milliseconds: others are likely to be on their way. */
const BUSY_MS = 100;

/** How long a transaction of a busy domain waits for them, in milliseconds: less than a commit takes. */
const GATHER_MS = 3;

/** So many scans are worth a transaction that is prepared early. Of fewer, more come until the one before has ended. */
const EARLY_SCANS = 25;

/** A call that has not been answered. */
interface OpenCall extends ScansCall {
  /** Its scans in transactions that have not ended. */
  underWay: number;
  readonly resolve: (recorded: RecordedScans) => void;
}

/** The calls of a domain. */
interface Line {
  readonly calls: OpenCall[];
  /** Resolves with the next call. */
  arrived: PromiseWithResolvers<void>;
}

/**
 * Creates the queue (group commit). Scans of a domain that arrive while a transaction of it is under way in this process
 * share the next one, since the feed's row of a domain is locked until the commit. If many wait, that one is prepared while
 * the one before writes and commits: at most two are under way, of different tickets and ids. The first scan of a quiet
 * domain waits for nothing. The database alone keeps order between processes, as between domains.
 */
export function createScanQueue(
  recorder: ScanRecorder,
  { room = createWaitingRoom() }: { room?: WaitingRoom } = {},
): ScanQueue {
  const lines = new Map<string, Line>();
  const lastTurns = new Map<string, number>();

  async function work(domainId: string, line: Line): Promise<void> {
    const { calls } = line;
    let before = { keys: new Set<string>(), ended: Promise.resolve() };
    while (calls.length > 0) {
      const quietMs = performance.now() - (lastTurns.get(domainId) ?? Number.NEGATIVE_INFINITY);
      if (quietMs < BUSY_MS) await setTimeout(GATHER_MS);
      line.arrived = Promise.withResolvers();
      const isTime = before.keys.size === 0 || countWaiting(calls) >= EARLY_SCANS;
      const turn = isTime ? takeTurn(calls, { underWay: before.keys }) : [];
      if (turn.length === 0) {
        settle(calls);
        await Promise.race([before.ended, line.arrived.promise]);
        continue;
      }
      const writing = Promise.withResolvers<void>();
      const keys = new Set(turn.flatMap(({ scan }) => keysOf(scan)));
      for (const { call } of turn) call.underWay += 1;
      const { requestId } = (turn[0] as TakenScan<OpenCall>).call.delivery;
      const recorded = inRequest(requestId, () => recordTogether(recorder, turn, writing.resolve));
      const ended = recorded.then(() => {
        lastTurns.set(domainId, performance.now());
        keys.clear();
        for (const { call } of turn) call.underWay -= 1;
        settle(calls);
      });
      await Promise.race([writing.promise, ended]);
      await before.ended;
      before = { keys, ended };
    }
    lines.delete(domainId);
  }

  return {
    async record(delivery, scans) {
      if (scans.length === 0) return { results: new Map(), failures: [] };
      const { domainId } = delivery.submitter;
      const leave = room.enter(domainId, scans);
      const recorded = new Promise<RecordedScans>((resolve) => {
        const call = {
          delivery,
          left: [...scans],
          keptBack: new Set<string>(),
          results: new Map(),
          failures: [],
          underWay: 0,
          resolve,
        };
        const known = lines.get(domainId);
        if (known) {
          known.calls.push(call);
          return known.arrived.resolve();
        }
        const line = { calls: [call], arrived: Promise.withResolvers<void>() };
        lines.set(domainId, line);
        void work(domainId, line);
      });
      return recorded.finally(leave);
    },
  };
}

const countWaiting = (calls: readonly OpenCall[]) => calls.reduce((sum, { left }) => sum + left.length, 0);

/** Answers the calls of which nothing is left. */
function settle(calls: OpenCall[]): void {
  for (const call of calls.filter(({ left, underWay }) => left.length === 0 && underWay === 0)) {
    calls.splice(calls.indexOf(call), 1);
    call.resolve(call);
  }
}
