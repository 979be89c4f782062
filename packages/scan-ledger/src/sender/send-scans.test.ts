import { type ApiOutcome, NO_ANSWER_HEADERS, type Scan, type ScanResult } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import type { Settlement } from '../model/settlement.ts';
import { createFakeClock } from '../testing/index.ts';
import { sendScans } from './send-scans.ts';

type Answer = ApiOutcome<{ results: ScanResult[] }>;

const record = (ids: string[]): Answer => ({
  ok: true,
  value: { results: ids.map((id) => ({ id, status: 'recorded' })) },
  answer: NO_ANSWER_HEADERS,
});
const refuse = (status: number): Answer => ({
  ok: false,
  failure: { kind: 'refused', status, code: 'invalid_request', message: 'Not valid', answer: NO_ANSWER_HEADERS },
});

/** Sends scans to a server that answers by their ids, one second later. */
async function send(ids: string[], answer: (ids: string[]) => Answer) {
  const clock = createFakeClock();
  const startedAt = clock.now();
  const calls: string[] = [];
  const settled: Settlement[] = [];
  const result = await sendScans(
    ids.map((id) => ({ id }) as Scan),
    {
      ...{ clock, timeoutMs: 15_000, signal: new AbortController().signal },
      settle: async (settlements) => void settled.push(...settlements),
      transport: {
        send: async (scans) => {
          const sent = scans.map(({ id }) => id);
          calls.push(sent.join(''));
          clock.advance(1_000);
          return answer(sent);
        },
      },
    },
  );
  return { result, calls, settled, startedAt };
}

test('what the server has recorded is settled at the time of its answer', async () => {
  const { result, settled, startedAt } = await send(['a', 'b'], record);
  expect(result.ok).toBe(true);
  const receivedAt = new Date(startedAt + 1_000).toISOString();
  expect(settled.map(({ id, ...answer }) => [id, answer.receivedAt])).toEqual([
    ['a', receivedAt],
    ['b', receivedAt],
  ]);
});

test('an answer for none of the scans is a failure, so that they are not sent again at once', async () => {
  expect((await send(['a'], () => record([]))).result).toEqual({ ok: false, failure: {} });
});

test('a batch that is refused for its content is halved until the scan at fault is alone, in quarantine', async () => {
  const { result, calls, settled } = await send(['a', 'b', 'c', 'd', 'e'], (ids) =>
    ids.includes('d') ? refuse(400) : record(ids),
  );
  expect(result.ok && result.settlements.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(calls).toEqual(['abcde', 'abc', 'de', 'd', 'e']);
  expect(settled.map(({ id, sync }) => `${id} ${sync}`)).toEqual([
    ...['a sent', 'b sent', 'c sent', 'd quarantined', 'e sent'],
  ]);
  expect(settled[3]).toMatchObject({
    ...{
      verdict: null,
      knewDeviceVerdict: true,
      error: { code: 'invalid_request', message: 'Not valid' },
    },
  });
});

test('a half without an answer for each of its scans ends the attempt', async () => {
  const { result, calls } = await send(['a', 'b', 'c', 'd'], (ids) =>
    ids.length === 4 ? refuse(400) : record(ids.filter((id) => id !== 'b')),
  );
  expect(result).toMatchObject({ ok: true, settlements: [{ id: 'a' }] });
  expect(calls).toEqual(['abcd', 'ab']);
});

test('a failure while halving ends the attempt', async () => {
  const { result, calls } = await send(['a', 'b'], (ids) => refuse(ids.length === 2 ? 400 : 403));
  expect(result).toEqual({ ok: false, failure: { message: 'Not valid' } });
  expect(calls).toEqual(['ab', 'a']);
});
