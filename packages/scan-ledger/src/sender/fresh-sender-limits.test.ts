import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createFreshSender, type FreshSenderOptions } from './create-fresh-sender.ts';
import { createLeaseLock } from './create-lease-lock.ts';
import { createServerWatch } from './create-server-watch.ts';

const RECORDED = { domain: 'north', leased: null };

/** A started sender. @param sendChain the call of each scan */
function setUp(sendChain: FreshSenderOptions['sendChain'], transport?: Partial<FreshSenderOptions['transport']>) {
  const clock = createFakeClock();
  const server = createServerWatch({ clock, surroundings: { isOnline: () => true } });
  const onBegin = vi.fn();
  const noCall = () => Promise.reject(new Error('There is no such call'));
  const fresh = createFreshSender({
    leaseLock: createLeaseLock({ locks: null, lockName: 'outbox', holder: 'this page' }),
    whenNamed: Object.assign(async () => true, { isOpen: () => true }),
    store: {
      leaseChain: async (id) => ({
        kind: 'leased',
        steps: [
          { kind: 'undo', scanId: 'earlier', undo: null },
          { kind: 'scan', id, scan: null },
        ],
      }),
      release: () => Promise.reject(new Error('The storage is gone')),
    },
    ...{ clock, server, sendChain, holder: 'this page', decisionBudgetMs: () => 3_000, onBegin, onEnd() {} },
    owner: () => ({ domain: 'north', clerk: 'anna' }),
    transport: { send: noCall, undo: noCall, ...transport },
  });
  fresh.start();
  return { fresh, server, clock, onBegin };
}

test('of the scans whose call failed the hundred newest get no second one', async () => {
  const { fresh, onBegin } = setUp(async () => ({ kind: 'failed', failure: {} }));
  for (let number = 0; number <= 100; number += 1) await fresh.wait(`scan ${number}`).ended;
  expect(onBegin).toHaveBeenCalledTimes(101);
  expect(fresh.begin('scan 1', RECORDED)).toBe(false);
  expect(fresh.begin('scan 100', RECORDED)).toBe(false);
  expect(fresh.begin('scan 0', RECORDED)).toBe(true);
  expect(onBegin).toHaveBeenCalledTimes(102);
});

test.each(['send', 'undo'] as const)('a %s that throws is a call without an answer', async (name) => {
  const outcomes: unknown[] = [];
  const { fresh, server } = setUp(async (_steps, { domain, transport, signal }) => {
    expect(domain).toBe('north');
    const outcome = await (name === 'send'
      ? transport.send([], { signal })
      : transport.undo('a', {} as never, { signal }));
    outcomes.push(outcome);
    return { kind: 'failed', failure: {} };
  });
  expect(await fresh.wait('a').ended).toBe('failed');
  const cause = new Error('There is no such call');
  expect(outcomes).toEqual([{ ok: false, failure: { kind: 'unreachable', cause } }]);
  expect(server.contact().kind).toBe('unanswered');
});

test('a call that has ended says nothing when its budget ends', async () => {
  const { fresh, server, clock } = setUp(
    async (_steps, { transport, signal }) => {
      await transport.send([], { signal });
      return { kind: 'answered' };
    },
    { send: async () => ({ ok: true, value: { results: [] } }) as never },
  );
  expect(await fresh.wait('a').ended).toBe('answered');
  const contact = server.contact();
  clock.advance(60_000);
  expect(server.contact()).toBe(contact);
});

test('a call that is aborted says nothing of the server', async () => {
  const ends: (() => void)[] = [];
  const { fresh, server } = setUp(
    async (_steps, { transport, signal }) => {
      await transport.send([], { signal });
      return { kind: 'failed', failure: {} };
    },
    { send: () => new Promise((_, reject) => ends.push(() => reject(new Error('aborted')))) },
  );
  void fresh.wait('a');
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  const stopped = fresh.stop();
  ends[0]?.();
  await stopped;
  expect(server.contact().kind).toBe('unknown');
});

test('a call that fails without a delay leaves the delay that the server has asked another one for', async () => {
  const { fresh, server } = setUp(async () => {
    server.askedForDelay(10_000);
    return { kind: 'failed', failure: {} };
  });
  expect(await fresh.wait('a').ended).toBe('failed');
  expect(server.delayLeftMs()).toBe(10_000);
});
