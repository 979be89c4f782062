/** How long an embedded database may take to come up in milliseconds: seconds where the machine is busy. */
export const START_MS = 120_000;
