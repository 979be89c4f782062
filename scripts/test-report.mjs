// The reports that test runners leave: of Vitest, of Playwright, and of benchmarks, whose figures count as tests.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Lines of a failed test's message that the end of a run repeats. */
const MESSAGE_LINES = 12;
/** Characters of such a line. */
const LINE_LENGTH = 480;

/** Reads a report: `passed` is a number of tests, `failures` a list of `{ title, message }`. */
export function readReport(file) {
  const tests = [...listTests(JSON.parse(readFileSync(file, 'utf8')))];
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failures: tests
      .filter(({ state }) => state === 'failed')
      .map(({ title, message }) => ({ title, message: shorten(message) })),
  };
}

function* listTests(report) {
  if (Array.isArray(report)) yield* report.flatMap(listFigures);
  else if (report.stats) yield* listPlaywright(report);
  else yield* report.testResults.flatMap(listVitest);
}

function listFigures({ title, figures }) {
  return figures.map(({ figure, over, measured, unit, target, passed }) => ({
    state: passed ? 'passed' : 'failed',
    title: `${title}: ${figure}, ${over}`,
    message: `Measured ${measured} ${unit}, wanted ${target}.`,
  }));
}

/** A file that cannot be read has no tests and a message of its own. */
function listVitest({ name, status, message, assertionResults }) {
  const tests = assertionResults.map(({ status: state, fullName, failureMessages }) => ({
    state,
    title: `${fullName} (${name})`,
    message: failureMessages.join('\n'),
  }));
  return status === 'failed' && tests.every(({ state }) => state !== 'failed')
    ? [...tests, { state: 'failed', title: name, message }]
    : tests;
}

/** A test that passed when repeated has failed. */
function* listPlaywright(suite, titles = []) {
  for (const child of suite.suites ?? []) yield* listPlaywright(child, [...titles, child.title]);
  for (const { title, tests } of suite.specs ?? [])
    for (const { status, projectName, results } of tests)
      yield {
        state: { expected: 'passed', skipped: 'skipped' }[status] ?? 'failed',
        title: [`[${projectName}]`, ...titles, title].join(' › '),
        message: results.flatMap(({ errors }) => errors.map((error) => error.message ?? error.value)).join('\n'),
      };
}

function shorten(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines
    .slice(0, MESSAGE_LINES)
    .map((line) => line.slice(0, LINE_LENGTH))
    .join('\n');
}
