import type { Symbology } from '../model/symbologies.ts';

const stackedSymbologies: readonly Symbology[] = ['pdf417', 'micro_pdf417'];
const matrixSymbologies: readonly Symbology[] = [
  'qr_code',
  'micro_qr_code',
  'rmqr_code',
  'aztec',
  'data_matrix',
  'maxi_code',
];

/** The wanted symbologies by what they are made of, which determines how they are searched. */
export interface SymbologiesByShape {
  /** Bars. */
  readonly linear: readonly Symbology[];
  /** Rows of bars. */
  readonly stacked: readonly Symbology[];
  /** Squares. */
  readonly matrix: readonly Symbology[];
}

/** Sorts the wanted symbologies by shape. */
export function sortSymbologies(symbologies: readonly Symbology[]): SymbologiesByShape {
  return {
    linear: symbologies.filter(
      (symbology) => !stackedSymbologies.includes(symbology) && !matrixSymbologies.includes(symbology),
    ),
    stacked: symbologies.filter((symbology) => stackedSymbologies.includes(symbology)),
    matrix: symbologies.filter((symbology) => matrixSymbologies.includes(symbology)),
  };
}

/** The groups of wanted symbologies that one full-size pass decodes together: their costs are similar. */
export function groupSymbologies(symbologies: readonly Symbology[]): (readonly Symbology[])[] {
  const { linear, stacked, matrix } = sortSymbologies(symbologies);
  const isSlow = (symbology: Symbology) => symbology === 'data_matrix' || symbology === 'maxi_code';
  const quick = matrix.filter((symbology) => !isSlow(symbology));
  const slow = matrix.filter(isSlow);
  return [quick, linear, slow, stacked].filter((group) => group.length > 0);
}
