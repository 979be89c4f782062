/** Replaces each secret. */
export const FILTERED = '[Filtered]';

/** The rest of a name after the keyword is bounded, since a text may be a megabyte of base64. */
const NAME = '(?:token|passw(?:or)?d|passphrase|pwd|secret|key|jwt|credential|signature|barcode)[\\w.-]{0,40}';

/** A percent-encoded character, encoded once or several times: `%3D`, `%253D`. */
const encoded = (codes: string) => `%(?:25){0,3}(?:${codes})`;
const GAP = `(?:\\s|\\+|${encoded('20')})*`;
const COLON = `(?::|${encoded('3A')})`;
const EQUALS = `(?:=|${encoded('3D')})`;
/** Quotes, escaped where JSON is inside JSON. */
const QUOTE = `(?:\\\\|${encoded('5C')})*(?:["']|${encoded('22|27')})`;
const END_OF_NAME = `(?:\\[\\w*\\]|${encoded('5B')}\\w*${encoded('5D')})*(?:${QUOTE})?`;

const rule = (pattern: string, replacement: string): readonly [RegExp, string] => [
  new RegExp(pattern, 'gi'),
  replacement,
];

const RULES: readonly (readonly [RegExp, string])[] = [
  // Whoever has a barcode has the ticket. Addresses keep their route, also inside other addresses.
  rule('(/scan-result/)[^/?#\\s"\'<>\\\\]+', '$1:barcode'),
  rule('(%((?:25){0,3})2Fscan-result%(?:\\2)2F)(?:(?!%\\2(?:2F|3F|23|26))[^\\s/?#&"\'<>\\\\])+', '$1:barcode'),
  // What somebody has searched for is a name, an order or a barcode.
  rule(`([?&]search=)[^&\\s#"'<>\\\\]*`, `$1${FILTERED}`),
  rule(`(${encoded('3F|26')}search${encoded('3D')})(?:(?!${encoded('26|23')})[^&\\s#"'<>])*`, `$1${FILTERED}`),
  // What was pressed, as Sentry writes an element: its texts may say who a visitor is, and have any character.
  [/\[(title|aria-label|alt)="[\s\S]*/g, `[$1=${FILTERED}]`],
  // Whole lines: a cookie header has many values, an authorization header any scheme.
  rule(
    `\\b((?:proxy-)?authorization|(?:set-)?cookie)((?:${QUOTE})?${GAP}(?:${COLON}|${EQUALS})${GAP})[^\\r\\n]+`,
    `$1$2${FILTERED}`,
  ),
  rule(`\\b(Bearer|Basic)(?:\\s|\\+|${encoded('20')})+[\\w.~+/=-]+`, `$1 ${FILTERED}`),
  [/\beyJ[\w-]{4,}\.[\w-]+\.[\w-]*/g, FILTERED],
  [/\bxa[ap]t-[\w-]+/g, FILTERED],
  rule(`(://)[^/\\s?#@"'<>]{1,256}@`, `$1${FILTERED}@`),
  rule(
    `(${encoded('3A')}(?:${encoded('2F')}){2})(?:(?!${encoded('2F|3F|23|26|40')})[^\\s/?#@"'<>&]){1,256}(${encoded('40')})`,
    `$1${FILTERED}$2`,
  ),
  // Query and fragment pairs, plain and encoded inside another address.
  rule(`(${NAME}${END_OF_NAME})=[^&\\s#;"'<>\\\\]*`, `$1=${FILTERED}`),
  rule(`(${NAME}${END_OF_NAME}${encoded('3D')})(?:(?!${encoded('26')})[^&\\s#"'<>])*`, `$1${FILTERED}`),
  // JSON and plain text pairs: quoted, then bare.
  rule(`(${NAME}${END_OF_NAME}${GAP}${COLON}${GAP})(${QUOTE})(?:(?!\\2)[^\\r\\n])*\\2`, `$1$2${FILTERED}$2`),
  rule(`(${NAME}${END_OF_NAME}${GAP}${COLON})(?!${GAP}${QUOTE})(${GAP})(?!//)[^\\s,;}&"'\\\\]+`, `$1$2${FILTERED}`),
];

/**
 * Masks secrets in a text: query and fragment values of names like token, password, key and secret, credentials of
 * authorization and cookie headers, bearer tokens, JWTs, user info in addresses, barcodes, what an address searches for, and
 * the texts of an element that Sentry describes by its attributes, with what follows them.
 * Pure and idempotent.
 */
export function scrubText(text: string): string {
  return RULES.reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), text);
}
