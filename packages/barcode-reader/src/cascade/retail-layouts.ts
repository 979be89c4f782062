import type { Symbology } from '../model/symbologies.ts';

/** Seven modules as bits, the first module highest; 1 is dark. */
const odd = [0x0d, 0x19, 0x13, 0x3d, 0x23, 0x31, 0x2f, 0x3b, 0x37, 0x0b];
const right = odd.map((bits) => ~bits & 0x7f);
const even = right.map((bits) => Number.parseInt(bits.toString(2).padStart(7, '0').split('').reverse().join(''), 2));

/** The thirty shapes of a digit: odd parity, even parity, right half. */
export const digitShapes: readonly number[] = [...odd, ...even, ...right];

/** The parts of a retail code and their positions, in modules from the first bar. */
export interface RetailLayout {
  readonly symbology: Symbology;
  readonly modules: number;
  /** The fixed parts with some of the quiet zones, modules as text; 1 is dark. */
  readonly guards: readonly { readonly at: number; readonly bits: string }[];
  readonly digits: readonly { readonly at: number; readonly half: 'left' | 'right' }[];
  /** The valid parities of the left half (a bit a digit, the first highest; 1 is even), and the digits they encode. */
  readonly parities: readonly { readonly even: number; readonly encoded: string }[];
  /** The text of the code with these digits; `null` where the check digit is wrong. */
  readonly textOf: (encoded: string, digits: string) => string | null;
}

const digitsFrom = (first: number, count: number, half: 'left' | 'right') =>
  Array.from({ length: count }, (_, index) => ({ at: first + 7 * index, half }));

const ean13Parities = [0x00, 0x0b, 0x0d, 0x0e, 0x13, 0x19, 0x1c, 0x15, 0x16, 0x1a];
const upcEParities = [0x38, 0x34, 0x32, 0x31, 0x2c, 0x26, 0x23, 0x2a, 0x29, 0x25];

const ean13: RetailLayout = {
  symbology: 'ean_13',
  modules: 95,
  guards: [
    { at: -4, bits: '0000101' },
    { at: 45, bits: '01010' },
    { at: 92, bits: '1010000' },
  ],
  digits: [...digitsFrom(3, 6, 'left'), ...digitsFrom(50, 6, 'right')],
  parities: ean13Parities.map((bits, digit) => ({ even: bits, encoded: `${digit}` })),
  textOf: (first, digits) => checked(first + digits),
};

const ean8: RetailLayout = {
  symbology: 'ean_8',
  modules: 67,
  guards: [
    { at: -4, bits: '0000101' },
    { at: 31, bits: '01010' },
    { at: 64, bits: '1010000' },
  ],
  digits: [...digitsFrom(3, 4, 'left'), ...digitsFrom(36, 4, 'right')],
  parities: [{ even: 0, encoded: '' }],
  textOf: (_, digits) => checked(digits),
};

const upcE: RetailLayout = {
  symbology: 'upc_e',
  modules: 51,
  guards: [
    { at: -4, bits: '0000101' },
    { at: 45, bits: '0101010000' },
  ],
  digits: digitsFrom(3, 6, 'left'),
  parities: [0, 1].flatMap((system) =>
    upcEParities.map((bits, check) => ({ even: system === 0 ? bits : bits ^ 0x3f, encoded: `${system}${check}` })),
  ),
  textOf(encoded, digits) {
    const text = `${encoded[0]}${digits}${encoded[1]}`;
    return checked(expandUpcE(text)) ? text : null;
  },
};

/** The layouts of the wanted symbologies. */
export function layoutsOf(symbologies: readonly Symbology[]): RetailLayout[] {
  const isWanted = (...names: Symbology[]) => names.some((name) => symbologies.includes(name));
  return [
    ...(isWanted('ean_13', 'upc_a') ? [ean13] : []),
    ...(isWanted('ean_8') ? [ean8] : []),
    ...(isWanted('upc_e') ? [upcE] : []),
  ];
}

function checked(digits: string): string | null {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? digits : null;
}

/** The 12 digits of the UPC-A that a UPC-E of 8 digits abbreviates. */
export function expandUpcE(text: string): string {
  const [system, a, b, c, d, e, last, check] = text;
  const body =
    Number(last) <= 2
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`;
  return `${system}${body}${check}`;
}
