import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { systemClock } from './index.ts';
import { createIndexedDbRotationStore } from './indexed-db-rotation-store.ts';
import { beginRotation, continueRotation, endRotation, resolvePair } from './rotation-record.ts';
import { createMemoryRotationStore, isSameRotation } from './rotation-store.ts';
import { type RotationStoreHarness, rotationStoreContract } from './testing/index.ts';
import type { TokenPair } from './token-pair.ts';

const HARNESSES: Record<string, RotationStoreHarness> = {
  memory: {
    createStorage() {
      const store = createMemoryRotationStore();
      return () => store;
    },
  },
  'fake-indexeddb': {
    createStorage() {
      const factory = new IDBFactory();
      return () => createIndexedDbRotationStore(factory, systemClock);
    },
  },
};

describe.each(Object.entries(HARNESSES))('the rotation store in %s', (_name, harness) => {
  for (const { title, run } of rotationStoreContract(harness)) test(title, run);
});

test('a record that is not one is no record', async () => {
  const factory = new IDBFactory();
  const store = createIndexedDbRotationStore(factory, systemClock);
  await store.update(() => ({ current: 'nonsense' }) as never);
  expect(await store.read()).toBeNull();
});

function makePair(name: string): TokenPair {
  return { accessToken: name, expiresAt: 1, refreshToken: name, refreshExpiresAt: 2, clockOffsetMs: 5 };
}

describe('which pair is current', () => {
  const first = beginRotation(makePair('1'), 'h1');
  const second = continueRotation(first, 'h1', makePair('2'), 'h2');

  test("the record's, when it lists local storage's token as replaced", () => {
    expect(resolvePair(makePair('1'), 'h1', second)).toEqual(makePair('2'));
  });
  test("none, when the record's session has ended", () => {
    expect(resolvePair(makePair('2'), 'h2', endRotation(second))).toBeNull();
    expect(resolvePair(makePair('1'), 'h1', endRotation(second))).toBeNull();
  });
  test("local storage's, when the record does not list its token", () => {
    expect(resolvePair(makePair('9'), 'h9', second)).toEqual(makePair('9'));
    expect(resolvePair(makePair('9'), 'h9', null)).toEqual(makePair('9'));
  });
  test("local storage's expiry, when both hold the same token", () => {
    const local = { ...makePair('2'), expiresAt: 0, clockOffsetMs: null };
    expect(resolvePair(local, 'h2', second)).toEqual({ ...local, clockOffsetMs: 5 });
  });
  test("local storage's, where a page that is not secure has no hash", () => {
    expect(resolvePair(makePair('2'), null, { ...second, currentHash: null })).toEqual(makePair('2'));
    expect(resolvePair(makePair('2'), null, { ...second, replaced: [null] } as never)).toEqual(makePair('2'));
  });
  test("local storage's, with the offset of none but its own token", () => {
    const local = { ...makePair('9'), clockOffsetMs: null };
    expect(resolvePair(local, 'h9', second)).toEqual(local);
  });
  test('an end keeps the hashes, and adds none where there is none', () => {
    const ended = endRotation(second);
    expect(ended).toMatchObject({ current: null, currentHash: null, replaced: ['h1', 'h2'] });
    expect(endRotation(ended).replaced).toEqual(['h1', 'h2']);
  });
  test('a session of another sign-in is never mixed in', () => {
    const other = continueRotation(second, 'h9', makePair('10'), 'h10');
    expect(other.replaced).toEqual(['h9']);
  });
  test('only the newest 64 hashes are stored', () => {
    let record = first;
    for (let index = 1; index < 100; index += 1) {
      record = continueRotation(record, `h${index}`, makePair('x'), `h${index + 1}`);
    }
    expect(record.replaced).toHaveLength(64);
    expect(record.replaced.at(-1)).toBe('h99');
    expect(endRotation(record).replaced).toHaveLength(64);
    expect(endRotation(record).replaced.at(-1)).toBe('h100');
  });
});

describe('two reads saw the same state of the record', () => {
  const first = beginRotation(makePair('1'), 'h1');
  const second = continueRotation(first, 'h1', makePair('2'), 'h2');
  test.each([
    ['none twice', null, null, true],
    ['one, then none', first, null, false],
    ['none, then one', null, first, false],
    ['the same', first, { ...first }, true],
    ['another token', first, { ...first, currentHash: 'h2' }, false],
    ['the same token after another one', { ...second, currentHash: 'h1' }, first, false],
  ])('%s', (_name, left, right, expected) => {
    expect(isSameRotation(left, right)).toBe(expected);
  });
});
