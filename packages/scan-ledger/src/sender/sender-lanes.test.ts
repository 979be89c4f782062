import { expect, test, vi } from 'vitest';
import { makeEvent, makeScan } from '../model/make-events.ts';
import { createFakeClock, createFakeServer, createMemoryScanStore, read, unreachable } from '../testing/index.ts';
import { createSender } from './create-sender.ts';
import { createServerWatch } from './create-server-watch.ts';
import type { SenderState } from './sender-state.ts';

const SHOWN = { outcome: 'refused', reason: 'blocked', certainty: 'device', mode: 'entry', decided_at: '' } as const;
const ANNA = { domain: 'north', clerk: 'anna' };

/** A sender over a storage and a server in memory. */
function setUp() {
  const clock = createFakeClock();
  const server = createFakeServer({ now: clock.now });
  const store = createMemoryScanStore();
  const { waiting } = store;
  // A lane that reads for ever has no end to wait for, and must not fill the memory.
  const reads = vi.spyOn(store, 'waiting').mockImplementation(async (query) => {
    return reads.mock.calls.length > 1_000 ? new Promise(() => {}) : waiting(query);
  });
  const states: SenderState[] = [];
  const settled: string[][] = [];
  const signedIn: { owner: (typeof ANNA & { readonly domainId?: string }) | null } = { owner: ANNA };
  const names = { now: {} as Record<string, string> };
  const watch = createServerWatch({ clock, surroundings: { isOnline: () => true } });
  const sender = createSender({
    facts: { read: async () => ({ names: names.now, moves: [] }) },
    followDomain: async () => true,
    ...{ store, clock, locks: null, lockName: 'outbox', holder: 'this page', random: () => 1, server: watch },
    ...{ owner: () => signedIn.owner, transport: server, watched: watch.watch(server) },
    ...{ onConflicts: async () => {}, decisionBudgetMs: () => 3_000 },
    onSettled: (ids) => void settled.push(ids),
    onState: (state) => void states.push(state),
  });
  const ids: string[] = [];
  const claim = () => {
    const id = `01939f8e-0000-7000-8000-${String(ids.length + 1).padStart(12, '0')}`;
    ids.push(id);
    return { id, claimedAt: clock.now(), clock: null, deviceId: 'device-1', claimedBy: 'anna' };
  };
  const at = () => states.at(-1)?.nextTryAt ?? null;
  return {
    ...{ clock, server, store, reads, states, settled, signedIn, names, sender },
    nextTryMs: () => (at() === null ? null : (at() as number) - clock.now()),
    /** A scan that waits. */
    async add(barcode = 'A') {
      const scan = makeScan(read(barcode), claim());
      await store.add(scan, 'north');
      return scan.id;
    },
    undo: (scanId: string) => store.addUndo(scanId, makeEvent(claim()), clock.now()),
    /** Resolves once nothing is sent any more. */
    idle: () => vi.waitFor(() => expect(states.at(-1)?.sending).toBe(false)),
    /** Lets the time of the next try come, and resolves once that has ended. */
    async tryNext() {
      const before = states.length;
      clock.advance((at() ?? 0) - clock.now());
      await vi.waitFor(() => {
        expect(states.length).toBeGreaterThan(before);
        expect(states.at(-1)?.sending).toBe(false);
      });
    },
  };
}

const RECORDED = { domain: 'north', leased: null };

test('a scan that the server has answered makes nobody read the outbox again', async () => {
  const { reads, settled, sender, add, idle, nextTryMs } = setUp();
  sender.start();
  await sender.drain();
  reads.mockClear();
  const id = await add();
  sender.begin(id, RECORDED);
  expect(await sender.wait(id).ended).toBe('answered');
  await idle();
  expect([settled, reads.mock.calls, nextTryMs()]).toEqual([[[id]], [], null]);
  await sender.stop();
});

test('a scan that the device decides during its call is sent once more, with that verdict', async () => {
  const { server, store, sender, add, idle } = setUp();
  sender.start();
  await sender.drain();
  const id = await add();
  server.next(async ({ handle }) => {
    await store.saveShownVerdict(id, SHOWN);
    return handle();
  });
  sender.begin(id, RECORDED);
  await sender.wait(id).ended;
  await idle();
  expect(server.calls).toEqual([[id], [id]]);
  expect(await store.get(id)).toMatchObject({ sync: 'sent', verdict: SHOWN });
  await sender.stop();
});

