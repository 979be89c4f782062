import { BATCH_LIMIT, KEEPALIVE_BYTES } from './constants.ts';
import { AnalyticsError, MESSAGES } from './errors.ts';
import type { BufferedEvent, EventBuffer } from './event-buffer.ts';
import type { LogSink, SendResult } from './log-sink.ts';

interface DeliveryOptions {
  readonly buffer: EventBuffer;
  readonly sink: LogSink;
  readonly keepaliveSink: LogSink;
  /** Resolves when what every event carries is known. */
  readonly ready: () => Promise<void>;
  readonly serialize: (entry: BufferedEvent) => string;
  readonly now: () => number;
  readonly log: { error(message: string, cause: unknown): void };
}

export interface Delivery {
  /** Events whose delivery was confirmed. */
  readonly delivered: number;
  /** Events that the service took apart and refused. */
  readonly rejected: number;
  /** Events that a full buffer let go. */
  readonly dropped: number;
  /** Whether the last attempt failed: then only the timer tries again. */
  readonly failing: boolean;
  /** Sends what is buffered; callers at the same time share one attempt. */
  flush(): Promise<void>;
  /** Sends what fits in a way that outlives the page, with what was under way. */
  flushOnPageHide(): Promise<void>;
}

/** Moves events from the buffer to the service; what is not confirmed goes back in front. */
export function createDelivery({ buffer, sink, keepaliveSink, ready, serialize, now, log }: DeliveryOptions): Delivery {
  let delivered = 0;
  let rejected = 0;
  let dropped = 0;
  let failing = false;
  let retryAt = 0;
  let flushing: Promise<void> | undefined;
  let underWay: BufferedEvent[] | undefined;

  function settle(batch: BufferedEvent[], failed: number): void {
    const confirmed = batch.reduce((sum, { lost }) => sum + (lost ? 0 : 1), 0);
    const refused = Math.min(failed, confirmed);
    delivered += confirmed - refused;
    rejected += refused;
    failing = false;
  }

  function takeBack(batch: BufferedEvent[], error: AnalyticsError): void {
    dropped += buffer.putBack(batch);
    failing = true;
    retryAt = error.retryAt ?? 0;
    log.error(MESSAGES.flushFailed, error);
  }

  async function drain(): Promise<void> {
    if (buffer.size === 0) return;
    await ready();
    while (buffer.size > 0) {
      const batch = buffer.take(BATCH_LIMIT);
      underWay = batch;
      const result = await send(sink, batch.map(serialize));
      // A page that was hidden meanwhile has sent the batch again and answers for it.
      if (underWay !== batch) return;
      underWay = undefined;
      if (!result.ok) return takeBack(batch, result.error);
      settle(batch, result.failed);
    }
  }

  return {
    get delivered() {
      return delivered;
    },
    get rejected() {
      return rejected;
    },
    get dropped() {
      return dropped;
    },
    get failing() {
      return failing;
    },
    async flush() {
      if (now() < retryAt) return;
      flushing ??= drain().finally(() => {
        flushing = undefined;
      });
      await flushing;
    },
    async flushOnPageHide() {
      const entries = [...(underWay ?? []), ...buffer.take(buffer.size)];
      underWay = undefined;
      if (entries.length === 0) return;
      const lines: string[] = [];
      let bytes = 0;
      for (const entry of entries) {
        const line = serialize(entry);
        bytes += new TextEncoder().encode(line).length + 1;
        if (bytes > KEEPALIVE_BYTES && lines.length > 0) break;
        lines.push(line);
      }
      const batch = entries.slice(0, lines.length);
      dropped += buffer.putBack(entries.slice(lines.length));
      const result = await send(keepaliveSink, lines);
      if (result.ok) settle(batch, result.failed);
      else takeBack(batch, result.error);
    },
  };
}

/** A sink that throws all the same must cost no event. */
async function send(sink: LogSink, lines: readonly string[]): Promise<SendResult> {
  try {
    return await sink.send(lines);
  } catch (cause) {
    return { ok: false, error: new AnalyticsError('unreachable', 'The log sink failed', { cause }) };
  }
}
