// A Stryker test runner for tests of plain Node.js: they run in Stryker's own process, one after the other, so that a
// mutant costs its tests and no start of Vitest, no worker and no import. Only a mutant of what a module computes at its
// import reads sources and tests again. What `beforeAll` sets up is kept from mutant to mutant for tests that pass twice
// in it. A test that goes on where earlier ones of its file have stopped is run after those.
import { globSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readTests } from './collect-tests.mjs';
import { ENDLESS, FAILED, hasHooks, runTest, SUCCESS, World } from './run-test.mjs';
import { TestNotes } from './test-notes.mjs';

const stub = new URL('./collect-tests.mjs', import.meta.url).href;

class InProcessRunner {
  #folder = resolve(process.env.MUTATED_FOLDER);
  /** A mutant that so much processor time of tests has not noticed counts as survived. */
  #patienceMs = 1_000 * Number(process.env.MUTATED_PATIENCE_S);
  /** Where the instrumented sources find which mutant is active, and count what they run. */
  #mutants;
  /** Sources and tests of an earlier generation are not used again. */
  #generation = 0;
  #read = new Map();
  #world = new World();
  /** Whether something may run on that a test left behind. */
  #isBusy = false;
  #notes = TestNotes.load();

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
    // Stryker's connection for its log would keep alive a process in which a test waits for nothing.
    for (const handle of process._getActiveHandles()) if (handle instanceof Socket) handle.unref();
    // A test that has failed leaves promises behind that nobody awaits.
    process.on('unhandledRejection', () => {});
    process.on('uncaughtException', () => {});
  }

  async dryRun() {
    const results = [];
    const files = [];
    for (const file of this.#testFiles()) files.push(await this.#testsOf(file));
    for (const tests of files) {
      for (const one of tests) {
        let result = await this.#runCounted(one);
        // On a busy machine a test may fail once.
        if (result.status === FAILED) {
          await this.#world.leave();
          result = await this.#runCounted(one);
        }
        results.push(result);
        this.#notes.add(one, result);
      }
      const inWorld = tests.filter(needsWorld);
      for (const one of inWorld) {
        const { status } = await this.#runCounted(one);
        this.#notes.setRepeatable(one, status === SUCCESS);
      }
      this.#mutants.currentTestId = setUpOf(tests[0]);
      await this.#world.leave();
      this.#mutants.currentTestId = undefined;
      this.#notes.addSetUp(inWorld, setUpOf(tests[0]), this.#mutants.mutantCoverage?.perTest ?? {});
    }
    this.#notes.save();
    return { status: 'complete', tests: results, mutantCoverage: this.#mutants.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }) {
    // Stryker tries the mutant again in a new process.
    if (this.#isBusy) throw new Error('An earlier test goes on for good.');
    const isStatic = mutantActivation === 'static';
    const atRest = isStatic ? activeMutant.id : undefined;
    if (reloadEnvironment) await this.#startAnew(atRest);
    Object.assign(this.#mutants, { activeMutant: atRest, hitCount: 0, hitLimit });
    const mutant = { id: activeMutant.id, file: activeMutant.fileName, isStatic };
    try {
      return await this.#findKiller(mutant, testFilter ?? this.#notes.ids());
    } finally {
      if (isStatic) await this.#world.leave();
      this.#mutants.activeMutant = undefined;
    }
  }

  async #findKiller(mutant, ids) {
    let ran = 0;
    const beganCpu = process.cpuUsage();
    const steps = this.#notes.order(mutant, ids);
    for (const { id, isSetUpMutated, isFirst } of steps) {
      const { user, system } = process.cpuUsage(beganCpu);
      if ((user + system) / 1_000 > this.#patienceMs) break;
      let one;
      try {
        one = await this.#testOf(id);
      } catch (error) {
        return killed(id, String(error), ran);
      }
      // A mutant of what its title tells: it is another test now.
      if (!one) continue;
      ran += 1;
      if (isFirst || mutant.isStatic || !(isSetUpMutated || this.#notes.isRepeatable(id))) await this.#world.leave();
      const result = await this.#run(one, mutant, isSetUpMutated);
      if (this.#mutants.hitCount > this.#mutants.hitLimit) {
        await this.#world.leave();
        return { status: 'timeout', reason: 'a loop without end' };
      }
      if (result.status === SUCCESS) continue;
      const failure = await this.#verify(one, mutant, isSetUpMutated);
      if (failure === undefined) continue;
      this.#isBusy = failure.includes(ENDLESS);
      this.#notes.addKill(mutant, id);
      return killed(id, failure, ran);
    }
    if (steps.at(-1)?.isSetUpMutated) await this.#world.leave();
    return { status: 'survived', nrOfTests: ran };
  }

  /**
   * Why the test fails with the mutant; undefined: it does not do so each time. It must pass without the mutant: neither
   * what an earlier test has left nor a busy machine counts as noticing.
   */
  async #verify(one, mutant, isSetUpMutated) {
    const isKept = needsWorld(one) && this.#notes.isRepeatable(one.id) && !isSetUpMutated && !mutant.isStatic;
    for (const isFresh of isKept ? [false, true] : [true]) {
      if (isFresh) await this.#world.leave();
      if (mutant.isStatic) {
        if (!(await this.#passesWithout(one, mutant))) return undefined;
      } else {
        let { status, failureMessage } = await this.#run(one);
        if (status === FAILED && !isFresh) continue;
        if (status === FAILED && (await this.#isNowAfterEarlier(one)))
          ({ status, failureMessage } = await this.#run(one));
        // Stryker tries the mutant again in a new process.
        if (status === FAILED) throw new Error(`${one.id} fails without the mutant, too: ${failureMessage}`);
      }
      if (isFresh) await this.#world.leave();
      const { status, failureMessage } = await this.#run(await this.#testOf(one.id), mutant, isSetUpMutated);
      if (isSetUpMutated) await this.#world.leave();
      if (status === FAILED) return failureMessage;
    }
    return undefined;
  }

  /** Whether a test passes without a mutant of what its modules compute at their import; asked once of each test. */
  async #passesWithout({ id, groups }, mutant) {
    if (!groups.some(hasHooks) || this.#notes.isSound(id)) return true;
    await this.#startAnew(undefined);
    const one = await this.#testOf(id);
    let { status } = await this.#run(one);
    if (status === FAILED && (await this.#isNowAfterEarlier(one))) ({ status } = await this.#run(one));
    await this.#startAnew(mutant.id);
    if (status === SUCCESS) this.#notes.setSound(id);
    return status === SUCCESS;
  }

  /** Reads sources and tests again at their next use, with this mutant. */
  async #startAnew(mutantId) {
    await this.#world.leave();
    this.#mutants.activeMutant = mutantId;
    this.#generation += 1;
    this.#read.clear();
  }

  /** Whether a test that fails alone goes on where earlier ones have stopped, maybe: from now on it is run after them. */
  async #isNowAfterEarlier(one) {
    const earlier = await this.#earlierThan(one);
    const isNew = earlier.length > 0 && !this.#notes.isAfterEarlier(one.id);
    if (isNew) this.#notes.setAfter(one, earlier);
    return isNew;
  }

  /** The tests of the file that run before this one in the same set-up. */
  async #earlierThan({ id, file, groups }) {
    const tests = await this.#testsOf(file);
    const outermost = groups.find(hasHooks);
    const at = tests.findIndex((other) => other.id === id);
    return tests.slice(0, at).filter((other) => outermost && other.groups.includes(outermost));
  }

  /** Runs a test with the mutant, which `isSetUpMutated` activates for the hooks of its groups, too. */
  async #run(one, mutant, isSetUpMutated = false) {
    const setUpMutant = isSetUpMutated ? mutant : undefined;
    if (!this.#notes.isAfterEarlier(one.id)) return this.#runOne(one, { mutant, setUpMutant });
    await this.#world.leave();
    for (const earlier of await this.#earlierThan(one)) await this.#runOne(earlier, { setUpMutant });
    return this.#runOne(one, { mutant, setUpMutant });
  }

  async #runOne(one, { mutant, setUpMutant }) {
    const mutants = this.#mutants;
    const atRest = mutants.activeMutant;
    const activate = (id) => Object.assign(mutants, { activeMutant: id, hitCount: 0 });
    const setUp = async () => {
      if (setUpMutant) activate(setUpMutant.id);
      await this.#world.enter(one.groups);
      if (mutant || setUpMutant) activate(mutant?.id ?? atRest);
    };
    const result = await runTest(one, { setUp, usual: (mutant ?? setUpMutant) && this.#notes.usual(one.id) });
    mutants.activeMutant = atRest;
    return result;
  }

  /** Runs a test so that Stryker counts which mutants it reaches, those of the hooks of its groups by themselves. */
  async #runCounted(one) {
    const setUp = async () => {
      this.#mutants.currentTestId = setUpOf(one);
      await this.#world.enter(one.groups);
      this.#mutants.currentTestId = one.id;
    };
    const result = await runTest(one, { setUp });
    this.#mutants.currentTestId = needsWorld(one) ? setUpOf(one) : undefined;
    return result;
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

  async #testOf(id) {
    const tests = await this.#testsOf(id.slice(0, id.indexOf('#')));
    return tests.find((one) => one.id === id);
  }
}

function killed(test, failureMessage, nrOfTests) {
  return { status: 'killed', killedBy: [test], failureMessage, nrOfTests };
}

const needsWorld = ({ groups }) => groups.some(hasHooks);

/** What Stryker counts for the hooks of a file's groups. */
const setUpOf = ({ file }) => `${file}#`;

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
