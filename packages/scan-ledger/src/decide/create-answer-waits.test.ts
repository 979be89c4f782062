import type { Verdict } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import { LedgerError } from '../model/ledger-error.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { createFakeClock } from '../testing/index.ts';
import { createAnswerWaits } from './create-answer-waits.ts';

const VERDICT = { outcome: 'accepted' } as Verdict;
const WAITING = { sync: 'waiting', verdict: null } as LedgerScan;
const ANSWERED = { sync: 'sent', verdict: VERDICT } as LedgerScan;

/** Waits over a log with one scan, `a`, that the test changes. */
function setUp(first: LedgerScan | null = WAITING) {
  const clock = createFakeClock();
  let scan = first;
  const get = vi.fn(async () => scan);
  const waits = createAnswerWaits({ store: { get }, clock });
  const settled = () => new Promise<void>(setImmediate);
  const waitFor = (budgetMs: number) => {
    const outcome: { verdict?: Verdict | null; cause?: unknown } = {};
    const done = waits.waitFor('a', budgetMs).then(
      (verdict) => void Object.assign(outcome, { verdict }),
      (cause) => void Object.assign(outcome, { cause }),
    );
    return { outcome, done };
  };
  const change = (next: LedgerScan) => {
    scan = next;
  };
  return { clock, get, waits, settled, waitFor, change };
}

test('a known verdict ends the wait without a read, and that of another scan does not', async () => {
  const { get, waits, settled, waitFor } = setUp();
  const { outcome, done } = waitFor(3_000);
  waits.answered(new Map([['b', VERDICT]]));
  waits.recheck(['b']);
  await settled();
  expect(outcome).toEqual({});
  waits.answered(new Map([['a', VERDICT]]));
  await done;
  expect([outcome, get.mock.calls]).toEqual([{ verdict: VERDICT }, []]);
});

test.each([
  ['has a verdict', ANSWERED, VERDICT],
  ['has a verdict of another tab', { ...WAITING, verdict: VERDICT }, VERDICT],
  ['has left the outbox without one', { ...WAITING, sync: 'quarantined' as const }, null],
])('a scan that %s ends the wait once it is read', async (_what, scan, verdict) => {
  const { get, waits, waitFor } = setUp(scan);
  const { outcome, done } = waitFor(3_000);
  waits.recheck(['b', 'a']);
  await done;
  expect([outcome, get.mock.calls]).toEqual([{ verdict }, [['a']]]);
});

test('without an answer the wait ends with the budget, and not before', async () => {
  const { clock, get, settled, waitFor } = setUp();
  const { outcome, done } = waitFor(3_000);
  clock.advance(2_999);
  await settled();
  expect(outcome).toEqual({});
  clock.advance(1);
  await done;
  expect([outcome, get.mock.calls]).toEqual([{ verdict: null }, []]);
});

test('without a budget there is no wait', async () => {
  const { outcome, done } = setUp().waitFor(0);
  await done;
  expect(outcome).toEqual({ verdict: null });
});

test('a scan that is not on this device is an error', async () => {
  const { waits, waitFor } = setUp(null);
  const { outcome, done } = waitFor(3_000);
  waits.recheck(['a']);
  await done;
  expect(outcome.cause).toEqual(new LedgerError('unknown-scan'));
});

test('an answer that arrives while the scan is being read is not missed', async () => {
  const { get, waits, settled, waitFor, change } = setUp();
  get.mockImplementationOnce(async () => {
    change(ANSWERED);
    waits.recheck(['a']);
    return WAITING;
  });
  const { outcome } = waitFor(3_000);
  waits.recheck(['a']);
  await settled();
  expect(outcome.verdict).toBe(VERDICT);
});

test('the waits for one scan end when no answer can arrive in time, and with the last tab all of them', async () => {
  const { waits, settled, waitFor } = setUp();
  const [one, two] = [waitFor(3_000), waitFor(9_000)];
  waits.end('b');
  await settled();
  expect([one.outcome, two.outcome]).toEqual([{}, {}]);
  waits.end('a');
  await Promise.all([one.done, two.done]);
  const three = waitFor(3_000);
  waits.endAll();
  await three.done;
  expect([one.outcome, two.outcome, three.outcome]).toEqual([{ verdict: null }, { verdict: null }, { verdict: null }]);
});

test('a wait that is over reads nothing more', async () => {
  const { clock, get, waits, settled, waitFor } = setUp(ANSWERED);
  waits.recheck(['a']);
  const { done } = waitFor(3_000);
  waits.recheck(['a']);
  await done;
  clock.advance(3_000);
  waits.recheck(['a']);
  waits.endAll();
  await settled();
  expect(get).toHaveBeenCalledTimes(1);
});

test('a wait that has ended leaves neither its timer nor itself', async () => {
  const { clock, waits, waitFor } = setUp(ANSWERED);
  const cancel = vi.fn();
  vi.spyOn(clock, 'after').mockReturnValue(cancel);
  const { done } = waitFor(3_000);
  waits.recheck(['a']);
  await done;
  expect(cancel).toHaveBeenCalledTimes(1);
  const verdicts = new Map([['a', VERDICT]]);
  const find = vi.spyOn(verdicts, 'get');
  waits.answered(verdicts);
  expect(find).not.toHaveBeenCalled();
});
