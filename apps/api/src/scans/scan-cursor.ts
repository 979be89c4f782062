import { timestamp, uuid } from '@scantix/api-contract';
import * as z from 'zod/mini';

/** Where a page of scans ends: the last row's place in the order. */
export interface ScanPosition {
  readonly receivedAt: string;
  readonly id: string;
}

const position = z.tuple([timestamp, uuid]);

/** An opaque text for a position. */
export function formatScanCursor({ receivedAt, id }: ScanPosition): string {
  return Buffer.from(JSON.stringify([receivedAt, id])).toString('base64url');
}

/** Reads a cursor back; `null` for anything that `formatScanCursor` has not made. */
export function parseScanCursor(cursor: string): ScanPosition | null {
  try {
    const [receivedAt, id] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { receivedAt, id };
  } catch {
    return null;
  }
}
