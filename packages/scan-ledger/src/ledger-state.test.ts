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
  let domain = 'north';
  const owner = () => ({ domain, clerk: 'anna' });
  const signIn = (to: string) => {
    domain = to;
  };
  const clock = createFakeClock();
  const state = createLedgerState({ store: { count }, owner, clock, log: () => {} });
  return { state, answers, clock, signIn };
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

test('the numbers of a domain are gone as soon as a clerk of another one has signed in', async () => {
  const { state, answers, signIn } = createState();
  const seen: number[] = [];
  state.subscribe(() => seen.push(state.getSnapshot().waiting));
  const counted = state.refresh();
  answers[0]?.(3);
  await counted;
  state.setOffered(2);
  signIn('south');
  expect(state.getSnapshot()).toMatchObject({ waiting: 0, counted: false });
  const asked = state.countWaiting();
  expect(seen).toEqual([3, 3, 0]);
  answers[1]?.(1);
  expect(await asked).toBe(1);
  expect(state.getSnapshot()).toMatchObject({ waiting: 1, counted: true, offeredAgain: 0 });
  // What is known is not counted again.
  expect([await state.countWaiting(), answers.length]).toEqual([1, 2]);
});

test('a count that began for a former domain is repeated for the present one', async () => {
  const { state, answers, signIn } = createState();
  const counted = state.refresh();
  signIn('south');
  answers[0]?.(3);
  await expect.poll(() => answers.length).toBe(2);
  expect(state.getSnapshot()).toMatchObject({ waiting: 0, counted: false });
  answers[1]?.(1);
  await counted;
  expect(state.getSnapshot().waiting).toBe(1);
});

test('nobody waits longer than two seconds for a count', async () => {
  const { state, clock } = createState();
  const asked = state.countWaiting();
  clock.advance(2_000);
  expect(await asked).toBeNull();
});
