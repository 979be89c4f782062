import type { ApiFailure, ApiOutcome } from '@scantix/api-contract';
import type { SnapshotPage, SnapshotSegment } from '@scantix/api-contract/snapshot';
import { TICKETS_PROBLEMS } from '../model/messages.ts';
import type { Clock } from '../ports/clock.ts';
import type { TicketsSource } from '../ports/server.ts';
import type { TicketSets, TicketStore } from '../ports/ticket-store.ts';
import { callInTime } from '../timing/call-in-time.ts';
import type { LedgerTime } from '../timing/ledger-time.ts';
import { wait } from '../timing/wait.ts';

/** Options of downloadPages. */
export interface DownloadOptions {
  readonly store: Pick<TicketStore, 'read' | 'apply'>;
  readonly source: TicketsSource;
  /** Returns whose tickets are downloaded for which checkpoint; `null`: nobody's. */
  readonly target: () => { readonly domain: string; readonly checkpointId: string } | null;
  readonly clock: Clock;
  readonly time: Pick<LedgerTime, 'now'>;
  /** Called after each page and segment that was saved. */
  readonly onApplied: () => Promise<void>;
}

/** How a download ended: `problem` in words for a person, and its cause for the log. `stopped`: nobody needs it. */
export type DownloadEnd =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly problem: string; readonly cause?: ApiFailure };

/** Time limit of a page and of a segment, in milliseconds. */
export const PAGE_TIMEOUT_MS = 60_000;

/** How often in a row a download waits because the server says so; then the next poll tries again. */
const MAX_WAITS = 30;
const LONGEST_WAIT_MS = 60_000;
/** How often in a row a server may not know the segments that it has named. */
const MAX_UNKNOWN = 3;

/** The cursor from which a download continues. */
export const cursorOf = ({ whole, arriving }: TicketSets) => (arriving ?? whole)?.cursor ?? null;

/** Downloads pages and the segments that they name until the set is complete. Each is saved before the next. */
export async function downloadPages(options: DownloadOptions, signal: AbortSignal): Promise<DownloadEnd> {
  const { store, source, target, clock, time, onApplied } = options;
  const stopped = { kind: 'stopped' } as const;
  let unknown = 0;

  /** Makes a call, and again when the server has said when. */
  async function patiently<T>(call: (signal: AbortSignal) => Promise<ApiOutcome<T>>): Promise<ApiOutcome<T>> {
    for (let waits = 0; ; waits += 1) {
      const outcome = await callInTime(call, { clock, timeoutMs: PAGE_TIMEOUT_MS, signal });
      if (outcome.ok || waits === MAX_WAITS || signal.aborted) return outcome;
      const { failure } = outcome;
      if (failure.kind !== 'refused' || failure.status !== 503 || failure.retryAfterMs === undefined) return outcome;
      await wait(clock, Math.min(failure.retryAfterMs, LONGEST_WAIT_MS), signal);
    }
  }

  /** Fetches a segment. A forged or damaged one is no answer. */
  async function fetchSegment(checkpointId: string, segment: SnapshotSegment) {
    const outcome = await patiently((callSignal) =>
      source.fetchSegment({ checkpointId, segment }, { signal: callSignal }),
    );
    if (!outcome.ok) return outcome;
    const { sha256, rows } = outcome.value;
    if (sha256 === segment.sha256 && rows.length === segment.rows) return outcome;
    const cause = new Error('The segment is not what was named');
    return { ok: false, failure: { kind: 'unreachable', cause } } as const;
  }

  for (;;) {
    const before = target();
    if (signal.aborted || !before) return stopped;
    const { domain, checkpointId } = before;
    // A clerk who signed in meanwhile must not get tickets of another domain.
    const isOver = () => signal.aborted || target()?.domain !== domain;
    const cursor = cursorOf(await store.read(domain));
    const outcome = await patiently((callSignal) => source.fetchPage({ checkpointId, cursor }, { signal: callSignal }));
    if (isOver()) return stopped;
    if (!outcome.ok) return failed(outcome.failure);

    const { manifest, rows } = outcome.value;
    const apply = async (page: SnapshotPage, from: string | null) => {
      const applied = await store.apply(page, { domain, cursor: from, now: Math.round(time.now()) });
      if (applied !== 'corrupt') await onApplied();
      return applied;
    };
    let at = cursor;
    let isNext = true;
    for (const segment of manifest.segments ?? []) {
      const part = await fetchSegment(checkpointId, segment);
      if (isOver()) return stopped;
      if (!part.ok) {
        const { failure } = part;
        unknown += 1;
        if (failure.kind !== 'refused' || failure.status !== 404 || unknown > MAX_UNKNOWN) return failed(failure);
        isNext = false;
        break;
      }
      unknown = 0;
      const from_start = manifest.from_start && at === cursor;
      const page = { ...manifest, from_start, complete: false, cursor: segment.cursor };
      isNext = (await apply({ manifest: page, rows: part.value.rows }, at)) === 'applied';
      if (!isNext) break;
      at = segment.cursor;
    }
    // Else another tab was faster, or the segments were replaced: the next manifest continues from what is saved.
    if (!isNext) continue;
    const applied = await apply(
      { manifest: { ...manifest, from_start: manifest.from_start && at === cursor }, rows },
      at,
    );
    if (applied === 'corrupt') return { kind: 'failed', problem: TICKETS_PROBLEMS.corrupt };
    if (applied === 'applied' && manifest.complete) return { kind: 'fresh' };
  }
}

function failed(cause: ApiFailure): DownloadEnd {
  const problem = cause.kind === 'refused' ? cause.message : TICKETS_PROBLEMS.unreachable;
  return { kind: 'failed', problem, cause };
}
