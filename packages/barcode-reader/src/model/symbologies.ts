/** Every symbology that can be read, by its name on the wire. */
export const symbologies = [
  'qr_code',
  'micro_qr_code',
  'rmqr_code',
  'aztec',
  'data_matrix',
  'pdf417',
  'micro_pdf417',
  'maxi_code',
  'code_128',
  'code_39',
  'code_93',
  'codabar',
  'itf',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'databar',
  'databar_limited',
  'databar_expanded',
] as const;

/** A symbology, by its name on the wire (`qr_code`, `code_128`, ...). */
export type Symbology = (typeof symbologies)[number];

/** The symbologies read by default: those of tickets and goods. */
export const standardSymbologies: readonly Symbology[] = [
  'qr_code',
  'code_128',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'pdf417',
  'aztec',
  'data_matrix',
];

const known: ReadonlySet<string> = new Set(symbologies);

/** Whether `name` is the name of a symbology. */
export function isSymbology(name: unknown): name is Symbology {
  return typeof name === 'string' && known.has(name);
}

/**
 * Symbologies whose check is too weak to believe a single frame. Stacked codes are among them: a damaged one may use up
 * all of its error correction, which leaves nothing to check the text with.
 */
const weak: ReadonlySet<Symbology> = new Set([
  ...(['itf', 'codabar', 'code_39', 'ean_13', 'ean_8', 'upc_a', 'upc_e'] as const),
  ...(['pdf417', 'micro_pdf417'] as const),
]);

/** Whether a code of this symbology is believed only when two frames agree. */
export function needsAgreement(symbology: Symbology): boolean {
  return weak.has(symbology);
}
