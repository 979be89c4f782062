#!/usr/bin/env node
// npm test [-- STEP ...] [--force]: installs what the tests need, runs every step (or the named ones), counts, and closes
// with the line "N passed, N failed". Tests whose inputs have not changed count as passed and are reported as cached;
// with --force everything runs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { provideChromium, provideHeadlessChromium } from './chromium.mjs';
import { startPostgres } from './postgres.mjs';
import { forgetReports, runTask, runTestTasks } from './run-task.mjs';
import { whenOrphaned } from './when-orphaned.mjs';
import { fail, install, run, step, workspaceEnvironment } from './workspace.mjs';

// What it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
if (process.env.npm_lifecycle_event) whenOrphaned(() => process.exit(1));

await install();

const options = process.argv.slice(2);
const force = options.includes('--force');
const named = options.filter((option) => option !== '--force');
const isWhole = named.length === 0;

/** One command that passes or fails as a whole. */
async function check(command, ...args) {
  const code = await run(command, args);
  if (code === 0) return { passed: 1, failures: [] };
  return { passed: 0, failures: [{ title: [command, ...args].join(' '), message: `It ended with ${code}.` }] };
}

const checkPackages = (task) => runTask(task, { force });
const testPackages = (tasks, { env, ...rest } = {}) =>
  runTestTasks(tasks, { ...rest, env: { ...node(), ...env }, force });
/** Tests the built app and API. With --force turbo would build them again, under the tests of another step. */
const testBuilt = (task, options) => testPackages([task], { ...options, only: force && wanted.includes('build') });

/** Starts a PostgreSQL server for the tests and stops it after them. */
async function testWithPostgres(task, { env, ...rest } = {}) {
  const { url, version, stop } = await startPostgres({ survivesPowerCut: false });
  try {
    return await testBuilt(task, { ...rest, env: { ...env, TEST_DATABASE_URL: url, POSTGRES_VERSION: version } });
  } finally {
    await stop();
  }
}

/** Runs a script that tries a release on this machine; every claim counts. */
async function tryRelease(script) {
  const folder = mkdtempSync(join(tmpdir(), 'scantix-test-'));
  const file = join(folder, 'release.json');
  const code = await run('node', [script, '--report', file], { env: chromium() });
  const { passed, failed } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
  rmSync(folder, { recursive: true, force: true });
  if (code === 0 && passed > 0 && failed === 0) return { passed, failures: [] };
  return { passed, failures: [{ title: script, message: `It ended with ${code}; ${failed} of its claims failed.` }] };
}

// The versions are part of the cache keys.
const node = () => ({ NODE_VERSION: versionOf('node') });
function chromium() {
  const path = provideHeadlessChromium();
  return { CHROMIUM_PATH: path, CHROMIUM_VERSION: versionOf(path) };
}
function versionOf(command) {
  return spawnSync(command, ['--version'], { encoding: 'utf8', env: workspaceEnvironment() }).stdout.trim();
}

const UNIT = ['test', '//#test:packages'];
const BACKEND = '@scantix/api';
/** Their tests wait most of the time. */
const WAITING = ['@scantix/barcode-reader', '@scantix/auth-session'];
/** Beside the steps of the other lane. */
const inOneProcess = () => ({ env: { VITEST_MAX_WORKERS: '1', ...chromium() }, concurrency: 1 });

