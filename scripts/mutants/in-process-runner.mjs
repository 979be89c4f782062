// A Stryker test runner for tests of plain Node.js: they run in Stryker's own process, one after the other, so that a
// mutant costs its tests and no start of Vitest, no worker and no import. Only a mutant of what a module computes at its
// import reads sources and tests again.
import { globSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { forgetStubs, readTests } from './collect-tests.mjs';

const SUCCESS = 0;
const FAILED = 1;
const stub = new URL('./collect-tests.mjs', import.meta.url).href;

class InProcessRunner {
  #folder = resolve(process.env.MUTATED_FOLDER);
  /** Where the instrumented sources find which mutant is active, and count what they run. */
  #mutants;
  /** Sources and tests of an earlier generation are not used again. */
  #generation = 0;
  #read = new Map();

  capabilities() {
    return { reloadEnvironment: true };
  }

  init() {
    globalThis.__stryker__ ??= {};
    this.#mutants = globalThis.__stryker__;
    const sources = pathToFileURL(`${this.#folder}/`).href;
    registerHooks({
      resolve: (specifier, context, next) => {
        if (specifier === 'vitest' && context.parentURL !== stub) return { url: stub, shortCircuit: true };
        const conditions = ['@scantix/source', ...context.conditions];
        const found = next(specifier, { ...context, conditions });
        const isMutated = found.url.startsWith(sources) && !found.url.includes('/node_modules/');
        return isMutated ? { ...found, url: `${found.url}?${this.#generation}` } : found;
      },
    });
    // A test that has failed leaves promises behind that nobody awaits.
    process.on('unhandledRejection', () => {});
    process.on('uncaughtException', () => {});
  }

  async dryRun() {
    const results = [];
    const tests = [];
    for (const file of this.#testFiles()) tests.push(...(await this.#testsOf(file)));
    for (const one of tests) {
      this.#mutants.currentTestId = one.id;
      const result = await runTest(one);
      // On a busy machine a test may fail once.
      results.push(result.status === SUCCESS ? result : await runTest(one));
      this.#mutants.currentTestId = undefined;
    }
    return { status: 'complete', tests: results, mutantCoverage: this.#mutants.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }) {
    if (reloadEnvironment) {
      this.#generation += 1;
      this.#read.clear();
    }
    const mutants = this.#mutants;
    const atRest = mutantActivation === 'static' ? activeMutant.id : undefined;
    const runMutated = async (one) => {
      Object.assign(mutants, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
      const result = await runTest(one);
      mutants.activeMutant = atRest;
      return result;
    };
    mutants.activeMutant = atRest;
    let ran = 0;
    for (const file of this.#testFiles()) {
      if (testFilter && !testFilter.some((id) => id.startsWith(`${file}#`))) continue;
      let tests;
      try {
        tests = await this.#testsOf(file);
      } catch (error) {
        return killed(testFilter?.[0] ?? file, String(error), ran);
      }
      for (const one of tests) {
        if (testFilter && !testFilter.includes(one.id)) continue;
        ran += 1;
        const { status } = await runMutated(one);
        if (mutants.hitCount > hitLimit) return { status: 'timeout', reason: 'a loop without end' };
        if (status === SUCCESS) continue;
        // Neither what an earlier test has left nor a busy machine counts as noticing.
        if (!atRest) await passWithoutMutant(one);
        const again = await runMutated(one);
        if (again.status === FAILED) return killed(one.id, again.failureMessage, ran);
      }
    }
    return { status: 'survived', nrOfTests: ran };
  }

  #testFiles() {
    return globSync(join(this.#folder, process.env.MUTATED_TESTS))
      .filter((file) => !/\.(browser|postgres)\.test\./.test(file))
      .map((file) => ({ file, size: statSync(file).size }))
      .sort((one, other) => one.size - other.size)
      .map(({ file }) => file);
  }

  async #testsOf(file) {
    if (!this.#read.has(file)) this.#read.set(file, await readTests(file, () => import(pathToFileURL(file).href)));
    return this.#read.get(file);
  }
}

function killed(test, failureMessage, nrOfTests) {
  return { status: 'killed', killedBy: [test], failureMessage, nrOfTests };
}

/** What an earlier test has left must not count as noticing: Stryker tries the mutant again in a new process. */
async function passWithoutMutant(one) {
  const { status, failureMessage } = await runTest(one);
  if (status === FAILED) throw new Error(`${one.id} fails without the mutant, too: ${failureMessage}`);
}

async function runTest({ id, name, file, place, before, run, after }) {
  const began = performance.now();
  let failure;
  for (const steps of [[...before, run], after]) {
    try {
      for (const step of steps) await orIdle(step());
    } catch (error) {
      failure ??= String(error?.stack ?? error);
    }
  }
  const about = { id, name, fileName: file, startPosition: place, timeSpentMs: performance.now() - began };
  forgetStubs();
  return failure === undefined ? { ...about, status: SUCCESS } : { ...about, status: FAILED, failureMessage: failure };
}

/** Settles as `result` does, or rejects once this process has nothing left to do and so `result` can never settle. */
async function orIdle(result) {
  const { promise, reject } = Promise.withResolvers();
  const stop = () => {
    // Or the process would end here.
    process.channel?.ref();
    setImmediate(reject, new Error('Waits for nothing.'));
  };
  process.once('beforeExit', stop);
  process.channel?.unref();
  try {
    return await Promise.race([result, promise]);
  } finally {
    process.channel?.ref();
    process.off('beforeExit', stop);
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
