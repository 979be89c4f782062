#!/usr/bin/env node
// pnpm mutate [PACKAGE|PATH ...] [--changed] [--force] [--concurrency N] [--json FILE]: changes one thing after the other
// in the sources of the named packages, or below the paths (without a name, of all), and runs the tests that cover it;
// prints the mutants that no test noticed. `--changed` mutates only the files that differ from the main branch. What an
// earlier run found is reused where neither source nor tests have changed; `--force` finds it again. Ends with code 1
// below a target.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { runBench } from './bench/run-bench.ts';
import { mutatedPackages } from './mutants/packages.mjs';
import { fail, root, step, workspaceFolders } from './workspace.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
    json: { type: 'string' },
  },
});
const paths = positionals.filter((name) => name.includes('/'));
const names = positionals.filter((name) => !paths.includes(name));
const unknown = names.filter((name) => !(name in mutatedPackages));
if (unknown.length > 0) {
  fail(`Not mutated: ${unknown.join(', ')}. There are: ${Object.keys(mutatedPackages).join(', ')}.`);
}

/** What waits for nothing ends at once, so a time limit ends only loops, on a busy machine too. */
const inProcessRunner = {
  testRunner: 'in-process',
  plugins: [join(root, 'scripts/mutants/in-process-runner.mjs')],
  timeoutMS: 300_000,
  // A loop without end may fill the memory: at this size the mutant errors, on a machine that others use, too.
  testRunnerNodeArgs: ['--max-old-space-size=1500'],
};

/** Of a mutant that errored nobody can tell whether a test notices it. */
const unnoticedStatuses = { Survived: 'survived', NoCoverage: 'untested', RuntimeError: 'errored' };

process.chdir(root);
const changed = options.changed ? changedFiles() : undefined;
const isWanted = (file) =>
  (!changed || changed.has(file)) && (paths.length === 0 || paths.some((path) => file.startsWith(path)));

await runBench('Mutants that the tests notice', async ({ check, say }) => {
  let measured = 0;
  for (const name of names.length > 0 ? names : Object.keys(mutatedPackages)) {
    const { folder, parts, without, tests, score: target, inProcess, patienceS } = mutatedPackages[name];
    const files = filesOf({ folder, parts, without }).filter(isWanted);
    if (files.length === 0) continue;
    measured += 1;
    step(`${name}: ${files.length} files`);
    const mutants = await mutate(name, { folder, files, tests, inProcess, patienceS }).catch(() => null);
    if (!mutants) {
      check(name, { over: 'the tests fail without a mutant, see above', measured: 0, target: { atLeast: target } });
      continue;
    }
    const { survivors, explained, stale } = explain(mutants, folder, files);
    for (const mutant of survivors) say(describe(mutant));
    for (const { file, mutant } of stale)
      say(`✗ ${file}: no mutant that survives is "${mutant}"; remove its explanation`);
    const count = (of, status) => of.filter((mutant) => mutant.status === status).length;
    const [killed, timedOut] = [count(mutants, 'Killed'), count(mutants, 'Timeout')];
    const [survived, untested] = [count(survivors, 'Survived'), count(survivors, 'NoCoverage')];
    const errored = count(survivors, 'RuntimeError');
    const over = `${killed} killed, ${timedOut} timed out, ${survived} survived, ${untested} untested, ${errored} errored, ${explained} explained`;
    const valid = killed + timedOut + survivors.length;
    const score = valid === 0 ? 100 : Math.floor((1_000 * (killed + timedOut)) / valid) / 10;
    check(name, { over, measured: score, unit: '%', target: { atLeast: target } });
    if (stale.length > 0) check(`${name}: stale explanations`, { over, measured: stale.length, target: { is: 0 } });
  }
  if (measured === 0) {
    say('None of these files is mutated.');
    process.exit(0);
  }
});

