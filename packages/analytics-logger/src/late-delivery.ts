import type { BatchSink } from './batch-sink.ts';
import { AnalyticsError, MESSAGES } from './errors.ts';
import type { EventBuffer } from './event-buffer.ts';
import type { DeliveryCounts, EventDelivery } from './event-delivery.ts';
import { fitIntoKeepalive, type Serialize } from './lines-of.ts';

interface LateDeliveryOptions {
  readonly buffer: EventBuffer;
  readonly counts: DeliveryCounts;
  readonly keepaliveSink: BatchSink;
  readonly serialize: Serialize;
  /** Loads the delivery itself; called again after a failure. */
  readonly load: () => Promise<EventDelivery>;
  /** Called when the load fails, unless the one before it failed too. */
  readonly onFailure: (error: AnalyticsError) => void;
}

/** A delivery whose code loads after the first paint. */
export interface LateDelivery extends EventDelivery {
  /** Loads the code. Never rejects. */
  load(): Promise<EventDelivery | null>;
}

/** Makes the delivery. Until its code has loaded, events wait in the buffer; each flush loads it. */
export function createLateDelivery(options: LateDeliveryOptions): LateDelivery {
  const { buffer, counts, keepaliveSink, serialize, load, onFailure } = options;
  let loaded: EventDelivery | null = null;
  let loading: Promise<EventDelivery | null> | null = null;
  let hasFailed = false;

  async function open(): Promise<EventDelivery | null> {
    try {
      loaded = await load();
    } catch (cause) {
      loading = null;
      // As after a failed flush.
      counts.dropped += buffer.cut();
      if (!hasFailed) onFailure(new AnalyticsError('not-loaded', MESSAGES.initializationFailed, { cause }));
      hasFailed = true;
    }
    return loaded;
  }

  /** A page that closes has no time to load the code. */
  async function sendEarly(): Promise<void> {
    if (buffer.size === 0) return;
    const { entries, dropped } = buffer.take(buffer.size);
    const lines = fitIntoKeepalive({ entries, dropped }, serialize);
    buffer.putBack({ entries: entries.filter((entry) => !lines.has(entry)), dropped: 0 });
    const result = lines.size > 0 ? await keepaliveSink.send([...lines.values()]).catch(() => null) : null;
    if (!result?.ok) return buffer.putBack({ entries: [...lines.keys()], dropped });
    counts.delivered += lines.size - result.failed;
    counts.rejected += result.failed;
  }

  function openOnce(): Promise<EventDelivery | null> {
    loading ??= open();
    return loading;
  }

  return {
    load: openOnce,
    get failing() {
      return loaded ? loaded.failing : hasFailed;
    },
    add: (event, origin) => (loaded ?? buffer).add(event, origin),
    async flush() {
      if (loaded || buffer.size > 0) await (loaded ?? (await openOnce()))?.flush();
    },
    flushOnPageHide: async () => (loaded ? loaded.flushOnPageHide() : sendEarly()),
  };
}
