// Runs turbo tasks in every package that has them. Turbo caches a task by its inputs and does not run it again.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readReport } from './test-report.mjs';
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
  if (code !== 0) return { passed: 0, failures: [{ title: name, message: `It ended with ${code}.` }], cached: 0 };
  return { passed: 1, failures: [], cached: tasks.every(isCached) ? 1 : 0 };
}

/** Runs tasks that leave reports in `.reports`; every test of the reports counts, those of cached tasks too. */
export async function runTestTasks(
  names,
  { filter = [], args = [], env = {}, force = false, only = false, concurrency = 2 } = {},
) {
  const options = ['--continue', '--output-logs', 'new-only', '--concurrency', String(concurrency)];
  for (const packages of filter) options.push('--filter', packages);
  if (force) options.push('--force');
  // Without the tasks that these depend on; their hashes are then no part of the cache key.
  if (only) options.push('--only');
  const { code, tasks } = await runTurbo(names, [...options, ...(args.length > 0 ? ['--', ...args] : [])], {
    env,
    filter,
  });

  const total = { passed: 0, failures: [], cached: 0 };
  for (const task of tasks) {
    const { passed, failures } = readTask(task);
    // With arguments a package may have none of the wanted tests.
    if (passed === 0 && failures.length === 0 && args.length === 0)
      failures.push({ title: task.taskId, message: 'It ran no test.' });
    total.passed += passed;
    total.failures.push(...failures);
    if (isCached(task)) total.cached += passed;
  }
  for (const name of names)
    if (!tasks.some((task) => isNamed(task, name))) total.failures.push({ title: name, message: 'Turbo ran none.' });
  if (code !== 0 && total.failures.length === 0)
    total.failures.push({ title: names.join(', '), message: 'Turbo failed, or a task that these depend on.' });
  return total;
}

async function runTurbo(names, options, { env, filter = [] } = {}) {
  const earlier = new Set(listSummaries());
  const code = await runWithPnpm(['turbo', 'run', ...names, '--summarize', ...options], { env });
  // A run of other tasks or packages, at the same time, leaves a summary too.
  const tasks = listSummaries()
    .filter((file) => !earlier.has(file))
    .flatMap(readSummary)
    .filter(({ execution }) => isDeepStrictEqual(filtersOf(execution.command), filter))
    .flatMap((summary) => summary.tasks);
  return { code, tasks: tasks.filter((task) => names.some((name) => isNamed(task, name))) };
}

const isNamed = ({ task, taskId }, name) => task === name || taskId === name;

/** None while a run at the same time still writes it. */
function readSummary(file) {
  try {
    return [JSON.parse(readFileSync(join(summaries, file), 'utf8'))];
  } catch {
    return [];
  }
}

const filtersOf = (command) => [...command.matchAll(/--filter=(\S+)/g)].map(([, packages]) => packages);

function listSummaries() {
  return existsSync(summaries) ? readdirSync(summaries) : [];
}

function isCached({ cache }) {
  return cache.status === 'HIT';
}

/** A runner that fails without a failed test (a crash, no report, an unhandled error) counts as one failure. */
function readTask({ taskId, directory, execution, resolvedTaskDefinition: { outputs } }) {
  const file = join(root, directory, outputs[0]);
  const { passed, failures } = existsSync(file) ? readReport(file) : { passed: 0, failures: [] };
  if (failures.length > 0 || (execution?.exitCode === 0 && existsSync(file))) return { passed, failures };
  return { passed, failures: [{ title: taskId, message: 'It failed without a failed test.' }] };
}
