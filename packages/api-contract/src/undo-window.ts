/** How long after an entry or exit it can be taken back, both times as claimed and corrected, in milliseconds. */
export const UNDO_WINDOW_MS = 15 * 60_000;
