import { expect, test, vi } from 'vitest';
import { LedgerError } from '../model/ledger-error.ts';
import { createFakeClock } from '../testing/index.ts';
import { createSender, type SenderOptions } from './create-sender.ts';
import { createServerWatch } from './create-server-watch.ts';
import type { SenderState } from './sender-state.ts';

/** A sender whose outbox is read with `waiting`. */
function setUp(waiting: () => Promise<[]>) {
  const clock = createFakeClock();
  const states: SenderState[] = [];
  const store = { waiting: vi.fn(waiting), waitingUndos: async () => [] } as unknown as SenderOptions['store'];
  const sender = createSender({
    facts: { read: async () => undefined },
    followDomain: async () => true,
    ...{ store, clock, locks: null, lockName: 'outbox', holder: 'this page', random: () => 1 },
    ...{ owner: () => ({ domain: 'north', clerk: 'anna' }) },
    ...{ onSettled() {}, onConflicts: async () => {}, decisionBudgetMs: () => 3_000 },
    ...{ transport: {} as SenderOptions['transport'], watched: {} as SenderOptions['watched'] },
    server: createServerWatch({ clock, surroundings: { isOnline: () => true } }),
    onState: (state) => void states.push(state),
  });
  return { clock, states, store, sender };
}

test.each([
  ['of the storage is reported by its code', new LedgerError('quota'), 'quota'],
  ['that nobody expected is reported as an unavailable storage', new TypeError('broken'), 'unavailable'],
])('a failure %s, and sending is tried again', async (_what, cause, code) => {
  let fails = true;
  const { clock, states, store, sender } = setUp(() => (fails ? Promise.reject(cause) : Promise.resolve([])));
  sender.start();
  await sender.drain();
  const { message } = new LedgerError(code as 'quota');
  expect(states.at(-1)).toEqual({ sending: false, nextTryAt: expect.any(Number), problem: { code, message } });
  fails = false;
  const reads = vi.mocked(store.waiting).mock.calls.length;
  clock.advance((states.at(-1)?.nextTryAt ?? 0) - clock.now());
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ sending: false, nextTryAt: null, problem: null }));
  expect(vi.mocked(store.waiting).mock.calls.length).toBeGreaterThan(reads);
  await sender.stop();
});

test('a sender that was not started, or was stopped, reads nothing', async () => {
  const { store, sender } = setUp(async () => []);
  await sender.drain();
  sender.start();
  await sender.drain();
  const reads = vi.mocked(store.waiting).mock.calls.length;
  expect(reads).toBeGreaterThan(0);
  await sender.stop();
  await sender.drain();
  expect(vi.mocked(store.waiting).mock.calls).toHaveLength(reads);
});

test('it reports that it sends, and that it has ended', async () => {
  const { states, sender } = setUp(async () => []);
  sender.start();
  await sender.drain();
  expect(states.map(({ sending }) => sending)).toContain(true);
  expect(states.at(-1)).toEqual({ sending: false, nextTryAt: null, problem: null });
  await sender.stop();
});
