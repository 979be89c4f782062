/** 200 scans with the longest verdicts have 120,000. */
const MAX_PARTS = 250_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/**
 * Whether JSON has more values and members than any call. A few million of them are parsed for seconds, and nobody else is
 * answered meanwhile; to count them takes a fraction of that. Text does not count.
 */
export function hasTooManyParts(json: Uint8Array): boolean {
  let parts = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (byte === QUOTE) at = endOfText(json, at + 1);
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) parts += 1;
    if (parts > MAX_PARTS) return true;
  }
  return false;
}

/** The index of the quote that ends a text; the length where none does. */
function endOfText(json: Uint8Array, from: number): number {
  for (let at = json.indexOf(QUOTE, from); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let before = at;
    while (json[before - 1] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return json.length;
}
