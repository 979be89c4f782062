// Runs turbo tasks in every package that has them. Turbo caches a task by its inputs and does not run it again.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runWithPnpm, workspaceFolders } from './workspace.mjs';

const summaries = join(root, '.turbo', 'runs');

/** Removes the reports of earlier runs. A task that leaves none has failed. */
export function forgetReports() {
  for (const folder of ['.', ...workspaceFolders()])
    rmSync(join(root, folder, '.reports'), { recursive: true, force: true });
  rmSync(summaries, { recursive: true, force: true });
}

/** Runs one task; it passes or fails as a whole. */
export async function runTask(name, { force = false } = {}) {
  const { code, tasks } = await runTurbo([name], ['--output-logs', 'errors-only', ...(force ? ['--force'] : [])]);
  if (code !== 0) return { passed: 0, failed: 1, cached: 0 };
  return { passed: 1, failed: 0, cached: tasks.every(isCached) ? 1 : 0 };
}

/** Runs tasks that leave reports in `.reports`; every test of the reports counts, those of cached tasks too. */
export async function runTestTasks(
  names,
  { filter, args = [], env = {}, force = false, only = false, concurrency = 2 } = {},
) {
  const options = ['--continue', '--output-logs', 'new-only', '--concurrency', String(concurrency)];
  if (filter) options.push('--filter', filter);
  if (force) options.push('--force');
  // Without the tasks that these depend on; their hashes are then no part of the cache key.
  if (only) options.push('--only');
  const { code, tasks } = await runTurbo(names, [...options, ...(args.length > 0 ? ['--', ...args] : [])], env);

  const total = { passed: 0, failed: 0, cached: 0 };
  for (const task of tasks) {
    const { passed, failed } = countReport(task);
    total.passed += passed;
    total.failed += failed;
    if (isCached(task)) total.cached += passed;
  }
  // Turbo itself failed, or a task that these depend on.
  if (code !== 0 && total.failed === 0) total.failed = 1;
  return total;
}

async function runTurbo(names, options, env) {
  const earlier = new Set(listSummaries());
  const code = await runWithPnpm(['turbo', 'run', ...names, '--summarize', ...options], { env });
  // A run of other tasks, at the same time, leaves a summary too.
  const tasks = listSummaries()
    .filter((file) => !earlier.has(file))
    .flatMap((file) => JSON.parse(readFileSync(join(summaries, file), 'utf8')).tasks);
  return { code, tasks: tasks.filter(({ task, taskId }) => names.includes(task) || names.includes(taskId)) };
}

function listSummaries() {
  return existsSync(summaries) ? readdirSync(summaries) : [];
}

function isCached({ cache }) {
  return cache.status === 'HIT';
}

/** A runner that fails without a failed test (a crash, no report, an unhandled error) counts as one failure. */
function countReport({ directory, execution, resolvedTaskDefinition: { outputs } }) {
  const file = join(root, directory, outputs[0]);
  const none = { passed: 0, failed: 1 };
  const { passed, failed } = existsSync(file) ? countTests(JSON.parse(readFileSync(file, 'utf8'))) : none;
  return { passed, failed: execution?.exitCode === 0 ? failed : Math.max(failed, 1) };
}

/** Reads the report of Vitest, of Playwright, or of benchmarks, whose figures count as tests. */
function countTests(report) {
  if (Array.isArray(report)) {
    const figures = report.flatMap((bench) => bench.figures);
    const passed = figures.filter((figure) => figure.passed).length;
    return { passed, failed: figures.length - passed };
  }
  if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}
