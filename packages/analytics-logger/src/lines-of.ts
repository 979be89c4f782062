import { KEEPALIVE_BYTES } from './constants.ts';
import type { Batch, BufferedEvent } from './event-buffer.ts';

/** One line of JSON; `properties` are added to the event's own. */
export type Serialize = (entry: BufferedEvent, properties: Readonly<Record<string, unknown>>) => string;

/** The first events that one keepalive request can contain, with their lines. One too large for any waits for the timer. */
export function fitIntoKeepalive({ entries, dropped }: Batch, serialize: Serialize): Map<BufferedEvent, string> {
  const lines = new Map<BufferedEvent, string>();
  let bytes = 0;
  for (const entry of entries) {
    const line = serialize(entry, lines.size === 0 && dropped > 0 ? { events_dropped: dropped } : {});
    const size = new TextEncoder().encode(line).length + 1;
    if (size > KEEPALIVE_BYTES) continue;
    bytes += size;
    if (bytes > KEEPALIVE_BYTES) break;
    lines.set(entry, line);
  }
  return lines;
}