test('a scan whose own call fails goes with the backlog a moment later', async () => {
  const { server, sender, add, idle, nextTryMs, tryNext } = setUp();
  sender.start();
  await sender.drain();
  const id = await add();
  server.next(unreachable);
  sender.begin(id, RECORDED);
  expect(await sender.wait(id).ended).toBe('failed');
  await idle();
  expect([server.calls.length, nextTryMs()]).toEqual([1, 1_000]);
  await tryNext();
  expect([server.calls.length, nextTryMs()]).toEqual([2, null]);
  await sender.stop();
});

test('a scan that gets no call of its own goes with the backlog at once', async () => {
  const { server, store, sender, add } = setUp();
  sender.start();
  await sender.drain();
  const ids = [await add('A'), await add('B'), await add('C'), await add('D'), await add('E')];
  for (const id of ids) sender.begin(id, RECORDED);
  await vi.waitFor(async () => expect(await store.count('north')).toMatchObject({ waiting: 0 }));
  expect(server.calls.flat().toSorted()).toEqual(ids);
  await sender.stop();
});

test('an undo follows its scan, and the next scan of the barcode the undo, in one request to send, however slow', async () => {
  const { server, store, states, sender, add, undo } = setUp();
  const first = await add();
  await store.saveShownVerdict(first, { ...SHOWN, outcome: 'accepted', reason: 'ok' });
  await undo(first);
  const second = await add();
  const answered = () => new Promise((resolve) => setImmediate(resolve));
  server.always(async ({ handle }) => {
    await answered();
    return handle();
  });
  const { undo: take } = server;
  vi.spyOn(server, 'undo').mockImplementation(async (...call) => {
    await answered();
    return take(...call);
  });
  sender.start();
  await sender.drain();
  expect([[...server.recorded.keys()], [...server.undone.keys()]]).toEqual([[first, second], [first]]);
  expect(await store.count('north')).toMatchObject({ waiting: 0, waitingUndos: 0 });
  expect(states.at(-1)).toEqual({ sending: false, nextTryAt: null, problem: null });
  await sender.stop();
});

test('while nobody is signed in nothing is sent, and nothing is read', async () => {
  const { server, reads, signedIn, sender, add } = setUp();
  await add();
  signedIn.owner = null;
  sender.start();
  await sender.drain();
  expect([server.calls, reads.mock.calls]).toEqual([[], []]);
  signedIn.owner = ANNA;
  await sender.drain();
  expect(server.calls).toHaveLength(1);
  await sender.stop();
});

test('what waits under a name that may be that of another domain is tried again every second', async () => {
  const { server, signedIn, names, sender, add, nextTryMs, tryNext } = setUp();
  const id = await add();
  names.now = { d1: 'north' };
  sender.start();
  await sender.drain();
  expect([server.calls, nextTryMs()]).toEqual([[], 1_000]);
  signedIn.owner = { ...ANNA, domainId: 'd1' };
  await tryNext();
  expect(server.calls).toEqual([[id]]);
  await sender.stop();
});

test('the next try is that of the lane that tries first', async () => {
  const { server, sender, add, undo, nextTryMs, tryNext } = setUp();
  const sent = await add('A');
  sender.start();
  await sender.drain();
  server.setReachable(false);
  await add('B');
  await sender.drain();
  for (let tries = 0; tries < 4; tries += 1) await tryNext();
  expect(nextTryMs()).toBe(16_000);
  await undo(sent);
  await sender.drain();
  expect(nextTryMs()).toBe(1_000);
  await sender.stop();
});

test('a scan that the server answers hastens the backlog that waits for long', async () => {
  const { server, store, sender, add, idle, nextTryMs, tryNext } = setUp();
  server.setReachable(false);
  await add('A');
  sender.start();
  await sender.drain();
  for (let tries = 0; tries < 4; tries += 1) await tryNext();
  expect(nextTryMs()).toBe(16_000);
  server.setReachable(true);
  const id = await add('B');
  sender.begin(id, RECORDED);
  expect(await sender.wait(id).ended).toBe('answered');
  await idle();
  expect(nextTryMs()).toBe(1_000);
  await sender.drain();
  expect(await store.count('north')).toMatchObject({ waiting: 0 });
  await sender.stop();
});
