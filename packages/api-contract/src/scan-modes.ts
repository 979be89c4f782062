/** What a scan does with the ticket. `check` shows the verdict and changes nothing. */
export const SCAN_MODES = ['entry', 'exit', 'check'] as const;

/** What a scan is for: to let in, to let out, or only to see the ticket. */
export type ScanMode = (typeof SCAN_MODES)[number];
