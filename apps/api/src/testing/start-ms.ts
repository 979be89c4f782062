/** How long a test on an embedded database may take in milliseconds, its start above all: seconds where the machine is busy. */
export const START_MS = 120_000;
