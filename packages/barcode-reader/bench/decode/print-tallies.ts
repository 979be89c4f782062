import type { Tally } from './run-set.ts';

/** Prints each reader's results for a set: a line each, then the shares read by level and by symbology. */
export function printTallies(title: string, tallies: readonly Tally[], say: (line: string) => void): void {
  const percent = (part: number, whole: number) => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)}`);
  const mean = (sum: number, count: number) => (count === 0 ? '' : (sum / count).toFixed(1));
  const rows = tallies.map((tally) => [
    tally.name,
    `${tally.read}/${tally.codes}`,
    percent(tally.read, tally.codes),
    tally.readBy.join(' '),
    `${tally.wrong}`,
    `${tally.falseReads}/${tally.empties}`,
    mean(tally.codeMs, tally.codeFrames),
    mean(tally.emptyMs, tally.emptyFrames),
  ]);
  table([[title, 'read', '%', 'read by frame', 'wrong', 'false', 'ms', 'ms empty'], ...rows], say);
  const parts = [...(tallies[0]?.parts.keys() ?? [])];
  const shares = tallies.map(({ name, parts: own }) => [
    name,
    ...parts.map((part) => {
      const { codes = 0, read = 0 } = own.get(part) ?? {};
      return percent(read, codes);
    }),
  ]);
  table([['% read', ...parts], ...shares], say);
}

function table(rows: readonly (readonly string[])[], say: (line: string) => void): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  say('');
  for (const row of rows) say(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