/** The sources of a package that are mutated: neither its tests nor the fakes and suites that serve tests. */
function filesOf({ folder, parts = [''], without = [] }) {
  const below = parts.map((part) => join(folder, 'src', part));
  return globSync(
    below.map((path) => join(path, '**/*.{ts,tsx}')),
    {
      exclude: [
        ...below.flatMap((path) => [join(path, '**/*.{test,suite,d}.{ts,tsx}'), join(path, 'testing/**')]),
        ...without.map((part) => join(folder, 'src', part, '**')),
      ],
    },
  ).sort();
}

/** The files that differ from the commit at which this branch left the main branch, new ones included. */
function changedFiles() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const branches = ['refs/remotes/origin/main', 'refs/heads/main'];
  const [main = 'HEAD'] = git('for-each-ref', '--sort=-refname', '--format=%(refname)', ...branches);
  const [base] = git('merge-base', main, 'HEAD');
  return new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]);
}

/**
 * Runs Stryker on a copy of the package. The copy is below the root, where no tsconfig.json stands: Stryker rewrites that
 * file with TypeScript's JavaScript API, which TypeScript 7 does not have. Other packages are resolved to their sources.
 */
async function mutate(name, { folder, files, tests, inProcess, patienceS = Infinity }) {
  mkdirSync('.mutants', { recursive: true });
  // Not Stryker's `testFiles`: with it, mutants of what a module computes at its import are never active.
  process.env.MUTATED_TESTS = tests ?? 'src/**/*.test.{ts,tsx}';
  process.env.MUTATED_FOLDER = folder;
  process.env.MUTATED_PATIENCE_S = String(patienceS);
  const stryker = new Stryker({
    mutate: files,
    ...(inProcess ? inProcessRunner : vitestRunner(folder)),
    coverageAnalysis: 'perTest',
    disableTypeChecks: false,
    dryRunTimeoutMinutes: 60,
    incremental: true,
    incrementalFile: `.mutants/${name}.json`,
    force: options.force,
    tempDirName: '.mutants/copies',
    ignorePatterns: ['dist', '.*', 'docs/*', '!docs/*.md', ...workspaceFolders().filter((other) => other !== folder)],
    concurrency: Number(options.concurrency),
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    logLevel: 'warn',
    allowEmpty: true,
  });
  const mutants = await stryker.runMutationTest();
  // The earlier results of other files come along.
  return mutants
    .map((mutant) => ({ ...mutant, file: mutant.fileName.replace(`${root}/`, '') }))
    .filter(({ file }) => files.includes(file));
}

function vitestRunner(dir) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', dir },
  };
}

/**
 * Divides the mutants that no test noticed into those that the package explains and the survivors. An explanation names
 * file, line and mutant by their text, so it holds wherever the line stands; one that fits no such mutant is stale.
 */
function explain(mutants, folder, files) {
  const path = join(folder, 'src/equivalent-mutants.json');
  const entries = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const unnoticed = mutants.filter(({ status }) => status in unnoticedStatuses);
  const fits = (entry, mutant) =>
    join(folder, 'src', entry.file) === mutant.file && entry.mutant === textOf(mutant) && Boolean(entry.why);
  const survivors = unnoticed.filter((mutant) => !entries.some((entry) => fits(entry, mutant)));
  const stale = entries.filter(
    (entry) => files.includes(join(folder, 'src', entry.file)) && !unnoticed.some((mutant) => fits(entry, mutant)),
  );
  return { survivors, explained: unnoticed.length - survivors.length, stale };
}

/** The mutant as its explanation names it: the lines of the source, with the change in brackets. Stryker counts from 1. */
function textOf({ file, location: { start, end }, replacement }) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.at(-1);
  const after = last.slice(end.column - 1);
  const original = [...lines.slice(0, -1), last.slice(0, end.column - 1)].join('\n').slice(start.column - 1);
  return oneLine(`${lines[0].slice(0, start.column - 1)}[${original} -> ${replacement}]${after}`);
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim();
}

function describe(mutant) {
  const { file, location, mutatorName, status } = mutant;
  const place = `${file}:${location.start.line}:${location.start.column}`;
  return `${unnoticedStatuses[status]} ${place} ${mutatorName}\n    ${textOf(mutant)}`;
}
