#!/usr/bin/env node
// pnpm shape [--json FILE]: prints the length of the source files of each package and app, and the purpose of the lines
// of the scanner app. Ends with code 1 when a target is missed.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from './bench/percentile.ts';
import { runBench } from './bench/run-bench.ts';
import { root } from './workspace.mjs';

/** A package publishes its `testing` folder; an app's only serves its tests. */
const TEST_FILES = [/\.(test|suite)\.tsx?$/, /^apps\/[^/]+\/src\/testing\//];
const APP = 'apps/scanner/src/';

const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !TEST_FILES.some((pattern) => pattern.test(path)))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .map(({ path, text }) => ({ path, text, lines: text.trimEnd().split('\n').length }));

/** `wiring`: globs of start-up and routes; `logic`: why each file that is neither a view nor wiring is in the app. */
const { wiring, logic: reasons } = JSON.parse(readFileSync(join(root, 'scripts/shape.json'), 'utf8'));
const wiringFiles = new Set(globSync(wiring, { cwd: join(root, APP) }));
const app = Map.groupBy(
  files.filter(({ path }) => path.startsWith(APP)),
  purposeOf,
);
const logic = app.get('logic').map(({ path, lines }) => ({ path: path.slice(APP.length), lines }));

await runBench('Shape of the sources', ({ check, say }) => {
  printPackages(say);
  printApp(say);
  const over = `${files.length} files`;
  const lengths = files.map(({ lines }) => lines);
  check('median file', { over, measured: percentile(lengths, 50), unit: 'lines', target: { atMost: 50 } });
  check('p90 file', { over, measured: percentile(lengths, 90), unit: 'lines', target: { atMost: 150 } });
  check('longest file', { over, measured: Math.max(...lengths), unit: 'lines', target: { atMost: 300 } });
  const inApp = `${logic.length} files of apps/scanner`;
  check('logic in the app', { over: inApp, measured: sum(logic), unit: 'lines', target: { atMost: 1_100 } });
  const unexplained = logic.filter(({ path }) => !reasons[path]).length;
  check('logic without a reason', { over: inApp, measured: unexplained, unit: 'files', target: { is: 0 } });
  const stale = Object.keys(reasons).filter((path) => !logic.some((file) => file.path === path));
  for (const path of stale) say(`✗ scripts/shape.json gives a reason for ${path}, which is no logic of the app`);
  check('reasons without logic', { over: inApp, measured: stale.length, target: { is: 0 } });
});

function purposeOf({ path, text }) {
  if (wiringFiles.has(path.slice(APP.length))) return 'wiring';
  const exportsComponent =
    path.endsWith('.tsx') && /^export (default )?(async )?(function|const|class) [A-Z]/m.test(text);
  const exportsHook = /^export (async )?(function|const) use[A-Z]/m.test(text);
  return exportsComponent || exportsHook ? 'views' : 'logic';
}

function printPackages(say) {
  const packages = Map.groupBy(files, ({ path }) => path.split('/', 2).join('/'));
  say(row('', 'files', 'lines', 'median', 'p90', 'longest'));
  for (const [name, own] of [...packages, ['all', files]]) {
    const lengths = own.map(({ lines }) => lines);
    say(row(name, own.length, sum(own), percentile(lengths, 50), percentile(lengths, 90), Math.max(...lengths)));
  }
}

function printApp(say) {
  say('');
  say(row('apps/scanner', 'files', 'lines'));
  for (const purpose of ['views', 'wiring', 'logic']) {
    const own = app.get(purpose) ?? [];
    say(row(`  ${purpose}`, own.length, sum(own)));
  }
  say('');
  for (const { path, lines } of logic) say(`${String(lines).padStart(4)}  ${path}: ${reasons[path] ?? '✗ no reason'}`);
}

function row(name, ...numbers) {
  return name.padEnd(28) + numbers.map((number) => String(number).padStart(8)).join('');
}

function sum(list) {
  return list.reduce((total, { lines }) => total + lines, 0);
}
