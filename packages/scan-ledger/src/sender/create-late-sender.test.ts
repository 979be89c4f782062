import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { afterAll, expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createLateSender, type LateSenderOptions } from './create-late-sender.ts';
import { createServerWatch } from './create-server-watch.ts';

const failures = vi.hoisted(() => {
  vi.resetModules();
  return { left: 0 };
});
afterAll(() => void vi.resetModules());
vi.mock('./create-sender.ts', async (load) => {
  const actual = await load<typeof import('./create-sender.ts')>();
  return {
    get createSender() {
      failures.left -= 1;
      if (failures.left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
      return actual.createSender;
    },
  };
});

const RECORDED = { domain: 'north', leased: null };

/** A late sender over an outbox whose reads are counted. */
function setUp() {
  const clock = createFakeClock();
  const waiting = vi.fn(async () => []);
  const leaseChain = vi.fn(async () => ({ kind: 'gone' }));
  const store = { waiting, leaseChain, waitingUndos: async () => [] } as unknown as LateSenderOptions['store'];
  const log = vi.fn();
  const unreachable = async () =>
    ({ ok: false, failure: { kind: 'unreachable', cause: null, answer: NO_ANSWER_HEADERS } }) as never;
  const sender = createLateSender({
    facts: { read: async () => undefined },
    followDomain: async () => true,
    ...{ store, clock, log, locks: null, lockName: 'outbox', holder: 'this page', random: () => 1 },
    ...{ owner: () => ({ domain: 'north', clerk: 'anna' }), onSettled() {}, onConflicts: async () => {}, onState() {} },
    ...{ transport: { send: unreachable, undo: unreachable }, watched: { send: unreachable, undo: unreachable } },
    ...{ decisionBudgetMs: () => 3_000, server: createServerWatch({ clock, surroundings: { isOnline: () => true } }) },
  });
  return { sender, waiting, leaseChain, log };
}

test('it sends once it is started, and nothing before or after', async () => {
  const { sender, waiting, leaseChain } = setUp();
  await sender.drain();
  sender.begin('a', RECORDED);
  expect(await sender.wait('a').ended).toBe('elsewhere');
  expect([waiting.mock.calls, leaseChain.mock.calls]).toEqual([[], []]);
  await sender.start();
  await sender.drain();
  expect(waiting).toHaveBeenCalled();
  sender.begin('a', RECORDED);
  await vi.waitFor(() => expect(leaseChain.mock.calls).toMatchObject([['a', { isFresh: true }]]));
  await sender.stop();
  const reads = waiting.mock.calls.length;
  await sender.drain();
  expect(waiting).toHaveBeenCalledTimes(reads);
});

test('where it cannot be loaded, the next scan loads it', async () => {
  const { sender, leaseChain, log } = setUp();
  failures.left = 1;
  await sender.start();
  expect(log.mock.calls).toMatchObject([[{ name: 'ledger-sender-not-loaded' }]]);
  sender.begin('a', RECORDED);
  await vi.waitFor(() => expect(leaseChain).toHaveBeenCalledTimes(1));
  await sender.stop();
});

test('a sender that was stopped starts again', async () => {
  const { sender, waiting } = setUp();
  await sender.start();
  await sender.stop();
  const reads = waiting.mock.calls.length;
  await sender.start();
  await vi.waitFor(() => expect(waiting.mock.calls.length).toBeGreaterThan(reads));
  await sender.stop();
});

test('a sender that is stopped while it loads sends nothing', async () => {
  const { sender, waiting } = setUp();
  const starting = sender.start();
  await sender.stop();
  await starting;
  await sender.drain();
  expect(waiting).not.toHaveBeenCalled();
});

test('where it cannot be loaded, who asks for sending loads it, and waits until all is sent', async () => {
  const { sender, waiting } = setUp();
  failures.left = 1;
  await sender.start();
  expect(waiting).not.toHaveBeenCalled();
  await sender.drain();
  expect(waiting).toHaveBeenCalled();
  await sender.stop();
});

test('nobody knows whose rows there are before it is started', async () => {
  const { sender } = setUp();
  expect(await sender.whenNamed()).toBe(false);
  await sender.start();
  expect(await sender.whenNamed()).toBe(true);
  await sender.stop();
});

test('a scan that is about to be recorded gets its lease from the sender, once that is there and while it sends', async () => {
  const { sender } = setUp();
  expect(sender.leaseAhead()).toBeNull();
  await sender.start();
  await sender.whenNamed();
  expect(sender.leaseAhead()).toMatchObject({ holder: 'this page', isFresh: true });
  await sender.stop();
  expect(sender.leaseAhead()).toBeNull();
});
