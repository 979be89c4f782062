/**
 * The longest time without an answer, in seconds, from the last answer before `from` on.
 * @param times when answers came, in milliseconds
 * @param period from the fault to the end of its observation, in milliseconds
 */
export function longestSilence(times: readonly number[], { from, to }: { from: number; to: number }): number {
  const sorted = [...times].sort((one, other) => one - other);
  const before = sorted.filter((time) => time < from).at(-1) ?? from;
  const during = sorted.filter((time) => time >= from && time <= to);
  const points = [before, ...during, to];
  const gaps = points.slice(1).map((point, index) => point - (points[index] as number));
  return Math.max(...gaps) / 1_000;
}
