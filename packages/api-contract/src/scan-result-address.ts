import { SCAN_MODES, type ScanMode } from './scan-modes.ts';

/** The parts of `/scan-result/{barcode}/{mode?}?scan={id}`. */
export interface ScanResultAddress {
  readonly barcode: string;
  readonly mode?: ScanMode;
  readonly scanId?: string;
}

const PREFIX = '/scan-result/';

/**
 * Formats the address of a scan result. A browser resolves the segments `.` and `..`, so these barcodes, and those that
 * begin with the escape itself, get a `~` in front.
 */
export function formatScanResultAddress({ barcode, mode, scanId }: ScanResultAddress): string {
  const escaped = barcode === '.' || barcode === '..' || barcode.startsWith('~') ? `~${barcode}` : barcode;
  const path = `${PREFIX}${encodeURIComponent(escaped)}${mode ? `/${mode}` : ''}`;
  return scanId ? `${path}?scan=${encodeURIComponent(scanId)}` : path;
}

/**
 * Parses an address from the *undecoded* pathname, since routers decode `%2F`. `null`: the path is no scan result's (no
 * barcode, an unknown mode, a broken escape).
 */
export function parseScanResultAddress(location: { pathname: string; search: string }): ScanResultAddress | null {
  if (!location.pathname.startsWith(PREFIX)) return null;
  const [segment = '', mode, ...rest] = location.pathname.slice(PREFIX.length).split('/');
  if (segment === '' || rest.some((part) => part !== '')) return null;
  if (mode && !isScanMode(mode)) return null;
  const barcode = decodeSegment(segment);
  if (!barcode) return null;
  const scanId = new URLSearchParams(location.search).get('scan');
  return { barcode, ...(mode ? { mode: mode as ScanMode } : {}), ...(scanId ? { scanId } : {}) };
}

function isScanMode(text: string): text is ScanMode {
  return (SCAN_MODES as readonly string[]).includes(text);
}

function decodeSegment(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    return text.startsWith('~') ? text.slice(1) : text;
  } catch {
    return null;
  }
}
