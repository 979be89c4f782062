/**
 * The sum of a set of snapshot rows, in any order. Updated row by row as pages arrive, it shows whether a device has
 * exactly the rows that the server has. It finds rows that were lost, doubled or left old by accident. TLS protects the
 * way, and AES-GCM proves that a row is genuine.
 */
export interface SnapshotSum {
  /** Number of rows. */
  readonly count: number;
  /** The first 48 bits of every key. */
  readonly keys: number;
  /** The first 24 bits of every key times the last 24 bits of its change number. */
  readonly changes: number;
}

/** The sum of no rows. */
export const EMPTY_SUM: SnapshotSum = { count: 0, keys: 0, changes: 0 };

const MODULUS = 2 ** 48;
const HALF = 2 ** 24;

/** The sum with a row added. Removed rows are in no sum. @throws InvalidCharacterError where `key` is not base64 */
export function addRow(sum: SnapshotSum, row: { key: string; change: number }): SnapshotSum {
  return combine(sum, row, 1);
}

/**
 * The sum without a row, which a newer one replaced or which was removed.
 *
 * @throws InvalidCharacterError where `key` is not base64
 */
export function subtractRow(sum: SnapshotSum, row: { key: string; change: number }): SnapshotSum {
  return combine(sum, row, -1);
}

/** The manifest's `digest` of a sum: both sums modulo 2^48, each in 12 hexadecimal digits. */
export function formatDigest({ keys, changes }: Pick<SnapshotSum, 'keys' | 'changes'>): string {
  return keys.toString(16).padStart(12, '0') + changes.toString(16).padStart(12, '0');
}

function combine(
  { count, keys, changes }: SnapshotSum,
  { key, change }: { key: string; change: number },
  sign: 1 | -1,
) {
  // Eight characters of base64 are six bytes.
  const bytes = atob(key.slice(0, 8));
  let first48 = 0;
  for (let index = 0; index < 6; index++) first48 = first48 * 256 + bytes.charCodeAt(index);
  const product = Math.floor(first48 / HALF) * (change % HALF);
  return {
    count: count + sign,
    keys: (keys + sign * first48 + MODULUS) % MODULUS,
    changes: (changes + sign * product + MODULUS) % MODULUS,
  };
}
