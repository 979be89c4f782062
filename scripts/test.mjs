#!/usr/bin/env node
// npm test [-- STEP ...]: installs what the tests need, runs every step (or the named ones), counts, and closes with
// the line "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideChromium } from './chromium.mjs';
import { startPostgres } from './postgres.mjs';
import { fail, install, run, runWithPnpm, step } from './workspace.mjs';

await install();

const reports = mkdtempSync(join(tmpdir(), 'scantix-test-'));
const total = { passed: 0, failed: 0 };

/** One command that passes or fails as a whole. */
async function check(command, ...args) {
  const code = await run(command, args);
  total[code === 0 ? 'passed' : 'failed'] += 1;
}

/** One task in every package. */
async function checkWithTurbo(task) {
  const code = await runWithPnpm(['turbo', 'run', task, '--output-logs', 'errors-only']);
  total[code === 0 ? 'passed' : 'failed'] += 1;
}

/** One Vitest project; every test counts. */
async function vitest(project, env) {
  const file = join(reports, `${project}.json`);
  const args = ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest', args, { env });
  const { numPassedTests, numFailedTests } = readReport(file, { numPassedTests: 0, numFailedTests: 0 });
  count(code, numPassedTests, numFailedTests);
}

/** The end-to-end tests; every test counts. */
async function playwright(env) {
  const file = join(reports, 'e2e.json');
  const args = ['test', '--config', 'apps/scanner/e2e/playwright.config.ts', '--reporter=line,json'];
  const code = await run('playwright', args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } });
  const { stats } = readReport(file, { stats: { expected: 0, unexpected: 0, flaky: 0 } });
  count(code, stats.expected, stats.unexpected + stats.flaky);
}

/** The short form of chaos (what breaks things on purpose) or of benches; every figure counts. */
async function figures(script, ...names) {
  const file = join(reports, `${script}-${names.join('-')}.json`);
  const code = await run('node', [`scripts/${script}.mjs`, ...names, '--short', '--json', file]);
  const all = readReport(file, []).flatMap((report) => report.figures);
  const passed = all.filter((figure) => figure.passed).length;
  count(code, passed, all.length - passed);
}

/** A whole release on this machine; every claim counts. */
async function rehearseRelease() {
  const file = join(reports, 'release.json');
  const code = await run('node', ['scripts/test-release.mjs', '--report', file], { env: chromium() });
  const { passed, failed } = readReport(file, { passed: 0, failed: 0 });
  count(code, passed, failed);
}

/** A runner that stopped without a failed test (a crash, no tests, an unhandled error) still failed. */
function count(code, passed, failed) {
  total.passed += passed;
  total.failed += code === 0 ? failed : Math.max(failed, 1);
}

function readReport(file, empty) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return empty;
  }
}

const chromium = () => ({ CHROMIUM_PATH: provideChromium() });

async function withPostgres(use) {
  const postgres = await startPostgres();
  try {
    await use({ TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

const STEPS = {
  lint: ['Lint, format and import direction', () => check('biome', 'check', '--error-on-warnings')],
  types: ['Types', () => checkWithTurbo('types')],
  messages: ['Messages in every language', () => checkWithTurbo('messages')],
  unused: ['Unused files, exports and dependencies', () => check('knip')],
  unit: ['Unit and contract tests', () => vitest('unit')],
  postgres: ['The backend on PostgreSQL', () => withPostgres((env) => vitest('postgres', env))],
  browser: ['Browser tests', () => vitest('browser', chromium())],
  build: ['Build', () => checkWithTurbo('build')],
  sizes: ['Sizes', () => check('node', 'scripts/sizes.mjs')],
  chaos: ['Reliability figures, short form', () => figures('chaos', 'session', 'telemetry', 'device-id', 'ledger')],
  scanning: ['Scanning figures, short form', () => figures('bench', 'scanning')],
  e2e: ['End-to-end tests', () => withPostgres((env) => playwright({ ...env, ...chromium() }))],
  release: ['A release, rehearsed', rehearseRelease, { onlyNamed: true }],
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in STEPS));
if (unknown.length > 0) fail(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(STEPS).join(', ')}.`);

for (const [name, [title, runStep, { onlyNamed = false } = {}]] of Object.entries(STEPS)) {
  if (named.length > 0 ? !named.includes(name) : onlyNamed) continue;
  step(title);
  const started = process.hrtime.bigint();
  await runStep();
  console.log(`  ${title}: ${Number((process.hrtime.bigint() - started) / 100_000_000n) / 10} s`);
}

rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
