import { expect, test } from 'vitest';
import { createLedgerState } from './ledger-state.ts';
import type { StoreCounts } from './ports/outbox-store.ts';
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
