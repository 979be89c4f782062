// What a test file gets as 'vitest' in the in-process runner: Vitest's own expect and vi; test, describe and the hooks
// write down what in-process-runner.mjs calls.
import { format } from 'node:util';
import * as vitest from 'vitest';

// Some assertions ask for their settings, which Vitest's own workers have here.
globalThis.__vitest_worker__ ??= { config: {} };

/** The file that is being read: its `tests`, and its groups, the innermost last. */
let reading;

/** Reads a test file: `load` imports it. Returns its tests, each with `name`, `place`, `run`, its hooks and its groups. */
export async function readTests(file, load) {
  reading = { file, tests: [], names: new Map(), groups: [newGroup('')] };
  await load();
  return reading.tests;
}

function newGroup(name) {
  return { name, before: [], after: [], beforeAll: [], afterAll: [] };
}

/** The place in the test file that called: Stryker tells changed tests from others by it. It counts from 0. */
function callerPlace() {
  const frame = new Error().stack.split('\n').find((line) => line.includes(reading.file));
  const [, line, column] = frame?.match(/:(\d+):(\d+)\)?$/) ?? [];
  return line && { line: Number(line) - 1, column: Number(column) - 1 };
}

function addTest(title, run) {
  const name = [...reading.groups.slice(1).map((group) => group.name), title].join(' > ');
  const count = (reading.names.get(name) ?? 0) + 1;
  reading.names.set(name, count);
  const { file, groups } = reading;
  const ownName = count === 1 ? name : `${name} (${count})`;
  const before = groups.flatMap((group) => group.before);
  const after = groups.toReversed().flatMap((group) => group.after.toReversed());
  const hooks = { before, after, groups: groups.slice() };
  reading.tests.push({ id: `${file}#${ownName}`, file, name: ownName, place: callerPlace(), run, ...hooks });
}

function addGroup(title, read) {
  reading.groups.push(newGroup(title));
  read();
  reading.groups.pop();
}

/** `add(title, body)` as Vitest's test or describe; options and time limits do not count here. */
function collector(add) {
  const bodyOf = (rest) => rest.find((value) => typeof value === 'function');
  const collect = (title, ...rest) => add(title, bodyOf(rest));
  const addRows =
    (rows, isSpread) =>
    (title, ...rest) => {
      for (const row of rows) {
        const values = isSpread ? row : [row];
        add(titleOf(title, values), () => bodyOf(rest)(...values));
      }
    };
  collect.each = (rows) => addRows(rows, rows.every(Array.isArray));
  collect.for = (rows) => addRows(rows, false);
  return collect;
}

function titleOf(title, values) {
  const named = title.replace(/\$(\w+)/g, (text, key) => format(values[0]?.[key] ?? text));
  const places = named.match(/%[a-z]/g)?.length ?? 0;
  // As Vitest writes an error: without its stack, which differs each time the file is read.
  const texts = values.map((value) => (value instanceof Error ? String(value) : value));
  return format(named, ...texts.slice(0, places));
}

export const test = collector(addTest);
export const describe = collector(addGroup);
export const beforeEach = (hook) => reading.groups.at(-1).before.push(hook);
export const afterEach = (hook) => reading.groups.at(-1).after.push(hook);
export const beforeAll = (hook) => reading.groups.at(-1).beforeAll.push(hook);
export const afterAll = (hook) => reading.groups.at(-1).afterAll.push(hook);

/** So many attempts, however slow the machine is: a time limit alone ends a test that would have passed. */
const attempts = 50;
const INTERVAL_MS = 10;

async function attempt(body) {
  for (let left = attempts; ; left -= 1) {
    try {
      return await body();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }
}

const attemptUntil = (body) =>
  attempt(async () => {
    const value = await body();
    if (!value) throw new Error('Not yet.');
    return value;
  });

function poll(read) {
  const after = (path) =>
    new Proxy(() => {}, {
      get: (_target, key) => after([...path, key]),
      apply: (_target, _this, args) =>
        attempt(async () => {
          let assertion = vitest.expect(await read());
          for (const key of path.slice(0, -1)) assertion = assertion[key];
          return assertion[path.at(-1)](...args);
        }),
    });
  return after([]);
}

export const expect = Object.assign(vitest.expect, { poll });
// Of types: the compiler checks them, here it does nothing.
export const { expectTypeOf } = vitest;
// The runner has time limits of its own.
export const vi = Object.assign(vitest.vi, {
  waitFor: (body) => attempt(body),
  waitUntil: attemptUntil,
  setConfig() {},
});

/** In a worker of Vitest they end with the file. */
export function forgetStubs() {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}
