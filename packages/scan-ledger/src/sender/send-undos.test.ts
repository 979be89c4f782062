import { type ApiOutcome, NO_ANSWER_HEADERS, type Undo, type UndoResult } from '@scantix/api-contract';
import { describe, expect, test } from 'vitest';
import type { UndoSettlement } from '../model/settlement.ts';
import { createFakeClock } from '../testing/index.ts';
import { sendUndos } from './send-undos.ts';

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

/** Sends an undo for each answer; `null` is an undo that cannot be read. An abort happens during the call named. */
async function send(answers: readonly (Answer | null)[], { abortDuring }: { abortDuring?: string } = {}) {
  const stopping = new AbortController();
  const calls: string[] = [];
  const settled: UndoSettlement[] = [];
  const told: string[][] = [];
  const failure = await sendUndos(
    answers.map((answer, index) => ({ scanId: `${index}`, undo: answer && ({ id: `undo ${index}` } as Undo) })),
    {
      ...{ clock: createFakeClock(), timeoutMs: 15_000, signal: stopping.signal },
      store: { settleUndo: async (settlement) => void settled.push(settlement) },
      transport: {
        undo: async (scanId) => {
          calls.push(scanId);
          if (scanId === abortDuring) stopping.abort();
          return answers[Number(scanId)] as Answer;
        },
      },
      onSettled: (ids) => void told.push(ids),
    },
  );
  return { failure, calls, settled, told };
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
    const { failure, settled, told } = await send([answer]);
    expect({ failure, settled, told }).toStrictEqual({
      ...{ failure: null, settled: [{ scanId: '0', ...expected }], told: [['0']] },
    });
  });
});

test('an undo that cannot be read is refused without a call', async () => {
  const { calls, settled } = await send([null, answered()]);
  const error = { code: 'unreadable', message: 'This device can no longer read this undo.' };
  expect([calls, settled]).toEqual([['1'], [{ scanId: '0', error }, { scanId: '1' }]]);
});

test('a failed undo delays none of the others, and the first failure is returned', async () => {
  const { failure, calls, settled } = await send([refused(403, 'forbidden'), refused(503, 'unavailable'), answered()]);
  expect([failure, calls]).toEqual([{ message: 'The server says why' }, ['0', '1', '2']]);
  expect(settled.map(({ scanId }) => scanId)).toEqual(['2']);
});

test('without a network no further call is made', async () => {
  const { failure, calls } = await send([UNREACHABLE, answered()]);
  expect([failure, calls]).toEqual([{}, ['0']]);
});

test('after an abort nothing is settled', async () => {
  const { failure, calls, settled } = await send([answered(), answered()], { abortDuring: '0' });
  expect([failure, calls, settled]).toEqual([null, ['0'], []]);
});
