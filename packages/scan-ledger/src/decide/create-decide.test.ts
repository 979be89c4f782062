import type { Verdict } from '@scantix/api-contract';
import { describe, expect, test, vi } from 'vitest';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { read } from '../testing/create-world.ts';
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
const WAITING = { scan: { mode: 'entry' }, sync: 'waiting', verdict: null } as LedgerScan;

/** `decide` over a log that returns these scans, one a wait, the last again and again. */
function setUp(...scans: LedgerScan[]) {
  const clock = createFakeClock();
  const state = { isOnline: true, isRetrying: false };
  const steps: string[] = [];
  const budgets: number[] = [];
  const waitFor = async (_id: string, budgetMs: number) => {
    steps.push('wait');
    budgets.push(budgetMs);
    return scans[budgets.length - 1] ?? (scans.at(-1) as LedgerScan);
  };
  const decideOnDevice = vi.fn(async (_entry: LedgerScan) => verdict('device'));
  const saveShownVerdict = vi.fn(async (_id: string, shown: Verdict): Promise<Verdict | null> => shown);
  const [log, onShown] = [vi.fn(), vi.fn()];
  const decide = createDecide({
    ...{ clock, log, onShown, decideOnDevice, store: { saveShownVerdict }, answers: { waitFor } },
    ...{ decisionBudgetMs: () => 3_000, isRetrying: () => state.isRetrying },
    surroundings: { isOnline: () => state.isOnline },
    send: async () => void steps.push('send'),
    exclusive: (body) => {
      steps.push('exclusive');
      return body();
    },
  });
  return { clock, state, steps, budgets, decideOnDevice, saveShownVerdict, log, onShown, decide: () => decide('a') };
}

describe('the verdict of a scan', () => {
  test("is the server's where that arrives in time", async () => {
    const answered = { ...WAITING, sync: 'sent' as const, verdict: verdict('server') };
    const { steps, budgets, decideOnDevice, decide } = setUp(answered);
    expect(await decide()).toEqual(verdict('server'));
    expect([steps, budgets, decideOnDevice.mock.calls]).toEqual([['send', 'wait'], [3_000], []]);
  });

  test("is else the device's, saved before it is shown", async () => {
    const { steps, saveShownVerdict, onShown, decide } = setUp(WAITING);
    expect(await decide()).toEqual(verdict('device'));
    expect(steps).toEqual(['send', 'wait', 'exclusive', 'wait']);
    expect(saveShownVerdict.mock.calls).toEqual([['a', verdict('device')]]);
    expect(onShown.mock.calls).toEqual([['a']]);
  });

  test.each([
    ['offline', { isOnline: false }, 0],
    ['after a failed call', { isRetrying: true }, 400],
  ])("is the device's sooner %s", async (_when, more, budgetMs) => {
    const { state, budgets, decide } = setUp(WAITING);
    Object.assign(state, more);
    await decide();
    expect(budgets).toEqual([budgetMs, 0]);
  });

  test('is the one that another tab has shown meanwhile', async () => {
    const shown = { ...WAITING, verdict: verdict('device', 'refused') };
    const { decideOnDevice, decide } = setUp(WAITING, shown);
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
  test('a scan that went to quarantine meanwhile: nothing is saved', async () => {
    const { saveShownVerdict, decide } = setUp(WAITING, { ...WAITING, sync: 'quarantined' });
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
    expect(log.mock.calls[0]?.[0].cause).toMatchObject({ name: 'TimeoutError', message: 'no decision in 2000 ms' });
  });

  test('a scan whose verdict cannot be saved', async () => {
    const { saveShownVerdict, log, onShown, decide } = setUp(WAITING);
    const cause = new Error('full');
    saveShownVerdict.mockRejectedValueOnce(cause);
    expect(await decide()).toEqual(PENDING);
    expect([log.mock.calls, onShown.mock.calls]).toEqual([[[{ name: 'ledger-verdict-not-saved', cause }]], []]);
  });

  test('a scan that is no longer in the log', async () => {
    const { saveShownVerdict, decide } = setUp(WAITING);
    saveShownVerdict.mockResolvedValueOnce(null);
    expect(await decide()).toEqual(PENDING);
  });
});
