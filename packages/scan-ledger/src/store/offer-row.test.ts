import { describe, expect, test } from 'vitest';
import type { LogRow, UndoRow } from './log-row.ts';
import { isUntried, offerIn, retryIn } from './offer-row.ts';
import { chainOf, requeueIn, settleIn, settleUndoIn, triedIn } from './settle-row.ts';

const UNDO: UndoRow<string> = { id: 'u5', sync: 'sent', was: 'admitted', event: 'event', answer: 'undo answer' };
const row = (more: Partial<LogRow<string>> = {}): LogRow<string> => ({
  ...{ id: 's1', domain: 'north', code: 'code', sync: 'sent', claimedAt: 0, tally: 'admitted', byDevice: false },
  ...{ scan: 'scan', shown: null, answer: 'answer', undo: null, ...more },
});
const receipt = (number: number, epoch = 'now') => ({ epoch, number });
const AGAIN = { scan: 'scan again', shown: 'shown again', event: 'event again' };
const WAITS = {
  sync: 'waiting',
  answerAgain: null,
  receipt: undefined,
  isForgotten: false,
  ...{ scan: AGAIN.scan, shown: AGAIN.shown },
};

describe('a server that has lost receipts above 7', () => {
  const offered = (more: Partial<LogRow<string>>) => offerIn(row(more), { epoch: 'now', above: 7 }, AGAIN);

  test.each([
    ['of a higher number', receipt(8), true],
    ['of another epoch', receipt(7, 'before'), true],
    ['without a receipt', undefined, true],
    ['of the last number that it has', receipt(7), false],
  ])('is offered a scan %s: %o, %o', (_which, its, isLost) => {
    expect(offered({ receipt: its })).toEqual(
      isLost ? { row: { ...row(), ...WAITS, byDevice: true }, scan: true, undo: false } : null,
    );
  });

  test('is offered an undo alone where it has the scan', () => {
    const undo = { ...UNDO, receipt: receipt(9) };
    expect(offered({ receipt: receipt(3), undo })).toEqual({
      row: row({ receipt: receipt(3), undo: { ...UNDO, sync: 'waiting', event: AGAIN.event, receipt: undefined } }),
      ...{ scan: false, undo: true },
    });
  });

  test('is offered a scan alone where it has the undo, or the undo was refused or waits', () => {
    for (const undo of [
      { ...UNDO, receipt: receipt(2) },
      { ...UNDO, sync: 'refused' as const },
      { ...UNDO, sync: 'waiting' as const },
    ]) {
      expect(offered({ receipt: receipt(9), undo })).toMatchObject({ row: { undo }, scan: true, undo: false });
    }
  });

  test('is offered what the device has decided with its own verdict', () => {
    const decided = { shown: 'shown', byDevice: true };
    expect(offered({ ...decided, receipt: receipt(9) })?.row).toEqual({ ...row(), ...WAITS, ...decided });
    const undecided = offerIn(row(), { epoch: 'now', above: 7 }, { ...AGAIN, shown: null });
    expect(undecided?.row).toMatchObject({ shown: null, byDevice: false });
  });

  test.each(['waiting', 'quarantined'] as const)('is offered nothing that is %s', (sync) => {
    expect(offered({ sync })).toBeNull();
  });
});

test('a server that has all of its own receipts is offered only those of another epoch', () => {
  const all = { epoch: 'now', above: null };
  expect(offerIn(row({ receipt: receipt(1_000) }), all, AGAIN)).toBeNull();
  expect(offerIn(row({ receipt: receipt(1, 'before') }), all, AGAIN)).toMatchObject({ scan: true });
});

describe('a scan in quarantine', () => {
  const quarantined = (more: Partial<LogRow<string>> = {}) => row({ sync: 'quarantined', ...more });

  test('is retried once with each pair of builds', () => {
    const once = retryIn(quarantined(), 'app 1, server 1');
    expect(once).toMatchObject({ sync: 'waiting', answer: null, triedWith: ['app 1, server 1'] });
    const again = quarantined({ triedWith: ['app 1, server 1'] });
    expect([isUntried(again, 'app 1, server 1'), retryIn(again, 'app 1, server 1')]).toEqual([false, null]);
    expect(isUntried(again, 'app 2, server 1')).toBe(true);
    expect(retryIn(again, 'app 2, server 1')).toMatchObject({ triedWith: ['app 1, server 1', 'app 2, server 1'] });
    expect(triedIn(again, 'app 1, server 1')).toBe(again);
  });

  test('that is rejected remembers the builds that rejected it', () => {
    const rejected = { id: 's1', sync: 'quarantined', verdict: null, receivedAt: '', knewDeviceVerdict: true } as const;
    const waiting = row({ sync: 'waiting', answer: null });
    expect(settleIn(waiting, { ...rejected, rejectedBy: 'app 1' }, 'no')).toMatchObject({ triedWith: ['app 1'] });
    expect(settleIn(waiting, rejected, 'no')).not.toHaveProperty('triedWith');
  });

  test('that was rejected as it was offered again goes back with its first answer', () => {
    const again = quarantined({ answerAgain: 'rejected' });
    expect(requeueIn(again)).toEqual(row({ sync: 'waiting', answerAgain: null }));
  });
});

test('the first answer stays where a scan that was offered again is answered again', () => {
  const settlement = { id: 's1', sync: 'sent', verdict: null, receivedAt: '', knewDeviceVerdict: true } as const;
  expect(settleIn(row({ sync: 'waiting' }), { ...settlement, receipt: receipt(9) }, 'again')).toEqual(
    row({ answerAgain: 'again', receipt: receipt(9) }),
  );
});

test('an undo that the server had taken stays taken, also where it refuses it as it is offered again', () => {
  const offered = row({ tally: 'undone', undo: { ...UNDO, sync: 'waiting' } });
  const error = { code: 'too_late', message: '' };
  expect(settleUndoIn(offered, { scanId: 's1', error, receipt: receipt(9) }, 'refused')).toEqual({
    ...offered,
    undo: { ...UNDO, receipt: receipt(9) },
  });
  expect(settleUndoIn(offered, { scanId: 's1', receipt: receipt(9) }, 'taken')).toEqual({
    ...offered,
    undo: { ...UNDO, answer: 'taken', receipt: receipt(9) },
  });
});

test('earlier scans and undos of a barcode that wait go before a scan, in the order in which they were made', () => {
  const undone = (id: string, undo: string, more: Partial<LogRow<string>> = {}) =>
    row({ id, undo: { ...UNDO, id: undo, sync: 'waiting' }, ...more });
  const ofCode = [
    undone('1', '4', { sync: 'waiting' }),
    undone('2', '3'),
    undone('5', '9'),
    undone('6', '7', { sync: 'quarantined' }),
    row({ id: '6a', undo: UNDO }),
    row({ id: '8', sync: 'waiting' }),
  ];
  const events = chainOf(ofCode, '8').map(({ kind, row: { id } }) => `${kind} ${id}`);
  expect(events).toEqual(['scan 1', 'undo 2', 'undo 1', 'scan 8']);
});
