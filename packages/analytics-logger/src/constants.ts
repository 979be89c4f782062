/** How often the buffer is sent, in milliseconds. */
export const FLUSH_INTERVAL_MS = 5000;
/** How many events make the buffer go out before its time, and how many stay when it has grown too far. */
export const BUFFER_LIMIT = 50;
/** Beyond this a failed flush cuts the buffer. */
export const BUFFER_CAP = 2 * BUFFER_LIMIT;
/** How many events one request carries at most. */
export const BATCH_LIMIT = 1000;
/** How many of the last events are kept in memory to look at. */
export const HISTORY_LIMIT = 100;
/** How much of a scanned value analytics sees, in characters. */
export const SCAN_VALUE_CHARACTERS = 50;
/** Bytes that one page may have under way with `keepalive`; the platform's limit is 64 KiB, headers included. */
export const KEEPALIVE_BYTES = 60_000;
