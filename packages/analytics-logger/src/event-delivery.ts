import type { AnalyticsStatistics } from './analytics-logger.ts';
import type { BatchSink, SendResult } from './batch-sink.ts';
import { BATCH_LIMIT, KEEPALIVE_BYTES } from './constants.ts';
import { AnalyticsError, MESSAGES } from './errors.ts';
import type { BufferedEvent, EventBuffer } from './event-buffer.ts';

interface EventDeliveryOptions {
  readonly buffer: EventBuffer;
  readonly sink: BatchSink;
  readonly keepaliveSink: BatchSink;
  /** Resolves when the fields of every event are known. */
  readonly ready: () => Promise<void>;
  readonly serialize: (entry: BufferedEvent) => string;
  readonly now: () => number;
  readonly log: { error(message: string, cause: unknown): void };
}

/** Moves events from the buffer to the service. */
export interface EventDelivery {
  /** Events that were delivered, that the service refused one by one, and that a full buffer dropped. */
  getCounts(): Omit<AnalyticsStatistics, 'buffered'>;
  /** Whether the last attempt failed: then only the timer retries. */
  readonly failing: boolean;
  /** Sends what is buffered; callers at the same time share one attempt. */
  flush(): Promise<void>;
  /** Sends what fits by a request that outlives the page, the batch under way included. */
  flushOnPageHide(): Promise<void>;
}

/** Makes the delivery. A batch that is not confirmed goes back to the front of the buffer. */
export function createEventDelivery({
  buffer,
  sink,
  keepaliveSink,
  ready,
  serialize,
  now,
  log,
}: EventDeliveryOptions): EventDelivery {
  const counts = { delivered: 0, rejected: 0, dropped: 0 };
  let failing = false;
  /** The end of a rate limit, epoch milliseconds. */
  let retryAt = 0;
  let flushing: Promise<void> | null = null;
  let underWay: BufferedEvent[] | null = null;

  function settle(batch: BufferedEvent[], result: SendResult): void {
    if (result.ok) {
      const confirmed = batch.filter(({ lost }) => lost === 0).length;
      const refused = Math.min(result.failed, confirmed);
      counts.delivered += confirmed - refused;
      counts.rejected += refused;
      failing = false;
      return;
    }
    counts.dropped += buffer.putBack(batch);
    failing = true;
    retryAt = result.error.retryAt ?? 0;
    log.error(MESSAGES.flushFailed, result.error);
  }

  async function drain(): Promise<void> {
    if (buffer.size === 0) return;
    await ready();
    while (buffer.size > 0) {
      const batch = buffer.take(BATCH_LIMIT);
      underWay = batch;
      const result = await send(sink, batch.map(serialize));
      // `flushOnPageHide` has sent this batch again meanwhile and settles it.
      if (underWay !== batch) return;
      underWay = null;
      settle(batch, result);
      if (!result.ok) return;
    }
  }

  /** The first entries that one keepalive request can contain, one at least. */
  function fitIntoKeepalive(entries: readonly BufferedEvent[]): string[] {
    const lines: string[] = [];
    let bytes = 0;
    for (const entry of entries) {
      const line = serialize(entry);
      bytes += new TextEncoder().encode(line).length + 1;
      if (bytes > KEEPALIVE_BYTES && lines.length > 0) break;
      lines.push(line);
    }
    return lines;
  }

  return {
    getCounts: () => ({ ...counts }),
    get failing() {
      return failing;
    },
    async flush() {
      if (now() < retryAt) return;
      flushing ??= drain().finally(() => {
        flushing = null;
      });
      await flushing;
    },
    async flushOnPageHide() {
      const entries = [...(underWay ?? []), ...buffer.take(buffer.size)];
      underWay = null;
      if (entries.length === 0) return;
      const lines = fitIntoKeepalive(entries);
      counts.dropped += buffer.putBack(entries.slice(lines.length));
      settle(entries.slice(0, lines.length), await send(keepaliveSink, lines));
    },
  };
}

/** A sink that throws must not lose events. */
async function send(sink: BatchSink, lines: readonly string[]): Promise<SendResult> {
  try {
    return await sink.send(lines);
  } catch (cause) {
    return { ok: false, error: new AnalyticsError('unreachable', 'The batch sink failed', { cause }) };
  }
}
