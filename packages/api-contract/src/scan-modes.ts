/** What a scan does with the ticket. `check` shows the verdict and changes nothing. */
export const SCAN_MODES = ['entry', 'exit', 'check'] as const;

/** One of the scan modes. */
export type ScanMode = (typeof SCAN_MODES)[number];
