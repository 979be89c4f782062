/** The counter of one millisecond: 12 bits. It begins in the lower half, so that there is room. */
const MAX_COUNTER = 0xfff;

/**
 * Creates a sequence of UUIDv7s that only grows (RFC 9562, 6.2, method 1: a counter beside the time). Written out, since
 * the first view of the app has no room for a library.
 * @returns a function that makes the next one for a time in epoch milliseconds. A time that went back makes no difference
 */
export function createUuidSequence(): (now: number) => string {
  let time = 0;
  let counter = MAX_COUNTER;
  return (now) => {
    const [high = 0, low = 0, ...random] = crypto.getRandomValues(new Uint8Array(10));
    if (now > time || counter >= MAX_COUNTER) {
      time = Math.max(now, time + 1);
      counter = ((high & 0x07) << 8) | low;
    } else counter += 1;
    random[0] = 0x80 | ((random[0] ?? 0) & 0x3f);
    const hex = toHex(time, 12) + toHex(0x7000 | counter, 4) + random.map((byte) => toHex(byte, 2)).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}

const toHex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
