import { NO_ANSWER_HEADERS, type Scan, type ScanResult, type Undo } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import type { ChainStep } from '../ports/outbox-store.ts';
import type { ScanTransport } from '../ports/server.ts';
import { createFakeClock } from '../testing/index.ts';
import { createDelivery } from './create-delivery.ts';
import { createSendChain } from './send-chain.ts';

const scan = (id: string): ChainStep => ({ kind: 'scan', id, scan: { id } as Scan });
const undo = (scanId: string): ChainStep => ({ kind: 'undo', scanId, undo: { id: `undo of ${scanId}` } as Undo });

/** Sends steps to a server that records all scans but those of `results`. */
async function send(
  steps: ChainStep[],
  { results = {}, sendFails = false, undoFails = false, isAborted = false } = {},
) {
  const calls: string[] = [];
  const stopping = new AbortController();
  if (isAborted) stopping.abort();
  const known = results as Record<string, Partial<ScanResult> | null>;
  const failure = { kind: 'unreachable', cause: null, status: 503, retryAfterMs: 7_000 } as const;
  const transport: Pick<ScanTransport, 'send' | 'undo'> = {
    async send(scans) {
      calls.push(scans.map(({ id }) => id).join('+'));
      if (sendFails) return { ok: false, failure };
      const answers = scans.flatMap(({ id }) =>
        known[id] === null ? [] : [{ id, status: 'recorded' as const, ...known[id] } as ScanResult],
      );
      return { ok: true, value: { results: answers }, answer: NO_ANSWER_HEADERS };
    },
    async undo(scanId) {
      calls.push(`undo ${scanId}`);
      if (undoFails) return { ok: false, failure };
      const value = { id: 'undo', scan_id: scanId, status: 'recorded' as const };
      return { ok: true, value, answer: NO_ANSWER_HEADERS };
    },
  };
  const settleUndo = vi.fn(async () => {});
  const common = { clock: createFakeClock(), owner: () => ({ domain: 'north', clerk: 'anna' }), onSettled() {} };
  const deliver = createDelivery({
    ...common,
    store: { settle: async () => new Map() },
    onConflicts: async () => {},
  });
  const sendChain = createSendChain({ ...common, deliver, store: { settleUndo } });
  const end = await sendChain(steps, { domain: 'north', transport, signal: stopping.signal });
  return { end, calls, settleUndo };
}

test('scans in a row go in one call, an undo between them in its place', async () => {
  const { end, calls } = await send([scan('a'), scan('b'), undo('a'), scan('c')]);
  expect([end, calls]).toEqual([{ kind: 'answered' }, ['a+b', 'undo a', 'c']]);
});

test('more scans than one call takes go in several', async () => {
  const { calls } = await send(Array.from({ length: 201 }, (_, index) => scan(`${index}`)));
  expect(calls.map((call) => call.split('+').length)).toEqual([200, 1]);
});

test.each([
  ['a scan', { sendFails: true }, ['a']],
  ['an undo', { undoFails: true }, ['a', 'undo a']],
] as const)('%s that fails ends the chain, with the delay that the server asked for', async (_what, fails, sent) => {
  const { end, calls } = await send([scan('a'), undo('a'), scan('b')], fails);
  expect([end, calls]).toEqual([{ kind: 'failed', failure: { retryAfterMs: 7_000 } }, sent]);
});

test('a scan without an answer ends the chain: later ones must not come before it', async () => {
  const { end, calls } = await send([scan('a'), scan('b'), undo('a'), scan('c')], { results: { b: null } });
  expect([end, calls]).toEqual([{ kind: 'failed', failure: {} }, ['a+b']]);
});

test('the undo of a scan that goes to quarantine waits with it', async () => {
  const rejected = { status: 'rejected' as const, error: { code: 'invalid_request', message: 'broken' } };
  const { end, calls, settleUndo } = await send([scan('a'), undo('a'), scan('b')], { results: { a: rejected } });
  expect([end, calls, settleUndo.mock.calls]).toEqual([{ kind: 'answered' }, ['a', 'b'], []]);
});

test('after an abort nothing is sent', async () => {
  const { end, calls } = await send([scan('a')], { isAborted: true });
  expect([end, calls]).toEqual([{ kind: 'failed', failure: {} }, []]);
});