const STEPS = {
  lint: ['Lint, format and import direction', () => check('biome', 'check', '--error-on-warnings')],
  types: ['Types', () => checkPackages('types')],
  messages: ['Messages in every language', () => checkPackages('messages')],
  unused: ['Unused files, exports and dependencies', () => check('knip')],
  imports: ['Import circles, of files and of folders', () => check('depcruise', 'apps', 'packages', 'scripts')],
  promises: ['Floating promises', () => check('oxlint')],
  shape: ['Shape of the sources', () => check('node', 'scripts/shape.mjs')],
  drawing: ['The drawing of the architecture', () => check('node', 'scripts/check-drawing.mjs')],
  sentences: ['The specification and its tests', () => check('node', 'scripts/sentences.mjs', '--check')],
  waiting: [
    'Tests of the barcode reader and of sessions',
    () => testPackages(['test'], { env: chromium(), filter: WAITING }),
    { onlyNamed: !isWhole },
  ],
  tests: [
    'Unit, contract and browser tests',
    () =>
      isWhole
        ? testPackages(UNIT, { ...inOneProcess(), filter: [BACKEND, ...WAITING].map((name) => `!${name}`) })
        : testPackages(UNIT, { env: chromium() }),
  ],
  backend: [
    'Unit and contract tests of the backend',
    () => testPackages(['test'], { ...inOneProcess(), filter: [BACKEND] }),
    { onlyNamed: !isWhole },
  ],
  unit: ['Unit and contract tests', () => testPackages(UNIT, { args: ['--project', 'unit'] }), { onlyNamed: true }],
  browser: [
    'Browser tests',
    () => testPackages(['test'], { args: ['--project', 'browser'], env: chromium() }),
    { onlyNamed: true },
  ],
  postgres: ['The backend on PostgreSQL', () => testWithPostgres('test:postgres')],
  build: ['Build', () => checkPackages('build')],
  sizes: ['Sizes', () => check('node', 'scripts/sizes.mjs')],
  api: ['The API of the packages, as reported', () => check('node', 'scripts/api-reports.mjs', '--check')],
  chaos: [
    'Reliability figures, short form',
    () => testWithPostgres('test:figures', { filter: ['!@scantix/scanner'], env: chromium() }),
  ],
  scanning: [
    'Scanning figures, short form',
    () => testBuilt('test:figures', { filter: ['@scantix/scanner'], env: chromium(), concurrency: 1 }),
  ],
  e2e: [
    'End-to-end tests',
    // One of them installs a browser extension, which the headless shell cannot have.
    () => testWithPostgres('test:e2e', { env: { WHOLE_CHROMIUM_PATH: provideChromium(), ...chromium() } }),
  ],
  publish: ['The packages, published and installed', () => tryRelease('scripts/test-publish.mjs')],
  release: ['A release, rehearsed', () => tryRelease('scripts/test-release.mjs'), { onlyNamed: true }],
  archive: ["The server's archive", () => tryRelease('scripts/test-release-server.mjs'), { onlyNamed: true }],
};

const unknown = named.filter((name) => !(name in STEPS));
if (unknown.length > 0) fail(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(STEPS).join(', ')}.`);

// Where everything runs, two lanes of steps keep both cores busy: the end-to-end tests wait a fifth of their time, and
// most other steps use one core. The tests of a hardware scanner, among those that wait, measure the time between keys:
// checks, the build and a release in short form run beside them, and no test.
const BESIDE_WAITING = [
  ...['lint', 'types', 'messages', 'unused', 'imports', 'promises', 'shape', 'drawing', 'sentences'],
  ...['build', 'sizes', 'api', 'publish'],
];
/** The longest first: the others run beside it. */
const IN_LANES = ['e2e', 'tests', 'postgres', 'chaos', 'backend', 'scanning'];

const total = { passed: 0, failures: [], cached: 0 };
async function runStep(name) {
  const [title, start] = STEPS[name];
  step(title);
  const startedAt = performance.now();
  const { passed, failures, cached = 0 } = await endOf(start);
  total.passed += passed;
  total.failures.push(...failures.map((failure) => ({ step: title, ...failure })));
  total.cached += cached;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `  ${title}: ${passed} passed${cached > 0 ? ` (${cached} cached)` : ''}, ${failures.length} failed, ${seconds} s`,
  );
}

async function endOf(start) {
  try {
    return await start();
  } catch (error) {
    return { passed: 0, failures: [{ title: 'It did not end', message: inspect(error) }] };
  }
}

async function runInOrder(names) {
  for (const name of names) await runStep(name);
}

/** Runs steps in two lanes: each begins the next one when its own has ended. */
async function runInLanes(names) {
  const waiting = [...names];
  const runLane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await runStep(name);
  };
  await Promise.all([runLane(), runLane()]);
}

const wanted = Object.entries(STEPS).flatMap(([name, [, , { onlyNamed = false } = {}]]) =>
  (named.length > 0 ? named.includes(name) : !onlyNamed) ? [name] : [],
);
forgetReports();
if (isWhole) {
  await Promise.all([runStep('waiting'), runInOrder(BESIDE_WAITING)]);
  await runInOrder(wanted.filter((name) => !['waiting', ...BESIDE_WAITING, ...IN_LANES].includes(name)));
  await runInLanes(IN_LANES);
} else {
  await runInOrder(wanted);
}

if (total.cached > 0)
  console.log(`\n${total.cached} of the passed tests are cached; npm test -- --force runs them again.`);
// The last lines of a long log are the ones that are read.
for (const { step: of, title, message } of total.failures)
  console.log(`\nFailed: ${of}: ${title}\n${message.replace(/^/gm, '  ')}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exit(total.failures.length === 0 && total.passed > 0 ? 0 : 1);
