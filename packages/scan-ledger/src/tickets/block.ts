import type { SnapshotRow } from '@scantix/api-contract/snapshot';
import type { HeldRow } from '../ports/ticket-store.ts';

/**
 * A block is the rows of one bucket as one text, a line each: key, change, sealed ticket (`-` where it is gone). One
 * text costs IndexedDB one write and is searched as it is; a row of its own costs a write each, 250,000 of them.
 */
export type Block = string;

/** Rows spread over this many buckets by the first byte of their key. */
export const BUCKETS = 256;

const GONE = '-';

export function bucketOf(key: string): number {
  return atob(key.slice(0, 4)).charCodeAt(0);
}

/** The rows of a page by bucket. */
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

/** The newest row of a key in the blocks of its bucket, the oldest block first. */
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

/** The newest rows of these keys, as far as there are any: for many keys it pays to read the blocks through once. */
export function findRows(blocks: readonly Block[], keys: readonly string[]): HeldRow[] {
  if (keys.length < 4) return keys.flatMap((key) => findRow(blocks, key) ?? []);
  const lines = newestLines(blocks);
  return keys.flatMap((key) => {
    const line = lines.get(key);
    return line === undefined ? [] : [parseLine(line)];
  });
}

/** One block that says the same: the newest row of each key, and none that is gone. */
export function compact(blocks: readonly Block[]): { block: Block; rows: HeldRow[] } {
  const lines = [...newestLines(blocks).values()].filter((line) => !line.endsWith(` ${GONE}`));
  return { block: lines.map((line) => `${line}\n`).join(''), rows: lines.map(parseLine) };
}

function lineOf(row: SnapshotRow): string {
  return `${row.key} ${row.change} ${'sealed' in row ? row.sealed : GONE}\n`;
}

function parseLine(line: string): HeldRow {
  const [key = '', change = '', sealed = GONE] = line.split(' ');
  return { key, change: Number(change), sealed: sealed === GONE ? null : sealed };
}
