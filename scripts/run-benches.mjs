// Runs benchmarks one after the other, for scripts/chaos.mjs and scripts/bench.mjs. Arguments: [NAME ...] [--short]
// [--json FILE]; every other option is passed on to the benchmarks. Ends with code 1 when one fails.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { provideChromium, provideHeadlessChromium } from './chromium.mjs';
import { startPostgres } from './postgres.mjs';
import { fail, run, step } from './workspace.mjs';

/**
 * Runs the named benchmarks of a table; without a name, all. A benchmark is a file, or `{ file, postgres: true }` for one
 * that needs an empty PostgreSQL server; `TEST_DATABASE_URL` names it. `{ file, headless: true }` is for one whose browser
 * must draw no window.
 */
export async function runBenches(table, args = process.argv.slice(2)) {
  const { names, json, rest } = readArguments(args);
  const unknown = names.filter((name) => !(name in table));
  if (unknown.length > 0) fail(`No such run: ${unknown.join(', ')}. There are: ${Object.keys(table).join(', ')}.`);

  const folder = mkdtempSync(join(tmpdir(), 'scantix-bench-'));
  const reports = [];
  let failed = false;
  for (const bench of (names.length > 0 ? names : Object.keys(table)).flatMap((name) => table[name])) {
    const { file, postgres = false, headless = false } = typeof bench === 'string' ? { file: bench } : bench;
    step(file);
    const report = join(folder, `${reports.length}.json`);
    const server = postgres ? await startPostgres() : undefined;
    const env = {
      CHROMIUM_PATH: headless ? provideHeadlessChromium() : provideChromium(),
      ...(server && { TEST_DATABASE_URL: server.url }),
    };
    const code = await run('node', ['--conditions=@scantix/source', file, '--json', report, ...rest], { env });
    await server?.stop();
    failed ||= code !== 0;
    reports.push(readReport(report, { title: file, figures: [{ figure: 'runs to its end', passed: false }] }));
  }
  rmSync(folder, { recursive: true, force: true });
  if (json) {
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, `${JSON.stringify(reports, null, 2)}\n`);
  }
  process.exit(failed ? 1 : 0);
}

/** Names come first. `--json FILE` is for the caller; all other options are for the benchmarks. */
function readArguments(args) {
  const firstOption = args.findIndex((arg) => arg.startsWith('--'));
  const names = firstOption < 0 ? args : args.slice(0, firstOption);
  const rest = firstOption < 0 ? [] : args.slice(firstOption);
  const at = rest.indexOf('--json');
  const [, json] = at < 0 ? [] : rest.splice(at, 2);
  return { names, json, rest };
}

function readReport(file, empty) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return empty;
  }
}
