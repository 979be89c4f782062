/** What the scan does with the ticket; `check` looks and uses nothing up. */
export const SCAN_MODES = ['entry', 'exit', 'check'] as const;

export type ScanMode = (typeof SCAN_MODES)[number];
