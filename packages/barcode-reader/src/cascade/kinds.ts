import type { Symbology } from '../model/symbologies.ts';

const stackedKinds: readonly Symbology[] = ['pdf417', 'micro_pdf417'];
const matrixKinds: readonly Symbology[] = [
  'qr_code',
  'micro_qr_code',
  'rmqr_code',
  'aztec',
  'data_matrix',
  'maxi_code',
];

/** The wanted kinds by what they are made of, which rules how they are looked for. */
export interface Kinds {
  /** Bars. */
  readonly linear: readonly Symbology[];
  /** Rows of bars. */
  readonly stacked: readonly Symbology[];
  /** Squares. */
  readonly matrix: readonly Symbology[];
}

/** Sorts the wanted kinds. */
export function sortKinds(symbologies: readonly Symbology[]): Kinds {
  return {
    linear: symbologies.filter((kind) => !stackedKinds.includes(kind) && !matrixKinds.includes(kind)),
    stacked: symbologies.filter((kind) => stackedKinds.includes(kind)),
    matrix: symbologies.filter((kind) => matrixKinds.includes(kind)),
  };
}

/** Kinds that one full-size look takes together, those that are wanted: what they cost is of the same order. */
export function groupKinds(symbologies: readonly Symbology[]): (readonly Symbology[])[] {
  const { linear, stacked, matrix } = sortKinds(symbologies);
  const isSlow = (kind: Symbology) => kind === 'data_matrix' || kind === 'maxi_code';
  const quick = matrix.filter((kind) => !isSlow(kind));
  const slow = matrix.filter(isSlow);
  return [quick, linear, slow, stacked].filter((group) => group.length > 0);
}
