/** Control characters, and those that turn the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const numberOf = (character: string) => character.charCodeAt(0).toString(16);

/** Shows a control character by its number, so that a name cannot steer the terminal or break a line. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${numberOf(character)}}`);
}

/** Formats a value as JSON. A program reads the same from it; of control characters it has only its line ends. */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  const escaped = (character: string) => `\\u${numberOf(character).padStart(4, '0')}`;
  return `${json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)))}\n`;
}

const SIGNS = new Intl.Segmenter('en');
const ASCII = /^[ -~]*$/;
/** The number of signs that a reader counts. */
const widthOf = (text: string) => (ASCII.test(text) ? text.length : [...SIGNS.segment(text)].length);

/** Formats rows under headings, in columns that are two spaces apart. `null` is an empty cell. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number | boolean | null | undefined)[])[],
): string {
  const lines = [headings, ...rows].map((row) => row.map((cell) => printable(String(cell ?? ''))));
  const widths = headings.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, widthOf(line[column] ?? '')), 0),
  );
  return lines
    .map((line) => line.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** Formats one thing: a line for each of its fields. */
export function formatFields(fields: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value ?? ''))}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}
