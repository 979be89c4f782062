const DAY_MS = 86_400_000;
const BLOCK_DAYS = 64;
/** So many days together after the newest one, then so many blocks, and each time so many times more. */
const MORE_DAYS = 15;
const BLOCKS = 8;

/** A part of a domain's log: scans received from an instant on and before another. */
export interface SearchWindow {
  readonly from: Date;
  readonly before: Date;
  /** All spans of `searchSpans` that such a scan may have. */
  readonly spans: readonly string[];
}

/** In SQL, the day and the block of days in which a scan of a domain was received: what the index has beside its text. */
export function searchSpans(domainId: string, receivedAt: string): string {
  const days = `extract(epoch from ${receivedAt} - timestamptz 'epoch') / 86400`;
  const span = (letter: string, number: string) => `${domainId}::text || ' ${letter}' || floor(${number})::text`;
  return `array[${span('d', days)}, ${span('b', `${days} / ${BLOCK_DAYS}`)}]`;
}

/**
 * Divides a domain's log into windows, the newest first, each several times longer than those before it. A search that
 * reads one after the other until its page is full reads little more than what it finds, however long the log is.
 */
export function* searchWindows(domainId: string, log: { newest: Date; oldest: Date }): Generator<SearchWindow> {
  const [newest, oldest] = [dayOf(log.newest), dayOf(log.oldest)];
  const window = (first: number, last: number, spans: readonly string[]): SearchWindow => ({
    from: new Date(first * DAY_MS),
    before: new Date((last + 1) * DAY_MS),
    spans: spans.map((span) => `${domainId} ${span}`),
  });
  yield window(newest, newest, [`d${newest}`]);
  let last = newest - 1;
  if (last < oldest) return;
  yield window(last - MORE_DAYS + 1, last, numbered('d', last - MORE_DAYS + 1, last));
  last -= MORE_DAYS;
  for (let blocks = BLOCKS; last >= oldest; blocks *= BLOCKS) {
    const lastBlock = Math.floor(last / BLOCK_DAYS);
    const firstBlock = Math.max(lastBlock - blocks + 1, Math.floor(oldest / BLOCK_DAYS));
    yield window(firstBlock * BLOCK_DAYS, last, numbered('b', firstBlock, lastBlock));
    last = firstBlock * BLOCK_DAYS - 1;
  }
}

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

const numbered = (letter: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${letter}${first + index}`);
