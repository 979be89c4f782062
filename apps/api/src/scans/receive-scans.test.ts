import type { Scan, ScanResult } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import type { ApiError } from '../http/api-error.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import type { Log } from '../system/log.ts';
import type { RecordedScans } from './create-scan-queue.ts';
import { receiveScans } from './receive-scans.ts';

const idOf = (nth: number) => `0197b0a4-0000-7000-8000-00000000000${nth}`;
const scan = (nth: number, more: object = {}) => ({
  ...{ id: idOf(nth), barcode: 'A-1', symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
  ...{ checkpoint_id: idOf(0), claimed_at: '2026-11-21T09:00:00.000Z', device_id: 'd', claimed_by: 'ada', ...more },
});
const accepted = (nth: number) => {
  const ticket = { holder: 'Ada Berg' };
  const verdict = { outcome: 'accepted', reason: 'ok', ticket, first_use: { at: '' }, works_at: [] };
  return { id: idOf(nth), status: 'recorded', verdict } as unknown as ScanResult;
};
const FAULT = Object.assign(new Error('invalid byte sequence'), { code: '22021' });

/** Receives scans of which a queue records these, and fails so. */
async function receive(
  scans: object[],
  { recorded = [] as number[], failures = [] as unknown[], rights = ['scan'] } = {},
) {
  const record = vi.fn(
    async (_clerk: unknown, given: readonly Scan[]): Promise<RecordedScans> => ({
      results: new Map(given.flatMap((one, index) => (recorded.includes(index) ? [[one, accepted(index + 1)]] : []))),
      failures,
    }),
  );
  const [error, warn] = [vi.fn(), vi.fn()];
  const parts = { log: { error, warn } as unknown as Log, scanQueue: { record }, clientAddress: () => '10.0.0.1' };
  const call = { clerk: { rights } as unknown as SignedInClerk, body: { scans } };
  const answer = receiveScans(parts, call as never).catch((refusal: ApiError) => refusal);
  return { answer: await answer, error, warn, given: record.mock.calls[0]?.[1].map(({ id }) => id) };
}

test('each scan has its answer in the order of the call, and one without is left out', async () => {
  const failure = new Error('connection lost');
  const { answer, error, given } = await receive([scan(1), scan(2, { mode: 'sideways' }), scan(3), scan(4)], {
    recorded: [0, 2],
    failures: [failure, failure],
  });
  expect(given).toEqual([idOf(1), idOf(3), idOf(4)]);
  expect(answer).toEqual({
    results: [
      accepted(1),
      {
        id: idOf(2),
        status: 'rejected',
        error: { code: 'invalid_request', message: expect.stringMatching(/^Invalid scan: .*mode/) },
      },
      accepted(3),
    ],
  });
  expect(error.mock.calls).toEqual([[{ err: failure }, 'scan not recorded']]);
});

test('a database that is lost in the middle is no fault of the program: nobody is woken', async () => {
  const lost = new Error('Connection terminated unexpectedly');
  const { error, warn } = await receive([scan(1)], { failures: [lost] });
  expect(warn.mock.calls).toEqual([[{ err: lost }, 'scan not recorded']]);
  expect(error).not.toHaveBeenCalled();
});

test('who may not scan learns nothing of the ticket', async () => {
  const { answer } = await receive([scan(1)], { recorded: [0], rights: ['manage'] });
  expect(answer).toEqual({ results: [{ ...accepted(1), verdict: { outcome: 'accepted', reason: 'ok' } }] });
});

test.each([
  ['what weighs on the database, after a while', [new Error('connection lost')], 2_000],
  ['the weight on the database beside a scan at fault', [FAULT, new Error('connection lost')], 2_000],
  ['a scan at fault, which holds back no others', [FAULT], undefined],
])('where no scan was recorded the device tries again: for %s', async (_why, failures, retryAfterMs) => {
  const { answer } = await receive([scan(1)], { failures });
  expect(answer).toMatchObject({ code: 'unavailable', message: 'Server error: no scan could be recorded' });
  expect((answer as ApiError).retryAfterMs).toBe(retryAfterMs);
});
