import { withinTime } from '@scantix/runtime-utils';
import type { LoggedEvent } from './analytics-event.ts';
import type { AnalyticsStatistics } from './analytics-logger.ts';
import type { BatchSink, SendResult } from './batch-sink.ts';
import { AnalyticsError, type AnalyticsErrorCode } from './errors.ts';
import type { Batch, EventBuffer } from './event-buffer.ts';
import type { EventOrigin } from './event-origin.ts';
import { fitIntoKeepalive, type Serialize } from './lines-of.ts';
import { RATE_LIMIT_MS } from './read-refusal.ts';

/** How long a flush waits for the device of its events, in milliseconds. */
const DEVICE_TIMEOUT_MS = 10_000;
/** The most events of one request. */
const BATCH_LIMIT = 1000;

/** How many events ended how, so far. */
export type DeliveryCounts = { -readonly [Name in Exclude<keyof AnalyticsStatistics, 'buffered'>]: number };

/** What a delivery needs. */
export interface EventDeliveryOptions {
  readonly buffer: EventBuffer;
  /** Events that were delivered, that the service refused one by one, and that a full buffer dropped: counted here. */
  readonly counts: DeliveryCounts;
  readonly sink: BatchSink;
  readonly keepaliveSink: BatchSink;
  /** Resolves when the fields of every event are known. */
  readonly ready: () => Promise<void>;
  readonly serialize: Serialize;
  readonly now: () => number;
  /** Called when a flush fails, unless the one before it failed in the same way. */
  readonly onFailure: (error: AnalyticsError) => void;
}

/** Moves events from the buffer to the service. */
export interface EventDelivery {
  /** Whether the last attempt failed: then only the timer retries. */
  readonly failing: boolean;
  /** Buffers an event. */
  add(event: LoggedEvent, origin: EventOrigin): void;
  /** Sends what is buffered; callers at the same time share one attempt. */
  flush(): Promise<void>;
  /** Sends what fits by a request that outlives the page, the batch under way included. */
  flushOnPageHide(): Promise<void>;
}

/** Makes the delivery. A batch that is not confirmed goes back to the front of the buffer. */
export function createEventDelivery(options: EventDeliveryOptions): EventDelivery {
  const { buffer, counts, sink, keepaliveSink, ready, serialize, now, onFailure } = options;
  /** How the last attempt failed; `null` after a success. */
  let failure: AnalyticsErrorCode | null = null;
  /** The end of a rate limit, epoch milliseconds. */
  let retryAt = 0;
  let flushing: Promise<void> | null = null;
  let underWay: Batch | null = null;
  /** The identity has not answered in time: until it does, no further flush waits for it. */
  let isSilent = false;

  /** An end further away than a limit can last means that the clock was set back. */
  function isLimited(): boolean {
    const waitMs = retryAt - now();
    return waitMs > 0 && waitMs <= RATE_LIMIT_MS;
  }

  function settle(batch: Batch, result: SendResult): void {
    if (result.ok) {
      const refused = Math.min(Math.max(0, result.failed), batch.entries.length);
      counts.delivered += batch.entries.length - refused;
      counts.rejected += refused;
      failure = null;
      retryAt = 0;
      return;
    }
    const { error } = result;
    buffer.putBack(batch);
    counts.dropped += buffer.cut();
    if (error.retryAt !== undefined) retryAt = Math.min(error.retryAt, now() + RATE_LIMIT_MS);
    // An outage of hours would otherwise fill history and console.
    if (error.code !== failure) onFailure(error);
    failure = error.code;
  }

  /** An identity that never answers must not hold the events back. */
  async function waitForDevice(): Promise<void> {
    const answered = ready().then(() => {
      isSilent = false;
    });
    if (isSilent) return;
    const onTimeout = () => {
      isSilent = true;
    };
    await withinTime(answered, { timeoutMs: DEVICE_TIMEOUT_MS, onTimeout });
  }

  async function drain(): Promise<void> {
    if (buffer.size === 0) return;
    await waitForDevice();
    while (buffer.size > 0) {
      const batch = buffer.take(BATCH_LIMIT);
      underWay = batch;
      const result = await send(sink, linesOf(batch, serialize));
      // `flushOnPageHide` has sent this batch again meanwhile and settles it.
      if (underWay !== batch) return;
      underWay = null;
      settle(batch, result);
      if (!result.ok) return;
    }
  }

  return {
    get failing() {
      return failure !== null;
    },
    add(event, origin) {
      buffer.add(event, origin);
      // No flush fails during a rate limit, so none of them would cut the buffer.
      if (isLimited()) counts.dropped += buffer.cut();
    },
    async flush() {
      if (isLimited()) return;
      flushing ??= drain().finally(() => {
        flushing = null;
      });
      await flushing;
    },
    async flushOnPageHide() {
      const waiting = buffer.take(buffer.size);
      const entries = [...(underWay?.entries ?? []), ...waiting.entries];
      const dropped = (underWay?.dropped ?? 0) + waiting.dropped;
      underWay = null;
      if (entries.length === 0) return;
      const lines = fitIntoKeepalive({ entries, dropped }, serialize);
      if (lines.size === 0) return buffer.putBack({ entries, dropped });
      buffer.putBack({ entries: entries.filter((entry) => !lines.has(entry)), dropped: 0 });
      settle({ entries: [...lines.keys()], dropped }, await send(keepaliveSink, [...lines.values()]));
    },
  };
}

/** The lines of a batch. The first has the number of events that were dropped before it. */
function linesOf({ entries, dropped }: Batch, serialize: Serialize): string[] {
  return entries.map((entry, index) => serialize(entry, index === 0 && dropped > 0 ? { events_dropped: dropped } : {}));
}

/** A sink that throws must not lose events. */
async function send(sink: BatchSink, lines: readonly string[]): Promise<SendResult> {
  try {
    return await sink.send(lines);
  } catch (cause) {
    return { ok: false, error: new AnalyticsError('unreachable', 'The batch sink failed', { cause }) };
  }
}
