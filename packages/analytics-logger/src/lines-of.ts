import { KEEPALIVE_BYTES } from './constants.ts';
import type { Batch, BufferedEvent } from './event-buffer.ts';

/** One line of JSON; `properties` are added to the event's own. */
export type Serialize = (entry: BufferedEvent, properties: Readonly<Record<string, unknown>>) => string;

/** The lines of a batch. The first has the number of events that were dropped before it. */
export function* linesOf({ entries, dropped }: Batch, serialize: Serialize): Generator<string> {
  for (const [index, entry] of entries.entries()) {
    yield serialize(entry, index === 0 && dropped > 0 ? { events_dropped: dropped } : {});
  }
}

/** The first lines that one keepalive request can contain, one at least. */
export function fitIntoKeepalive(all: Iterable<string>): string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const line of all) {
    bytes += new TextEncoder().encode(line).length + 1;
    if (bytes > KEEPALIVE_BYTES && lines.length > 0) break;
    lines.push(line);
  }
  return lines;
}
