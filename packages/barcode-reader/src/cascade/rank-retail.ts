import type { RetailLayout } from './retail-layouts.ts';

/** A code, what it leaves unexplained, and what the next best code leaves unexplained. */
interface RankedCode {
  readonly text: string;
  readonly rest: number;
  readonly nextRest: number;
}

/** How many beginnings of a code are followed; those dropped leave more unexplained than the last of them. */
const mostBeginnings = 48;

/**
 * Finds the likeliest code with valid parities and check digit.
 *
 * @param rests for each digit, what each of its shapes leaves unexplained: odd then even, or the right half's
 * @param rest what the guards leave unexplained
 */
export function rankRetail(
  { digits, parities, textOf }: RetailLayout,
  rests: readonly (readonly number[])[],
  rest: number,
): RankedCode | null {
  const leftCount = digits.filter(({ half }) => half === 'left').length;
  const options = parities.map(({ even, encoded }) => {
    const choices = rests.map((shapes, index) => {
      const from = index < leftCount && ((even >> (leftCount - 1 - index)) & 1) === 1 ? 10 : 0;
      const ranked = shapes.slice(from, from + 10).map((own, digit) => ({ digit, rest: own }));
      return ranked.sort((a, b) => a.rest - b.rest);
    });
    return { encoded, choices, least: choices.reduce((sum, [first]) => sum + (first?.rest ?? 0), rest) };
  });
  let found: { text: string; rest: number }[] = [];
  let leftOut = Number.POSITIVE_INFINITY;
  for (const { encoded, choices, least } of options.sort((a, b) => a.least - b.least)) {
    if (least > Math.min(leftOut, found[1]?.rest ?? Number.POSITIVE_INFINITY)) break;
    let beginnings = [{ text: '', rest }];
    for (const own of choices) {
      beginnings = beginnings
        .flatMap((before) => own.map(({ digit, rest }) => ({ text: before.text + digit, rest: before.rest + rest })))
        .sort((a, b) => a.rest - b.rest)
        .slice(0, mostBeginnings);
    }
    leftOut = Math.min(leftOut, beginnings.at(-1)?.rest ?? leftOut);
    for (const { text, rest: own } of beginnings) {
      const whole = textOf(encoded, text);
      if (whole !== null) found.push({ text: whole, rest: own });
    }
    found = found.sort((a, b) => a.rest - b.rest).slice(0, 2);
  }
  const [first, second] = found;
  return first ? { ...first, nextRest: Math.min(leftOut, second?.rest ?? leftOut) } : null;
}
