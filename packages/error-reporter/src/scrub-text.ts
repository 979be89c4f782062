/** What stands where a secret was. */
export const FILTERED = '[Filtered]';

/** From the telling word on; bounded, since a text may be a megabyte of base64. */
const NAME = '(?:token|passw(?:or)?d|passphrase|pwd|secret|key|jwt|credential|signature|barcode)[\\w.-]{0,40}';

const RULES: readonly (readonly [RegExp, string])[] = [
  // A barcode is a bearer's ticket; addresses keep their route.
  [/(\/scan-result\/)[^/?#\s"'<>\\]+/gi, '$1:barcode'],
  // Whole lines: a cookie header has many values, an authorization header any scheme.
  [/\b((?:proxy-)?authorization|(?:set-)?cookie)(\\*["']?\s*[:=]\s*)[^\r\n]+/gi, `$1$2${FILTERED}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${FILTERED}`],
  [/\beyJ[\w-]{4,}\.[\w-]+\.[\w-]*/g, FILTERED],
  [/\bxa[ap]t-[\w-]+/g, FILTERED],
  [/(:\/\/)[^/\s?#@"'<>]{1,256}@/g, `$1${FILTERED}@`],
  // Query and fragment pairs, plain and encoded inside another address.
  [new RegExp(`(${NAME})=[^&\\s#;"'<>\\\\]*`, 'gi'), `$1=${FILTERED}`],
  [new RegExp(`(${NAME})%3D(?:(?!%26)[^&\\s#"'<>])*`, 'gi'), `$1%3D${FILTERED}`],
  // JSON and plain text pairs: quoted (perhaps escaped, as JSON within JSON), then bare.
  [new RegExp(`(${NAME}\\\\*["']?\\s*:\\s*)(\\\\*["'])(?:(?!\\2)[^\\r\\n])*\\2`, 'gi'), `$1$2${FILTERED}$2`],
  [new RegExp(`(${NAME}\\\\*["']?\\s*:\\s*)(?!\\\\*["'])(?!//)[^\\s,;}&"'\\\\]+`, 'gi'), `$1${FILTERED}`],
];

/**
 * Masks secrets in a text: query and fragment values of names like token, password, key and secret, credentials of
 * authorization and cookie headers, bearer tokens, JWTs, user info in addresses, and barcodes. Pure; twice is once.
 */
export function scrubText(text: string): string {
  return RULES.reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), text);
}
