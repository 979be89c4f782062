import { createHash } from 'node:crypto';
import { MAX_IMPORT_ROWS } from '@scantix/api-contract';

/** What is known of the barcodes of a file. Memory: 16 MB, whatever their number. */
export interface BarcodeWatch {
  /** Notes a barcode. `again`: an earlier row has it. `damage`: why it cannot be what is scanned. */
  see(line: number, barcode: string): { readonly again: boolean; readonly damage?: string };
  /** Whether a row had the barcode with this SHA-256. */
  has(hash: Uint8Array): boolean;
  /** What looks damaged, by line or, with line 0, in the whole file. */
  warnings(): { line: number; message: string }[];
}

const SLOTS = 2 ** Math.ceil(Math.log2(MAX_IMPORT_ROWS * 2));
const MAX_WARNINGS = 20;
/** A spreadsheet keeps 15 digits of a number. */
const SPREADSHEET_DIGITS = 15;

/** Creates a watch of no barcodes. It keeps eight bytes of each hash: a collision in a million has odds of 1 in 37 million. */
export function createBarcodeWatch(): BarcodeWatch {
  const slots = new BigUint64Array(SLOTS);
  const lengths = new Map<number, number>();
  const spaced: number[] = [];
  let rounded = 0;
  let long = 0;

  /** The slot of a fingerprint, or the free one where it belongs. 0 marks a free slot. */
  function slotOf(hash: Uint8Array): { at: number; fingerprint: bigint } {
    const fingerprint = Buffer.from(hash.buffer, hash.byteOffset, hash.length).readBigUInt64BE() || 1n;
    let at = Number(fingerprint & BigInt(SLOTS - 1));
    while (slots[at] !== 0n && slots[at] !== fingerprint) at = (at + 1) % SLOTS;
    return { at, fingerprint };
  }

  return {
    see(line, barcode) {
      const { at, fingerprint } = slotOf(createHash('sha256').update(barcode).digest());
      const again = slots[at] === fingerprint;
      slots[at] = fingerprint;
      if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(barcode)) {
        return { again, damage: 'a number that a spreadsheet has shortened: export again and do not open the file' };
      }
      if (/^\s|\s$/.test(barcode) && spaced.length < MAX_WARNINGS) spaced.push(line);
      if (/^\d{6,}$/.test(barcode)) {
        lengths.set(barcode.length, (lengths.get(barcode.length) ?? 0) + 1);
        if (barcode.length > SPREADSHEET_DIGITS) {
          long += 1;
          if (/^0+$/.test(barcode.slice(SPREADSHEET_DIGITS))) rounded += 1;
        }
      }
      return { again };
    },
    has(hash) {
      const { at, fingerprint } = slotOf(hash);
      return slots[at] === fingerprint;
    },
    warnings() {
      const found = spaced.map((line) => ({ line, message: 'barcode: begins or ends with a space' }));
      const [usual, ...others] = [...lengths].toSorted((one, other) => other[1] - one[1]);
      const shorter = others
        .filter(([length]) => length < (usual?.[0] ?? 0))
        .reduce((sum, [, count]) => sum + count, 0);
      if (usual && shorter > 0 && shorter < usual[1]) {
        const message = `barcode: ${shorter} have fewer than ${usual[0]} digits, unlike most: a spreadsheet may have removed leading zeros`;
        found.push({ line: 0, message });
      }
      if (rounded > 0 && rounded * 2 > long) {
        found.push({
          line: 0,
          message: `barcode: ${rounded} end in zeros after ${SPREADSHEET_DIGITS} digits: a spreadsheet may have rounded them`,
        });
      }
      return found;
    },
  };
}
