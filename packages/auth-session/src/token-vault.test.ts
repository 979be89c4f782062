import { afterEach, expect, test, vi } from 'vitest';
import { hashToken } from './hash-token.ts';
import { type LogSink, silentLog } from './log-sink.ts';
import { beginRotation, continueRotation, endRotation } from './rotation-record.ts';
import { createMemoryRotationStore } from './rotation-store.ts';
import { createSessionStorage } from './session-storage.ts';
import { createMemoryStorage, fakeUser } from './testing/index.ts';
import { createTokenVault } from './token-vault.ts';

const pairOf = (name: string) => ({
  ...{ accessToken: `a-${name}`, expiresAt: 5, refreshToken: `r-${name}`, refreshExpiresAt: 9 },
  clockOffsetMs: null,
});
const sessionOf = (name: string) => ({ user: fakeUser, pair: pairOf(name) });

afterEach(() => vi.unstubAllGlobals());

/** `meanwhile` runs while the record is read. */
function setUp(meanwhile: () => void = () => {}) {
  const storage = createSessionStorage(createMemoryStorage());
  const rotations = createMemoryRotationStore();
  const reading = {
    ...rotations,
    async read() {
      meanwhile();
      return rotations.read();
    },
  };
  storage.writeSession(sessionOf('1'), undefined);
  return { storage, rotations, vault: createTokenVault(storage, reading, silentLog) };
}

test('a sign-out while the record is read leaves nobody signed in', async () => {
  const { storage, vault } = setUp(() => storage.clear());
  expect(await vault.read()).toBeNull();
});

test('of tokens that another tab stores while the record is read, the newest count', async () => {
  const { storage, rotations, vault } = setUp(() => storage.writeSession(sessionOf('9'), undefined));
  const [first, second] = [await hashToken('r-1'), await hashToken('r-2')];
  await rotations.update(() => continueRotation(beginRotation(pairOf('1'), first), first ?? '', pairOf('2'), second));
  expect((await vault.read())?.session.pair).toEqual(pairOf('9'));
});

test('a rotation that another one has overtaken, or that a sign-out has ended, stores nothing', async () => {
  const { storage, rotations, vault } = setUp();
  const reading = await vault.read();
  if (!reading) throw new Error('nobody is signed in');
  expect(await vault.rotate(reading, pairOf('2'), () => false)).toEqual({ kind: 'superseded' });
  expect(storage.read()?.pair).toEqual(pairOf('1'));
  await rotations.update(() => beginRotation(pairOf('7'), 'h7'));
  expect(await vault.rotate(reading, pairOf('2'), () => true)).toEqual({ kind: 'superseded' });
  expect(storage.read()?.pair).toEqual(pairOf('1'));
});

test('a sign-out clears the storage before the record, and again after it: another tab may write meanwhile', async () => {
  const { storage, rotations } = setUp();
  const found: unknown[] = [];
  const writing = {
    ...rotations,
    async update(...change: Parameters<typeof rotations.update>) {
      found.push(storage.read());
      await rotations.update(...change);
      storage.writeSession(sessionOf('9'), undefined);
    },
  };
  await createTokenVault(storage, writing as typeof rotations, silentLog).clear();
  expect([found, storage.read()]).toEqual([[null], null]);
});

test('where a page cannot hash, tokens are replaced without a record', async () => {
  const { storage, rotations } = setUp();
  const replace = vi.fn(async () => false);
  const vault = createTokenVault(storage, { ...rotations, replace }, silentLog);
  const reading = await vault.read();
  if (!reading) throw new Error('nobody is signed in');
  vi.stubGlobal('crypto', {});
  expect(await vault.rotate(reading, pairOf('2'), () => true)).toMatchObject({ kind: 'stored' });
  expect(replace).not.toHaveBeenCalled();
  expect(storage.read()?.pair).toEqual(pairOf('2'));
});

test('a fault that is no refusal of the browser is not taken for one', () => {
  const broken = {
    ...createSessionStorage(createMemoryStorage()),
    writeSession: () => {
      throw new TypeError('a fault of ours');
    },
  };
  const vault = createTokenVault(broken, createMemoryRotationStore(), silentLog);
  expect(() => vault.establish(sessionOf('1'), undefined)).toThrow('a fault of ours');
});

test('a page without crypto.subtle has no record', async () => {
  vi.stubGlobal('crypto', {});
  const { storage, rotations, vault } = setUp();
  await vault.establish(sessionOf('2'), undefined).recorded;
  expect(storage.read()).toEqual(sessionOf('2'));
  expect(await rotations.read()).toBeNull();
});

test('a sign-out waits once, of the session that was left and of no other', async () => {
  const { rotations, vault } = setUp();
  const offer = { server: 'a', takesProofs: false, handle: 'handle' };
  const hashes = await Promise.all(['r-1', 'r-2'].map(hashToken));
  const first = beginRotation(pairOf('1'), hashes[0] ?? null, offer);
  await rotations.update(() => continueRotation(first, hashes[0] ?? '', pairOf('2'), hashes[1] ?? null));
  await vault.queueSignOut(pairOf('9'));
  expect((await rotations.read())?.revocations).toBeUndefined();
  // The tab that is left may be behind.
  await vault.queueSignOut(pairOf('1'));
  await vault.queueSignOut(pairOf('2'));
  await vault.clear(true);
  expect((await rotations.read())?.revocations).toEqual([{ server: 'a', handle: 'handle', endsAt: 9 }]);
});

test('where nobody is signed in the record goes, too', async () => {
  const { storage, rotations, vault } = setUp();
  await vault.establish(sessionOf('2'), undefined).recorded;
  storage.clear();
  await vault.clearLeftovers();
  expect(await rotations.read()).toBeNull();
});

test('the session of another tab that has signed in meanwhile is no leftover', async () => {
  const { storage, rotations, vault } = setUp();
  await vault.establish(sessionOf('2'), undefined).recorded;
  await vault.clearLeftovers();
  expect(storage.read()).toEqual(sessionOf('2'));
  expect((await rotations.read())?.current).toEqual(pairOf('2'));
});

test('a record that is missing, of another session or of none is no fault, and is left as it is', async () => {
  const { storage, rotations } = setUp();
  const log = { log: vi.fn(), logApiCall: () => {} } satisfies LogSink;
  const vault = createTokenVault(storage, rotations, log);
  await vault.dropRevocations(() => true);
  expect(await vault.clear(true)).toBeNull();
  const other = beginRotation(pairOf('7'), 'h7');
  for (const record of [other, endRotation(other)]) {
    storage.writeSession(sessionOf('1'), undefined);
    await rotations.update(() => record);
    expect((await vault.read())?.session).toEqual(sessionOf('1'));
    await vault.dropRevocations(() => true);
    await vault.noteSeen(pairOf('1'), 99);
    expect(await rotations.read()).toEqual(record);
  }
  expect(log.log).not.toHaveBeenCalled();
});

test('the time of a pair is noted in its own record alone', async () => {
  const { storage, rotations } = setUp();
  const first = beginRotation(pairOf('1'), 'h1');
  const records = [null, endRotation(first), beginRotation(pairOf('7'), 'h7'), first, { ...first, seenMs: 100 }];
  const noted: unknown[] = [];
  const update = async (change: Parameters<typeof rotations.update>[0]) => void noted.push(...records.map(change));
  await createTokenVault(storage, { ...rotations, update }, silentLog).noteSeen(pairOf('1'), 99);
  expect(noted).toEqual([...records.slice(0, 3), { ...first, seenMs: 99 }, { ...first, seenMs: 100 }]);
});
