/** The scripts that are written from the right, in ranges with a few others: to isolate those does no harm. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefe\u{10800}-\u{1efff}]/u;

/**
 * A name for a sentence or a line of several: one that is written from the right is isolated (U+2068, U+2069), so that it
 * does not turn round what stands beside it. For what people see, not for what is compared or exported.
 *
 * @example
 * isolated('Gate A'); // 'Gate A'
 * `12:04, ${isolated('שער 3')}, ${isolated('נועה')}`; // three parts in this order
 */
export function isolated(name: string): string {
  return FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name;
}
