// How the in-process runner calls one test and the hooks around it.
import { forgetStubs } from './collect-tests.mjs';
import { watchIdle } from './idle-watch.mjs';

export const SUCCESS = 0;
export const FAILED = 1;

/** A test that waits for longer, while nothing runs, waits for what does not come. */
const IDLE_LIMIT_MS = 1_000;

/** Beyond so much processor time, and `SLOWER` times what it took without a mutant, a test goes on for good. */
const CPU_LIMIT_MS = 3_000;
const SLOWER = 15;

/** The failure of a test that goes on for good. What keeps it busy may run on, in every later test. */
export const ENDLESS = 'Goes on for too long.';

/** However busy the machine is. */
const LIMIT_MS = 300_000;

/** Without a mutant a test only has to wait for its turn on a busy machine. */
const UNMUTATED = { cpuLimitMs: Infinity, idleLimitMs: 60_000 };

/**
 * Runs a test after `setUp`. `usual` is what it returned before, without a mutant. Of the result, `cpuMs` is processor
 * time, and `idleMs` the longest time for which it waited and nothing ran.
 */
export async function runTest({ id, name, file, place, before, run, after }, { setUp = () => {}, usual } = {}) {
  const limits = usual ? limitsOf(usual) : UNMUTATED;
  const began = performance.now();
  const beganCpu = process.cpuUsage();
  let failure;
  let idleMs = 0;
  const seeIdle = (ms) => {
    idleMs = Math.max(idleMs, ms);
  };
  for (const steps of [[setUp, ...before, run], after]) {
    try {
      for (const step of steps) await settle(step, { ...limits, seeIdle });
    } catch (error) {
      failure ??= String(error?.stack ?? error);
    }
  }
  const { user, system } = process.cpuUsage(beganCpu);
  const spent = { timeSpentMs: performance.now() - began, cpuMs: (user + system) / 1_000, idleMs };
  const about = { id, name, fileName: file, startPosition: place, ...spent };
  forgetStubs();
  return failure === undefined ? { ...about, status: SUCCESS } : { ...about, status: FAILED, failureMessage: failure };
}

function limitsOf({ cpuMs, idleMs }) {
  return { cpuLimitMs: Math.max(CPU_LIMIT_MS, SLOWER * cpuMs), idleLimitMs: IDLE_LIMIT_MS + 2 * idleMs };
}

/** The groups whose `beforeAll` has run and whose `afterAll` has not. */
export class World {
  #entered = [];

  /** Leaves the groups that are none of `groups`, and sets up those of them that are not set up. */
  async enter(groups) {
    const wanted = groups.filter(hasHooks);
    const shared = this.#entered.findIndex((group, at) => group !== wanted[at]);
    if (shared >= 0) await this.leave(shared);
    for (const group of wanted.slice(this.#entered.length)) {
      this.#entered.push(group);
      for (const hook of group.beforeAll) await hook();
    }
  }

  /** Ends the groups but the outermost `kept`. Never rejects: what a mutant has broken need not end well. */
  async leave(kept = 0) {
    for (const group of this.#entered.splice(kept).reverse())
      for (const hook of group.afterAll.toReversed())
        await settle(hook, limitsOf({ cpuMs: 0, idleMs: 0 })).catch(() => {});
  }
}

export function hasHooks({ beforeAll, afterAll }) {
  return beforeAll.length > 0 || afterAll.length > 0;
}

/** Settles as `step` does, or rejects beyond a limit, or once nothing is left to do and so it can never settle. */
async function settle(step, { cpuLimitMs, idleLimitMs, seeIdle }) {
  const { promise, reject } = Promise.withResolvers();
  const stop = () => {
    // Or the process would end here.
    process.channel?.ref();
    setImmediate(reject, new Error('Waits for nothing.'));
  };
  const limit = setTimeout(reject, LIMIT_MS, new Error(ENDLESS)).unref();
  const beganCpu = process.cpuUsage();
  const stopWatching = watchIdle((idleMs) => {
    seeIdle?.(idleMs);
    if (idleMs > idleLimitMs) reject(new Error('Waits for what does not come.'));
  });
  const counting = setInterval(() => {
    const { user, system } = process.cpuUsage(beganCpu);
    if ((user + system) / 1_000 > cpuLimitMs) reject(new Error(ENDLESS));
  }, 250).unref();
  process.once('beforeExit', stop);
  process.channel?.unref();
  try {
    return await Promise.race([step(), promise]);
  } finally {
    clearTimeout(limit);
    clearInterval(counting);
    stopWatching();
    process.channel?.ref();
    process.off('beforeExit', stop);
  }
}
