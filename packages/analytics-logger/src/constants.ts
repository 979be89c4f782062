/** How often the buffer is sent, in milliseconds. */
export const FLUSH_INTERVAL_MS = 5000;
/** This many events are sent before the interval ends, and this many stay when the buffer is cut. */
export const BUFFER_LIMIT = 50;
/** A failed flush cuts a buffer with more events than this. */
export const BUFFER_CAP = 2 * BUFFER_LIMIT;
/** How many of the last events the history holds. */
export const HISTORY_LIMIT = 100;
/** How many characters of a scanned value are logged. */
export const SCAN_VALUE_CHARACTERS = 50;
/** The most bytes that one page may have under way with `keepalive`; the platform's limit is 64 KiB, headers included. */
export const KEEPALIVE_BYTES = 60_000;
