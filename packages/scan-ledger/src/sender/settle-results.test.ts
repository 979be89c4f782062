import type { Scan, ScanResult, Verdict } from '@scantix/api-contract';
import { describe, expect, test } from 'vitest';
import { settleResults } from './settle-results.ts';

const RECEIVED_AT = '2026-11-21T09:00:00.000Z';
const VERDICT: Verdict = {
  ...{ outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: RECEIVED_AT },
};
const scan = (id: string, more: Partial<Scan> = {}) => ({ id, ...more }) as Scan;
const settle = (results: ScanResult[], sent = [scan('a'), scan('b')], epoch: string | null = null) =>
  settleResults(sent, results, { receivedAt: RECEIVED_AT, epoch });

describe('answers of the server', () => {
  test('settle the scans of their ids, wherever they stand', () => {
    expect(
      settle([
        { id: 'b', status: 'repeated', verdict: VERDICT },
        { id: 'a', status: 'recorded' },
      ]),
    ).toStrictEqual([
      { id: 'b', sync: 'sent', verdict: VERDICT, receivedAt: RECEIVED_AT, knewDeviceVerdict: false },
      { id: 'a', sync: 'sent', verdict: null, receivedAt: RECEIVED_AT, knewDeviceVerdict: false },
    ]);
  });

  test('carry the conflict and the change of the ticket', () => {
    const conflict = { id: 'c', kind: 'blocked' } as const;
    expect(settle([{ id: 'a', status: 'recorded', verdict: VERDICT, conflict, change: 7 }])).toMatchObject([
      { conflict, change: 7 },
    ]);
  });

  test('carry their number, of the database whose name they say', () => {
    const sent = [scan('a'), scan('b')];
    const results: ScanResult[] = [
      { id: 'a', status: 'recorded', receipt: 5 },
      { id: 'b', status: 'recorded' },
    ];
    expect(settle(results, sent, 'epoch').map(({ receipt }) => receipt)).toEqual([
      { epoch: 'epoch', number: 5 },
      undefined,
    ]);
    expect(settle(results, sent).map(({ receipt }) => receipt)).toEqual([undefined, undefined]);
  });

  test('are noted as given with the verdict of the device, where that was sent', () => {
    const sent = [scan('a', { device_verdict: VERDICT })];
    expect(settle([{ id: 'a', status: 'recorded', verdict: VERDICT }], sent)).toMatchObject([
      { knewDeviceVerdict: true },
    ]);
  });

  test('for scans that were not sent count for nothing, and neither does a second one', () => {
    expect(
      settle([
        { id: 'x', status: 'recorded', verdict: VERDICT },
        { id: 'a', status: 'recorded', verdict: VERDICT },
        { id: 'a', status: 'rejected' },
      ]),
    ).toMatchObject([{ id: 'a', sync: 'sent' }]);
  });
});

describe('a rejection', () => {
  test('puts the scan in quarantine with the reason of the server', () => {
    const error = { code: 'payload_mismatch', message: 'Duplicate ID' } as const;
    expect(settle([{ id: 'a', status: 'rejected', error }])).toMatchObject([{ id: 'a', sync: 'quarantined', error }]);
  });

  test('without a reason says so', () => {
    const error = { code: 'rejected', message: 'No reason given' };
    expect(settle([{ id: 'a', status: 'rejected' }])).toMatchObject([{ sync: 'quarantined', error }]);
  });

  test.each(['unavailable', 'rate_limited', 'unauthenticated', 'session_revoked'] as const)(
    'that is temporary (%s) leaves the scan in the outbox',
    (code) => {
      expect(settle([{ id: 'a', status: 'rejected', error: { code, message: 'Later' } }])).toEqual([]);
    },
  );
});
