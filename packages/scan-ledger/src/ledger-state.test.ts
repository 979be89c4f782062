import { expect, test } from 'vitest';
import { createLedgerState } from './ledger-state.ts';
import type { LedgerProblem } from './model/ledger-state.ts';
import type { StoreCounts } from './ports/outbox-store.ts';
import { IDLE_SENDER } from './sender/sender-state.ts';
import { createFakeClock } from './testing/index.ts';

/** Creates a state over a storage whose counts the test answers. */
function createState() {
  const answers: ((waiting: number) => void)[] = [];
  const count = () =>
    new Promise<StoreCounts>((resolve) => {
      const others = { waitingElsewhere: 0, waitingUndos: 0, quarantined: 0, conflicts: 0 };
      answers.push((waiting) => resolve({ waiting, ...others }));
    });
  const owner = () => ({ domain: 'north', clerk: 'anna' });
  const clock = createFakeClock();
  const state = createLedgerState({ store: { count }, owner, clock, log: () => {} });
  return { state, answers, clock };
}

test('before a sender is there nothing is sent, tried again or wrong', () => {
  const { state } = createState();
  expect(state.getSnapshot()).toMatchObject({ status: 'starting', sending: false, nextTryAt: null, problem: null });
});

test('what the sender says of the storage is over once something is saved, and what the server says is not', async () => {
  const { state } = createState();
  const tell = (problem: LedgerProblem) => {
    state.setSender({ ...IDLE_SENDER, problem });
    return state.getSnapshot().problem;
  };
  const silent: LedgerProblem = { code: 'unavailable', message: 'The storage does not answer.' };
  expect(tell(silent)).toEqual(silent);
  await state.watch(async () => 'saved');
  expect([state.getSnapshot().problem, tell(silent)]).toEqual([null, null]);
  expect(tell({ ...silent })).toEqual(silent);
  const refused: LedgerProblem = { code: 'refused', message: 'Sign in again.' };
  expect(tell(refused)).toEqual(refused);
  await state.watch(async () => 'saved');
  expect(state.getSnapshot().problem).toEqual(refused);
});

test('an added scan is shown without counting, and the next check counts only after a while', async () => {
  const { state, answers, clock } = createState();
  const counted = state.refresh();
  answers[0]?.(2);
  await counted;
  state.addWaiting(1);
  expect(state.getSnapshot()).toMatchObject({ waiting: 3, revision: 1 });
  await state.ensureCounted();
  expect(answers).toHaveLength(1);
  clock.advance(5_000);
  void state.ensureCounted();
  expect(answers).toHaveLength(2);
});

test.for([2, 3])('a scan added during a count is there once, whether %i are found or not', async (found) => {
  const { state, answers } = createState();
  const before = state.refresh();
  answers[0]?.(2);
  await before;
  const counted = state.refresh();
  state.addWaiting(1);
  answers[1]?.(found);
  await counted;
  expect(state.getSnapshot().waiting).toBe(3);
});

test('a count that the added scans do not explain is repeated', async () => {
  const { state, answers } = createState();
  const counted = state.refresh();
  state.addWaiting(1);
  answers[0]?.(7);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(8);
  await counted;
  expect(state.getSnapshot().waiting).toBe(8);
});
