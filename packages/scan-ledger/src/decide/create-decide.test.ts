import type { Verdict } from '@scantix/api-contract';
import { describe, expect, test, vi } from 'vitest';
import { LedgerError } from '../model/ledger-error.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { FreshEnd } from '../sender/create-fresh-sender.ts';
import type { ServerContact } from '../sender/server-contact.ts';
import { ANNA, read } from '../testing/create-world.ts';
import { createFakeClock, createFakeScanLedger, unreachable } from '../testing/index.ts';
import { createDecide } from './create-decide.ts';

test('while offline a verdict is pending as soon as sending has failed, not only when the budget ends', async () => {
  const { ledger, server } = createFakeScanLedger({
    surroundings: { isOnline: () => false, isVisible: () => true, onWake: () => () => {} },
    decisionBudgetMs: 1e9,
  });
  server.always(unreachable);
  await ledger.start();
  const { scan } = await ledger.record(read('A'));
  expect((await ledger.decide(scan.id)).certainty).toBe('pending');
  await ledger.stop();
});

const AT = '2026-11-21T09:00:00.000Z';
const verdict = (certainty: Verdict['certainty'], outcome: Verdict['outcome'] = 'accepted'): Verdict => ({
  ...{ outcome, reason: 'ok', certainty, mode: 'entry', decided_at: AT },
});
const PENDING = { ...verdict('pending', 'undecided'), reason: 'server_unreachable' };
const WAITING = { scan: { mode: 'entry' }, domain: 'north', sync: 'waiting', verdict: null } as LedgerScan;

/** A scan that was made so many milliseconds ago, and that the server has rejected. */
const rejected = (agoMs: number): LedgerScan => ({
  ...WAITING,
  scan: { ...WAITING.scan, claimed_at: new Date(createFakeClock().now() - agoMs).toISOString() },
  sync: 'quarantined',
});

/** `decide` over a log with this scan; the wait for the server ends with `verdict`. */
function setUp(entry: LedgerScan | null, answer: Verdict | null = null) {
  const clock = createFakeClock();
  const state = { isOffline: false, contact: 'answered' as ServerContact['kind'], end: 'failed' as FreshEnd };
  const steps: string[] = [];
  const budgets: number[] = [];
  const answers = {
    waitFor: vi.fn(async (_id: string, budgetMs: number) => {
      steps.push('wait');
      budgets.push(budgetMs);
      // As long as the call takes.
      await Promise.resolve();
      return answer;
    }),
    answered: vi.fn(),
    recheck: vi.fn(),
    end: vi.fn(),
  };
  const leave = vi.fn();
  const get = vi.fn(async () => entry);
  const decideOnDevice = vi.fn(async (_entry: LedgerScan) => verdict('device'));
  const saveShownVerdict = vi.fn(async (_id: string, shown: Verdict): Promise<Verdict | null> => shown);
  const [log, onShown] = [vi.fn(), vi.fn()];
  const decide = createDecide({
    ...{ clock, log, onShown, decideOnDevice, store: { get, saveShownVerdict }, answers, owner: () => ANNA },
    decisionBudgetMs: () => 3_000,
    server: {
      isOffline: () => state.isOffline,
      contact: () => ({ kind: state.contact, answers: 0, at: 0, whileOffline: false }) as ServerContact,
    },
    sender: {
      wait() {
        steps.push('send');
        return { ended: Promise.resolve(state.end), leave };
      },
    },
    exclusive: (body) => {
      steps.push('exclusive');
      return body();
    },
  });
  return {
    ...{ clock, state, steps, budgets, answers, leave, get, decideOnDevice, saveShownVerdict, log, onShown },
    decide: (signal?: AbortSignal) => decide('a', signal ? { signal } : {}),
  };
}

