/** The time limit of starting an embedded database, in milliseconds. It takes seconds on a busy machine. */
export const START_MS = 120_000;
