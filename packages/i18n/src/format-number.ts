/** Creating a format takes far longer than using one. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number as a language writes it.
 *
 * @throws RangeError for no language tag; RangeError or TypeError for options that do not fit together
 * @example
 * formatNumber(1_250, 'de'); // '1.250'
 * formatNumber(0.125, 'en', { style: 'percent', maximumFractionDigits: 1 }); // '12.5%'
 */
export function formatNumber(value: number, locale: string, options: Intl.NumberFormatOptions = {}): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, known);
  return known.format(value);
}
