import { expect, test, vi } from 'vitest';
import { NUMBER_HEADER } from '../chaos/health.ts';
import { connect } from './connect.ts';
import { watchCalls } from './watch-calls.ts';

const answer = (number: number, status = 200) =>
  new Response('{}', { status, headers: { [NUMBER_HEADER]: `${number}`, 'Content-Type': 'application/json' } });

test('a refused token is no answer that the ledger has heard, until its renewal and the call have ended', async () => {
  const calls = watchCalls();
  using _ = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(answer(7, 401)).mockResolvedValueOnce(answer(8));
  const renewal = Promise.withResolvers<boolean>();
  const begun = Promise.withResolvers<void>();
  const renew = () => {
    begun.resolve();
    return renewal.promise;
  };
  const { transport } = connect({ baseUrl: 'http://gate-1', token: () => 'old', renew, watch: calls.watch });
  const sent = transport.send([], { signal: new AbortController().signal });
  await begun.promise;
  expect(calls.heard()).toBe(0);
  renewal.resolve(true);
  await sent;
  expect(calls.heard()).toBe(8);
});

test('an answer is heard once all of it is there, and one to a segment never', async () => {
  const calls = watchCalls();
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      end = () => controller.close();
    },
  });
  const slow = new Response(body, { headers: { [NUMBER_HEADER]: '3' } });
  const call = calls.watch(async () => slow)('http://gate-1/scans');
  await vi.waitFor(() => expect(slow.bodyUsed).toBe(true));
  expect(calls.heard()).toBe(0);
  end();
  await call;
  expect(calls.heard()).toBe(3);
  await calls.watch(async () => answer(4))('http://gate-1/tickets/v0/snapshot/segments/ab');
  expect(calls.heard()).toBe(3);
});