describe('the verdict of a scan', () => {
  test("is the server's where that arrives in time, from memory", async () => {
    const { steps, budgets, get, leave, decideOnDevice, decide } = setUp(WAITING, verdict('server'));
    expect(await decide()).toEqual(verdict('server'));
    expect([steps, budgets]).toEqual([['wait', 'send'], [3_000]]);
    expect([get.mock.calls, decideOnDevice.mock.calls, leave.mock.calls]).toEqual([[], [], [[]]]);
  });

  test("is else the device's, saved before it is shown", async () => {
    const { steps, answers, saveShownVerdict, onShown, leave, decide } = setUp(WAITING);
    expect(await decide()).toEqual(verdict('device'));
    expect(steps).toEqual(['wait', 'send', 'exclusive']);
    expect(saveShownVerdict.mock.calls).toEqual([['a', verdict('device')]]);
    expect(answers.answered.mock.calls).toEqual([[new Map([['a', verdict('device')]])]]);
    expect([onShown.mock.calls, leave.mock.calls]).toEqual([[['a']], [[]]]);
  });

  test.each([
    ['offline', { isOffline: true }, 0],
    ['after a call without an answer', { contact: 'unanswered' }, 400],
  ])("is the device's sooner %s", async (_when, more, budgetMs) => {
    const { state, budgets, decide } = setUp(WAITING);
    Object.assign(state, more);
    await decide();
    expect(budgets).toEqual([budgetMs]);
  });

  test.each([
    ['failed', { end: [['a']], recheck: [] }],
    ['answered', { end: [['a']], recheck: [] }],
    ['elsewhere', { end: [], recheck: [[['a']]] }],
  ] as const)('is not waited for without need: after a call that ended %s', async (end, { end: ends, recheck }) => {
    const { state, answers, decide } = setUp(WAITING);
    state.end = end;
    await decide();
    expect([answers.end.mock.calls, answers.recheck.mock.calls]).toEqual([ends, recheck]);
  });

  test("is the device's where the server rejects the scan: a person waits", async () => {
    const { saveShownVerdict, decide } = setUp(rejected(10_000));
    expect(await decide()).toEqual(verdict('device'));
    expect(saveShownVerdict.mock.calls).toEqual([['a', verdict('device')]]);
  });

  test('is the one that another tab has shown meanwhile', async () => {
    const shown = { ...WAITING, verdict: verdict('device', 'refused') };
    const { decideOnDevice, decide } = setUp(shown);
    expect(await decide()).toEqual(shown.verdict);
    expect(decideOnDevice).not.toHaveBeenCalled();
  });

  test('is the one that the log has already, in place of this one', async () => {
    const { saveShownVerdict, decide } = setUp(WAITING);
    saveShownVerdict.mockResolvedValueOnce(verdict('server', 'refused'));
    expect(await decide()).toEqual(verdict('server', 'refused'));
  });
});

describe('nobody has decided', () => {
  test('a scan that the server has without a verdict: nothing is saved', async () => {
    const { saveShownVerdict, decide } = setUp({ ...WAITING, sync: 'sent' });
    expect(await decide()).toEqual(PENDING);
    expect(saveShownVerdict).not.toHaveBeenCalled();
  });

  test('a scan that was rejected earlier: to look at it admits nobody', async () => {
    const { saveShownVerdict, decide } = setUp(rejected(10_001));
    expect(await decide()).toEqual(PENDING);
    expect(saveShownVerdict).not.toHaveBeenCalled();
  });

  test('a scan on which the device fails', async () => {
    const { decideOnDevice, log, saveShownVerdict, decide } = setUp(WAITING);
    const cause = new Error('no tickets');
    decideOnDevice.mockRejectedValueOnce(cause);
    expect(await decide()).toEqual(PENDING);
    expect(log.mock.calls).toEqual([[{ name: 'ledger-decision-failed', cause }]]);
    expect(saveShownVerdict.mock.calls).toEqual([['a', PENDING]]);
  });

  test('a scan for which the device takes more than two seconds', async () => {
    const { clock, decideOnDevice, log, decide } = setUp(WAITING);
    decideOnDevice.mockReturnValueOnce(new Promise(() => {}));
    let decided: Verdict | undefined;
    const done = decide().then((given) => {
      decided = given;
    });
    await vi.waitFor(() => expect(decideOnDevice).toHaveBeenCalled());
    clock.advance(1_999);
    await new Promise(setImmediate);
    expect(decided).toBeUndefined();
    clock.advance(1);
    await done;
    expect(decided).toMatchObject({ certainty: 'pending' });
    expect(log.mock.calls[0]?.[0].cause).toMatchObject({ name: 'TimeoutError', message: 'no decision in time' });
  });

  test('a scan whose verdict cannot be saved', async () => {
    const { saveShownVerdict, log, onShown, decide } = setUp(WAITING);
    const cause = new Error('full');
    saveShownVerdict.mockRejectedValueOnce(cause);
    expect(await decide()).toEqual(PENDING);
    expect([log.mock.calls, onShown.mock.calls]).toEqual([[[{ name: 'ledger-verdict-not-saved', cause }]], []]);
  });

  test('a scan that is no longer in the log', async () => {
    const { saveShownVerdict, answers, decide } = setUp(WAITING);
    saveShownVerdict.mockResolvedValueOnce(null);
    expect(await decide()).toEqual(PENDING);
    expect(answers.answered).not.toHaveBeenCalled();
  });

  test('a scan that is not on this device: an error', async () => {
    await expect(setUp(null).decide()).rejects.toEqual(new LedgerError('unknown-scan'));
  });

  test('after an abort: its reason', async () => {
    const { steps, decide } = setUp(WAITING);
    await expect(decide(AbortSignal.abort('left the view'))).rejects.toBe('left the view');
    expect(steps).toEqual([]);
  });

  test('after an abort while it is awaited: its reason, and the scan is decided all the same', async () => {
    const { saveShownVerdict, decide } = setUp(WAITING);
    const leaving = new AbortController();
    const deciding = decide(leaving.signal);
    leaving.abort('left the view');
    await expect(deciding).rejects.toBe('left the view');
    await vi.waitFor(() => expect(saveShownVerdict.mock.calls).toEqual([['a', verdict('device')]]));
  });
});
