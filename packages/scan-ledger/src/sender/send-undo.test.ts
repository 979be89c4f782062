import { type ApiOutcome, NO_ANSWER_HEADERS, type Undo, type UndoResult } from '@scantix/api-contract';
import { describe, expect, test } from 'vitest';
import type { UndoSettlement } from '../model/settlement.ts';
import { createFakeClock } from '../testing/index.ts';
import { sendUndo } from './send-undo.ts';

type Answer = ApiOutcome<UndoResult>;

const answered = (more: Partial<UndoResult> = {}): Answer => ({
  ok: true,
  value: { id: 'undo', scan_id: 'scan', status: 'recorded', ...more },
  answer: NO_ANSWER_HEADERS,
});
const refused = (status: number, code: 'not_found' | 'invalid_request' | 'unavailable' | 'forbidden'): Answer => ({
  ok: false,
  failure: { kind: 'refused', status, code, message: 'The server says why', answer: NO_ANSWER_HEADERS },
});
const UNREACHABLE: Answer = { ok: false, failure: { kind: 'unreachable', cause: null } };

/** Sends an undo that gets this answer; `null` is one that cannot be read. */
async function send(answer: Answer | null, { isAborted = false } = {}) {
  const stopping = new AbortController();
  const calls: string[] = [];
  const settled: UndoSettlement[] = [];
  const told: string[][] = [];
  const end = await sendUndo(
    { scanId: 'a', undo: answer && ({ id: 'undo' } as Undo) },
    {
      ...{ clock: createFakeClock(), timeoutMs: 15_000, signal: stopping.signal },
      store: { settleUndo: async (settlement) => void settled.push(settlement) },
      transport: {
        undo: async (scanId) => {
          calls.push(scanId);
          if (isAborted) stopping.abort();
          return answer as Answer;
        },
      },
      onSettled: (ids) => void told.push(ids),
    },
  );
  return { end, calls, settled, told };
}

describe('an undo that the server', () => {
  test.each([
    ['has recorded is settled', answered(), {}],
    ['has recorded is settled with the change of the ticket', answered({ change: 7 }), { change: 7 }],
    ['had recorded before is settled', answered({ status: 'repeated', change: 7 }), { change: 7 }],
    [
      'knows of another is settled',
      answered({ status: 'refused', refusal: 'already_undone', change: 7 }),
      { change: 7 },
    ],
    [
      'finds too late is refused',
      answered({ status: 'refused', refusal: 'too_late' }),
      { error: { code: 'too_late', message: 'More than 15 minutes have passed since this scan.' } },
    ],
    [
      'refuses without a reason is refused',
      answered({ status: 'refused' }),
      { error: { code: 'refused', message: 'The server refused this undo.' } },
    ],
    [
      'cannot assign to a scan is refused',
      refused(404, 'not_found'),
      { error: { code: 'not_found', message: 'The server refused this undo.' } },
    ],
    [
      'cannot understand is refused',
      refused(400, 'invalid_request'),
      { error: { code: 'invalid_request', message: 'The server says why' } },
    ],
  ])('%s', async (_what, answer, expected) => {
    const { end, settled, told } = await send(answer);
    expect({ end, settled, told }).toStrictEqual({
      ...{ end: { kind: 'settled' }, settled: [{ scanId: 'a', ...expected }], told: [['a']] },
    });
  });
});

test('an undo that cannot be read is refused without a call', async () => {
  const { calls, settled } = await send(null);
  const error = { code: 'unreadable', message: 'This device can no longer read this undo.' };
  expect([calls, settled]).toEqual([[], [{ scanId: 'a', error }]]);
});

test.each([
  ['rejected session', refused(403, 'forbidden'), { message: 'The server says why' }, false],
  ['server without time', refused(503, 'unavailable'), {}, false],
  ['lost network', UNREACHABLE, {}, true],
] as const)('after a %s it is worth a retry', async (_what, answer, failure, isUnreachable) => {
  const { end, settled } = await send(answer);
  expect([end, settled]).toEqual([{ kind: 'failed', failure, isUnreachable }, []]);
});

test('after an abort nothing is settled', async () => {
  const { end, settled } = await send(answered(), { isAborted: true });
  expect([end, settled]).toEqual([{ kind: 'stopped' }, []]);
});

test.each([
  ['with the receipt and the epoch of the server', { receipt: 7 }, 'now', { receipt: { epoch: 'now', number: 7 } }],
  ['without a receipt', {}, 'now', {}],
  ['of a server without an epoch', { receipt: 7 }, null, {}],
  ['with the change of the ticket', { change: 3 }, null, { change: 3 }],
])('an answer %s is settled', async (_which, value, epoch, settlement) => {
  const answer = answered(value);
  const { settled } = await send({ ...answer, answer: { ...NO_ANSWER_HEADERS, epoch } } as Answer);
  expect(settled).toStrictEqual([{ scanId: 'a', ...settlement }]);
});
