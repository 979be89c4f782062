import type { Symbology } from '../model/symbologies.ts';

/** Seven modules as bits, the first one highest: 1 is dark. */
const odd = [0x0d, 0x19, 0x13, 0x3d, 0x23, 0x31, 0x2f, 0x3b, 0x37, 0x0b];
const right = odd.map((bits) => ~bits & 0x7f);
const even = right.map((bits) => Number.parseInt(bits.toString(2).padStart(7, '0').split('').reverse().join(''), 2));

/** The twenty or thirty shapes that a digit may have: those of the odd parity, then even, then those of the right half. */
export const digitShapes: readonly number[] = [...odd, ...even, ...right];

/** Where each part of a retail code stands, in modules from its first bar. */
export interface RetailLayout {
  readonly symbology: Symbology;
  readonly modules: number;
  /** Parts that every such code has, modules as text: 1 is dark. They hold a part of the quiet zones. */
  readonly guards: readonly { readonly at: number; readonly bits: string }[];
  readonly digits: readonly { readonly at: number; readonly half: 'left' | 'right' }[];
  /** What the parities of the left half may be (a bit a digit, the first one highest; 1 is even), and what they tell. */
  readonly parities: readonly { readonly even: number; readonly told: string }[];
  /** What the code is, once its digits are known; `null` where its check digit is wrong. */
  readonly textOf: (told: string, digits: string) => string | null;
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
  parities: ean13Parities.map((bits, digit) => ({ even: bits, told: `${digit}` })),
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
  parities: [{ even: 0, told: '' }],
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
    upcEParities.map((bits, check) => ({ even: system === 0 ? bits : bits ^ 0x3f, told: `${system}${check}` })),
  ),
  textOf(told, digits) {
    const text = `${told[0]}${digits}${told[1]}`;
    return checked(expandUpcE(text)) ? text : null;
  },
};

/** The layouts that the wanted kinds have. */
export function layoutsOf(symbologies: readonly Symbology[]): RetailLayout[] {
  const wants = (...kinds: Symbology[]) => kinds.some((kind) => symbologies.includes(kind));
  return [
    ...(wants('ean_13', 'upc_a') ? [ean13] : []),
    ...(wants('ean_8') ? [ean8] : []),
    ...(wants('upc_e') ? [upcE] : []),
  ];
}

function checked(digits: string): string | null {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? digits : null;
}

/** The 12 digits that the 8 of a UPC-E stand for. */
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
