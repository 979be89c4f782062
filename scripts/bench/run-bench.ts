import { writeFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** What a figure must be. */
export type Target =
  | { readonly is: number }
  | { readonly atLeast: number }
  | { readonly atMost: number }
  | { readonly moreThan: number };

/** One measured figure beside its target. */
interface Figure {
  readonly figure: string;
  readonly over: string;
  readonly measured: number;
  readonly unit: string;
  readonly target: string;
  readonly passed: boolean;
}

/** A measured figure, what it was measured over, and what it must be. Without a target it is only reported. */
export interface Measurement {
  readonly over: string;
  readonly measured: number;
  readonly target?: Target;
  readonly unit?: string;
}

/** What a benchmark receives. */
export interface Bench {
  /** Whether the short form runs: the same measurement in about 20 seconds, for every test run. */
  readonly short: boolean;
  /** Chooses between the long form's number and the short form's. */
  size(long: number, short: number): number;
  /** Prints a line of progress. */
  say(text: string): void;
  /** Prints a figure, and records it and whether it meets its target. */
  check(figure: string, measurement: Measurement): void;
  /** Returns the value of one of the benchmark's own options, for example `--corpus DIR`. */
  option(name: string): string | undefined;
}

/**
 * Runs a benchmark. `--short` selects the short form, `--json FILE` saves the figures, `options` names further options;
 * all others are ignored. Prints the figures as a table. The process ends with code 1 when a figure misses its target,
 * when there is no figure, or when the measurement fails.
 */
export async function runBench(
  title: string,
  measure: (bench: Bench) => Promise<void>,
  { options = [] }: { options?: readonly string[] } = {},
): Promise<void> {
  const own = Object.fromEntries(options.map((name) => [name, { type: 'string' }])) as ParseArgsConfig['options'];
  const { values } = parseArgs({
    strict: false,
    options: { ...own, short: { type: 'boolean', default: false }, json: { type: 'string' } },
  });
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  const short = values.short === true;
  const json = text('json');
  const figures: Figure[] = [];
  const startedAt = performance.now();
  const bench: Bench = {
    short,
    size: (long, ofShort) => (short ? ofShort : long),
    say: (text) => console.log(`  ${text}`),
    check(figure, { over, measured, target, unit = '' }) {
      // A run that is ended early has shown what it has measured.
      console.log(`  ${figure}: ${format(measured)}${unit && ` ${unit}`} (${over})`);
      figures.push({ figure, over, measured, unit, target: describe(target), passed: meets(measured, target) });
    },
    option: text,
  };
  let hasFailed = false;
  try {
    await measure(bench);
  } catch (cause) {
    // What was measured before is kept.
    hasFailed = true;
    console.error(cause);
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  print(title, figures, seconds);
  if (json !== undefined) {
    const report = { title, date: new Date().toISOString(), short, seconds, figures };
    writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  }
  // An open socket or browser must not keep the process running.
  process.exit(!hasFailed && figures.length > 0 && figures.every(({ passed }) => passed) ? 0 : 1);
}

/** Whether a figure is what it must be. */
export function meets(measured: number, target?: Target): boolean {
  if (!target) return true;
  if ('is' in target) return measured === target.is;
  if ('moreThan' in target) return measured > target.moreThan;
  return 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost;
}

function describe(target?: Target): string {
  if (!target) return '';
  if ('is' in target) return `${format(target.is)}`;
  if ('moreThan' in target) return `> ${format(target.moreThan)}`;
  return 'atLeast' in target ? `>= ${format(target.atLeast)}` : `<= ${format(target.atMost)}`;
}

function print(title: string, figures: readonly Figure[], seconds: number): void {
  const rows = figures.map(({ figure, over, measured, unit, target, passed }) => [
    figure,
    over,
    `${format(measured)}${unit && ` ${unit}`}`,
    target,
    target === '' ? '' : passed ? 'yes' : 'NO',
  ]);
  const table = [['figure', 'over', 'measured', 'target', 'met'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  console.log(`\n${title} (${seconds} s)`);
  for (const row of table) console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
}

function format(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}
