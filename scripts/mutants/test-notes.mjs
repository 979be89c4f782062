// What the in-process runner knows of each test, and so in which order to try them: first those that have noticed most of
// a file's mutants in the least time.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/** In the copy of the package, where Stryker's processes run: another one of the same run reads it. */
const PATH = '.test-notes.json';

/** What it costs about to set up a test's groups anew. */
const SET_UP_MS = 300;

/** How likely a test notices a mutant before it has noticed any: one of the same name as the source, and any other. */
const OWN_TEST = 0.1;
const ANY_TEST = 0.01;

export class TestNotes {
  /**
   * By the test's id what it took; of a test with a set-up also `isRepeatable`, its own and its set-up's mutants, whether
   * it `isSound` (it passes without a mutant when it is run anew), and `earlierMs`: what the tests take that it is run after.
   */
  #tests = {};
  /** By source and test: how many mutants it has noticed. */
  #kills = new Map();

  static load() {
    const notes = new TestNotes();
    if (existsSync(PATH)) notes.#tests = JSON.parse(readFileSync(PATH, 'utf8'));
    return notes;
  }

  save() {
    writeFileSync(PATH, JSON.stringify(this.#tests));
  }

  add({ id }, { cpuMs, timeSpentMs, idleMs }) {
    this.#tests[id] = { cpuMs, timeSpentMs, idleMs };
  }

  setRepeatable({ id }, isRepeatable) {
    this.#tests[id].isRepeatable = isRepeatable;
  }

  /** Divides what the set-up of a file has covered in `perTest` among its tests: each may notice it. */
  addSetUp(tests, setUp, perTest) {
    const ofSetUp = perTest[setUp] ?? {};
    delete perTest[setUp];
    for (const { id } of tests) {
      const own = perTest[id] ?? {};
      Object.assign(this.#tests[id], { own: Object.keys(own), ofSetUp: Object.keys(ofSetUp) });
      perTest[id] = { ...own };
      for (const [mutant, hits] of Object.entries(ofSetUp)) perTest[id][mutant] = (own[mutant] ?? 0) + hits;
    }
  }

  addKill({ file }, id) {
    const key = `${file} ${id}`;
    this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1);
  }

  ids() {
    return Object.keys(this.#tests);
  }

  isRepeatable(id) {
    return this.#tests[id]?.isRepeatable ?? true;
  }

  setSound(id) {
    this.#tests[id].isSound = true;
  }

  isSound(id) {
    return this.#tests[id]?.isSound ?? false;
  }

  /** Notes that a test passes only after earlier ones of its file. */
  setAfter({ id }, earlier) {
    const total = earlier.reduce((sum, other) => sum + (this.#tests[other.id]?.cpuMs ?? 0), 0);
    Object.assign(this.#tests[id], { earlierMs: total, isRepeatable: false });
    this.save();
  }

  isAfterEarlier(id) {
    return this.#tests[id]?.earlierMs !== undefined;
  }

  usual(id) {
    return this.#tests[id];
  }

  /**
   * The tests to try, one after the other: first each in a set-up without the mutant, then, file by file, those whose
   * set-up reaches it, in one that has it.
   */
  order(mutant, ids) {
    const { isStatic } = mutant;
    const direct = ids.filter((id) => isStatic || (this.#tests[id]?.own?.includes(mutant.id) ?? true));
    const inSetUp = isStatic ? [] : ids.filter((id) => this.#tests[id]?.ofSetUp?.includes(mutant.id));
    const weight = new Map(direct.map((id) => [id, this.#weight(mutant, id)]));
    return [
      ...direct.sort((one, other) => weight.get(one) - weight.get(other)).map((id) => ({ id, isSetUpMutated: false })),
      ...inSetUp.map((id, at) => ({ id, isSetUpMutated: true, isFirst: fileOf(id) !== fileOf(inSetUp[at - 1]) })),
    ];
  }

  #weight({ file }, id) {
    const { cpuMs = 0, earlierMs = 0, isRepeatable = true } = this.#tests[id] ?? {};
    const isOwn = basename(fileOf(id)).startsWith(basename(file).replace(/\.tsx?$/, '.'));
    const likely = (this.#kills.get(`${file} ${id}`) ?? 0) + (isOwn ? OWN_TEST : ANY_TEST);
    return (cpuMs + earlierMs + (isRepeatable ? 0 : SET_UP_MS) + 1) / likely;
  }
}

const fileOf = (id) => id?.slice(0, id.indexOf('#'));
