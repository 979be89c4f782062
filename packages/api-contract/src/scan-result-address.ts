import { SCAN_MODES, type ScanMode } from './scan-modes.ts';

/** The parts of `/scan-result/{barcode}/{mode?}?scan={id}`. */
export interface ScanResultAddress {
  readonly barcode: string;
  /** An unknown one reads as `check`. @default an entry */
  readonly mode?: ScanMode;
  /** The id of a recorded scan. @default none */
  readonly scanId?: string;
}

const PREFIX = '/scan-result/';

/**
 * Formats the address of a scan result. A browser resolves the segments `.` and `..`, so these barcodes, and those that
 * begin with the escape itself, get a `~` in front.
 *
 * @throws URIError where a text has half of a surrogate pair
 */
export function formatScanResultAddress({ barcode, mode, scanId }: ScanResultAddress): string {
  const escaped = barcode === '.' || barcode === '..' || barcode.startsWith('~') ? `~${barcode}` : barcode;
  const path = `${PREFIX}${encodeURIComponent(escaped)}${mode ? `/${mode}` : ''}`;
  return scanId ? `${path}?scan=${encodeURIComponent(scanId)}` : path;
}

/**
 * Parses an address from the *undecoded* pathname, since routers decode `%2F`. A mode that is none of ours is `check`,
 * which changes nothing. `null`: the path is no scan result's (no barcode, a broken escape, more segments).
 */
export function parseScanResultAddress(location: { pathname: string; search: string }): ScanResultAddress | null {
  if (!location.pathname.startsWith(PREFIX)) return null;
  const [segment = '', mode, ...rest] = location.pathname.slice(PREFIX.length).split('/');
  if (segment === '' || rest.some((part) => part !== '')) return null;
  const barcode = decodeSegment(segment);
  if (!barcode) return null;
  const scanId = new URLSearchParams(location.search).get('scan');
  return { barcode, ...(mode ? { mode: toScanMode(mode) } : {}), ...(scanId ? { scanId } : {}) };
}

function toScanMode(text: string): ScanMode {
  return SCAN_MODES.find((mode) => mode === text) ?? 'check';
}

function decodeSegment(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    return text.startsWith('~') ? text.slice(1) : text;
  } catch {
    return null;
  }
}
