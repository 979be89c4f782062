import type { SnapshotRow } from '@scantix/api-contract/snapshot';
import type { HeldRow } from '../ports/ticket-store.ts';

/**
 * The rows of one bucket as one text, a line each: key, change, sealed ticket (`-` for a removed one). A text costs
 * IndexedDB one write and is searched without parsing; 250,000 single rows would cost a write each.
 */
export type Block = string;

/** Number of buckets; the first byte of a key names the bucket of its row. */
export const BUCKETS = 256;

const REMOVED = '-';

/** Returns the bucket of a key. */
export function bucketOf(key: string): number {
  return atob(key.slice(0, 4)).charCodeAt(0);
}

/** Groups the rows of a page by bucket. */
export function toBlocks(rows: readonly SnapshotRow[]): Map<number, { block: Block; rows: SnapshotRow[] }> {
  const buckets = new Map<number, SnapshotRow[]>();
  for (const row of rows) {
    const bucket = bucketOf(row.key);
    const others = buckets.get(bucket);
    if (others) others.push(row);
    else buckets.set(bucket, [row]);
  }
  return new Map([...buckets].map(([bucket, its]) => [bucket, { block: its.map(lineOf).join(''), rows: its }]));
}

/** Finds the newest row of a key. @param blocks the blocks of its bucket, the oldest first */
export function findRow(blocks: readonly Block[], key: string): HeldRow | null {
  for (const block of blocks.toReversed()) {
    // Later lines replace earlier ones.
    const start = block.lastIndexOf(`${key} `);
    if (start >= 0) return parseLine(block.slice(start, block.indexOf('\n', start)));
  }
  return null;
}

/** The newest line of each key. */
function newestLines(blocks: readonly Block[]): Map<string, string> {
  const newest = new Map<string, string>();
  for (const block of blocks) {
    for (const line of block.split('\n')) if (line) newest.set(line.slice(0, line.indexOf(' ')), line);
  }
  return newest;
}

/** Finds the newest rows of these keys. Many keys are found faster by one pass over the blocks. */
export function findRows(blocks: readonly Block[], keys: readonly string[]): HeldRow[] {
  if (keys.length < 4) return keys.flatMap((key) => findRow(blocks, key) ?? []);
  const lines = newestLines(blocks);
  return keys.flatMap((key) => {
    const line = lines.get(key);
    return line === undefined ? [] : [parseLine(line)];
  });
}

/** Joins blocks into one: the newest row of each key, without removed ones. */
export function compact(blocks: readonly Block[]): { block: Block; rows: HeldRow[] } {
  const lines = [...newestLines(blocks).values()].filter((line) => !line.endsWith(` ${REMOVED}`));
  return { block: lines.map((line) => `${line}\n`).join(''), rows: lines.map(parseLine) };
}

function lineOf(row: SnapshotRow): string {
  return `${row.key} ${row.change} ${'sealed' in row ? row.sealed : REMOVED}\n`;
}

function parseLine(line: string): HeldRow {
  const [key = '', change = '', sealed = REMOVED] = line.split(' ');
  return { key, change: Number(change), sealed: sealed === REMOVED ? null : sealed };
}
