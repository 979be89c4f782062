/** How long after an entry or exit has arrived at the server its undo may arrive, in milliseconds. */
export const UNDO_WINDOW_MS = 15 * 60_000;
