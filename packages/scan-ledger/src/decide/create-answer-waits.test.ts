import { expect, test, vi } from 'vitest';
import { LedgerError } from '../model/ledger-error.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { createFakeClock } from '../testing/index.ts';
import { createAnswerWaits } from './create-answer-waits.ts';

const WAITING = { sync: 'waiting', verdict: null } as LedgerScan;
const ANSWERED = { sync: 'sent', verdict: { outcome: 'accepted' } } as LedgerScan;

/** Waits over a log with one scan, `a`, that the test changes. */
function setUp(first: LedgerScan | null = WAITING) {
  const clock = createFakeClock();
  let scan = first;
  const get = vi.fn(async () => scan);
  const waits = createAnswerWaits({ store: { get }, clock });
  const settled = () => new Promise<void>(setImmediate);
  const waitFor = (budgetMs: number, signal?: AbortSignal) => {
    const outcome: { scan?: LedgerScan; cause?: unknown } = {};
    const done = waits.waitFor('a', budgetMs, signal).then(
      (found) => void Object.assign(outcome, { scan: found }),
      (cause) => void Object.assign(outcome, { cause }),
    );
    return { outcome, done };
  };
  const change = (next: LedgerScan) => {
    scan = next;
  };
  return { clock, get, waits, settled, waitFor, change };
}

test.each([
  ['has a verdict', { ...WAITING, verdict: ANSWERED.verdict }],
  ['has left the outbox', { ...WAITING, sync: 'quarantined' as const }],
])('a scan that %s is returned at once', async (_what, scan) => {
  const { get, settled, waitFor } = setUp(scan);
  const { outcome } = waitFor(3_000);
  await settled();
  expect([outcome.scan, get.mock.calls]).toEqual([scan, [['a']]]);
});

test('a scan without an answer is returned when the budget ends, and not before', async () => {
  const { clock, get, settled, waitFor } = setUp();
  const { outcome, done } = waitFor(3_000);
  await settled();
  clock.advance(2_999);
  await settled();
  expect([outcome, get.mock.calls.length]).toEqual([{}, 1]);
  clock.advance(1);
  await done;
  expect([outcome, get.mock.calls.length]).toEqual([{ scan: WAITING }, 2]);
});

test('without a budget the scan is read once', async () => {
  const { get, waitFor } = setUp();
  const { outcome, done } = waitFor(0);
  await done;
  expect([outcome, get.mock.calls.length]).toEqual([{ scan: WAITING }, 1]);
});

test('a scan that is not on this device is an error', async () => {
  const { outcome, done } = setUp(null).waitFor(3_000);
  await done;
  expect(outcome.cause).toEqual(new LedgerError('unknown-scan'));
});

test('an answer ends the wait as soon as the scan is read again, and that of another scan does not', async () => {
  const { get, waits, settled, waitFor, change } = setUp();
  const { outcome } = waitFor(3_000);
  await settled();
  waits.recheck(['b']);
  await settled();
  expect(get).toHaveBeenCalledTimes(1);
  waits.recheck(['b', 'a']);
  await settled();
  expect([outcome, get.mock.calls.length]).toEqual([{}, 2]);
  change(ANSWERED);
  waits.recheck(['a']);
  await settled();
  expect(outcome.scan).toBe(ANSWERED);
});

test('an answer that arrives while the scan is being read is not missed', async () => {
  const { get, waits, settled, waitFor, change } = setUp();
  get.mockImplementationOnce(async () => {
    change(ANSWERED);
    waits.recheck(['a']);
    return WAITING;
  });
  const { outcome } = waitFor(3_000);
  await settled();
  expect(outcome.scan).toBe(ANSWERED);
});

test('all waits end when no answer can arrive in time, with the scans as they are', async () => {
  const { waits, settled, waitFor } = setUp();
  const [one, two] = [waitFor(3_000), waitFor(9_000)];
  await settled();
  waits.endAll();
  await Promise.all([one.done, two.done]);
  expect([one.outcome, two.outcome]).toEqual([{ scan: WAITING }, { scan: WAITING }]);
});

test('an abort ends the wait with its reason', async () => {
  const { settled, waitFor } = setUp();
  const stopping = new AbortController();
  const { outcome, done } = waitFor(3_000, stopping.signal);
  await settled();
  stopping.abort('left the view');
  await done;
  expect(outcome).toEqual({ cause: 'left the view' });
});

test('a wait that is aborted before it begins reads nothing', async () => {
  const { get, waitFor } = setUp();
  const { outcome, done } = waitFor(3_000, AbortSignal.abort('left the view'));
  await done;
  expect([outcome.cause, get.mock.calls]).toEqual(['left the view', []]);
});

test('a wait that is over reads nothing more', async () => {
  const { clock, get, waits, settled, waitFor } = setUp(ANSWERED);
  await waitFor(3_000).done;
  clock.advance(3_000);
  waits.recheck(['a']);
  waits.endAll();
  await settled();
  expect(get).toHaveBeenCalledTimes(1);
});
