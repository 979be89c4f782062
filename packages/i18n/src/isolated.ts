/** The scripts that are written from the right, in ranges with a few others: to isolate those does no harm. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefe\u{10800}-\u{1efff}]/u;

/** They turn the text behind them, and one of them ends an isolation. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name for a sentence or a line of several: one that is written from the right is isolated (U+2068, U+2069), and one with
 * control characters of direction loses them, so that it does not turn round what stands beside it. For what people see, not
 * for what is compared or exported.
 *
 * @example
 * isolated('Gate A'); // 'Gate A'
 * `12:04, ${isolated('שער 3')}, ${isolated('נועה')}`; // three parts in this order
 */
export function isolated(name: string): string {
  const plain = name.replace(CONTROLS, '');
  return FROM_THE_RIGHT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
