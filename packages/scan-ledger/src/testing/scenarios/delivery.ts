import { expectEqual } from '@scantix/runtime-utils/testing';
import { refuse, type Script, unreachable } from '../create-fake-server.ts';
import { read, type Tab, type World } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';

/** Records before the ledger starts, so that all scans wait in one outbox. */
async function recordAll({ ledger }: Tab, barcodes: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const barcode of barcodes) ids.push((await ledger.record(read(barcode))).scan.id);
  return ids;
}

/** Advances the clock from retry to retry until the state matches. */
async function retryUntil({ clock }: World, { until }: Tab, done: (waiting: number) => boolean): Promise<void> {
  for (;;) {
    const state = await until(({ nextTryAt, sending, waiting }) => done(waiting) || (nextTryAt !== null && !sending));
    if (done(state.waiting)) return;
    clock.advance(Math.max(0, (state.nextTryAt ?? 0) - clock.now()));
    await until(({ nextTryAt }) => nextTryAt !== state.nextTryAt);
  }
}

/** Every call that carries this scan fails. */
const failOn =
  (id: string, how: Script): Script =>
  (call) =>
    call.scans.some((scan) => scan.id === id) ? how(call) : call.handle();

/** Scenarios of the contract. */
export const deliveryScenarios: readonly LedgerScenario[] = [
  {
    title: 'answers are matched by id, in whatever order they arrive; answers for other ids are ignored',
    async run(world) {
      const tab = world.openTab();
      const [a = '', b = '', c = ''] = await recordAll(tab, ['A', 'B', 'C']);
      world.server.decide(({ barcode }) => (barcode === 'A' ? { outcome: 'refused', reason: 'already_used' } : {}));
      world.server.next(({ handle }) => {
        const answer = handle();
        if (!answer.ok) return answer;
        const foreign = answer.value.results.map((result) => ({ ...result, id: 'foreign' }));
        return { ...answer, value: { results: [...answer.value.results.reverse(), ...foreign] } };
      });
      await tab.ledger.start();
      await tab.until(({ waiting, status }) => status === 'ready' && waiting === 0);
      const reasons = await Promise.all([a, b, c].map(async (id) => (await tab.ledger.get(id))?.verdict?.reason));
      expectEqual(reasons, ['already_used', 'ok', 'ok']);
    },
  },
  {
    title: 'a scan without a result in the answer remains in the outbox, and is sent again',
    async run(world) {
      const tab = world.openTab();
      const [a = '', b = ''] = await recordAll(tab, ['A', 'B']);
      world.server.next(({ handle }) => {
        const answer = handle();
        return answer.ok ? { ...answer, value: { results: answer.value.results.slice(0, 1) } } : answer;
      });
      await tab.ledger.start();
      await retryUntil(world, tab, (waiting) => waiting === 0);
      expectEqual(world.server.calls, [[a, b], [b]]);
    },
  },
  {
    title: 'more than 200 scans go in calls of at most 200, the oldest first',
    async run(world) {
      const tab = world.openTab();
      const ids = await recordAll(
        tab,
        Array.from({ length: 205 }, (_, index) => `code ${index}`),
      );
      await tab.ledger.start();
      await tab.until(({ waiting, status }) => status === 'ready' && waiting === 0);
      expectEqual(world.server.calls, [ids.slice(0, 200), ids.slice(200)]);
    },
  },
  {
    title: 'a scan behind more of its code than one call takes is left to the backlog, in its order',
    async run(world) {
      const tab = world.openTab();
      const ids = await recordAll(
        tab,
        Array.from({ length: 200 }, () => 'A'),
      );
      world.server.next(() => new Promise(() => {}));
      await tab.ledger.start();
      await world.server.called(1);
      const { scan } = await tab.ledger.record(read('A'));
      expectEqual((await tab.ledger.decide(scan.id)).certainty, 'device');
      expectEqual(
        world.server.calls.map((call) => call.length),
        [200],
      );
      world.clock.advance(15_000);
      await retryUntil(world, tab, (waiting) => waiting === 0);
      expectEqual([...world.server.recorded.keys()].join(), [...ids, scan.id].join());
    },
  },
  {
    title: 'a scan that the server rejects goes to quarantine with its reason, and is never deleted',
    async run(world) {
      const tab = world.openTab();
      world.server.decide(({ barcode }) =>
        barcode === 'B' ? { rejected: { code: 'invalid_request', message: 'no such checkpoint' } } : {},
      );
      const [a = '', b = ''] = await recordAll(tab, ['A', 'B']);
      await tab.ledger.start();
      await tab.until(({ waiting, quarantined }) => waiting === 0 && quarantined === 1);
      expectEqual((await tab.ledger.get(a))?.sync, 'sent');
      const kept = await tab.ledger.get(b);
      expectEqual(
        [kept?.sync, kept?.error],
        ['quarantined', { code: 'invalid_request', message: 'no such checkpoint' }],
      );
    },
  },
  {
    title: 'a call refused for its content is halved until the one scan at fault is alone in quarantine',
    async run(world) {
      const tab = world.openTab();
      const ids = await recordAll(tab, ['A', 'B', 'C', 'D', 'E']);
      const poison = ids[2] ?? '';
      world.server.always(failOn(poison, refuse(422, 'invalid_request')));
      await tab.ledger.start();
      await tab.until(({ waiting, quarantined }) => waiting === 0 && quarantined === 1);
      expectEqual((await tab.ledger.get(poison))?.error?.code, 'invalid_request');
      expectEqual(
        [...world.server.recorded.keys()],
        ids.filter((id) => id !== poison),
      );
    },
  },
  ...[
    { what: 'fails (500)', how: refuse(500) },
    { what: 'cannot be understood', how: unreachable },
  ].map(({ what, how }) => ({
    title: `one scan on which every call ${what} does not delay the others, and remains in the outbox`,
    async run(world: World) {
      const tab = world.openTab();
      const ids = await recordAll(tab, ['A', 'B', 'C', 'D', 'E']);
      const poison = ids[0] ?? '';
      world.server.always(failOn(poison, how));
      await tab.ledger.start();
      await retryUntil(world, tab, (waiting) => waiting === 1);
      expectEqual([...world.server.recorded.keys()].sort(), ids.slice(1));
      expectEqual((await tab.ledger.get(poison))?.sync, 'waiting');
      const { scan } = await tab.ledger.record(read('F'));
      await retryUntil(world, tab, (waiting) => waiting === 1);
      expectEqual((await tab.ledger.get(scan.id))?.sync, 'sent');
    },
  })),
  ...[401, 403, 404, 408, 425, 429, 500, 502, 503].map((status) => ({
    title: `an answer of ${status} blames no scan: it remains in the outbox and is sent later`,
    async run(world: World) {
      const tab = world.openTab();
      world.server.next(refuse(status));
      const [id = ''] = await recordAll(tab, ['A']);
      await tab.ledger.start();
      await tab.until(({ nextTryAt, sending }) => nextTryAt !== null && !sending);
      expectEqual((await tab.ledger.get(id))?.sync, 'waiting');
      await retryUntil(world, tab, (waiting) => waiting === 0);
      expectEqual(world.server.recorded.size, 1);
    },
  })),
  {
    title: 'scans keep their order where the clock is set back, also after a reload',
    async run({ openTab, server, clock }) {
      const tab = openTab();
      const ids: string[] = [];
      const recordIn = async ({ ledger }: Tab) => ids.push((await ledger.record(read('A'))).scan.id);
      await recordIn(tab);
      clock.set(clock.now() - 3_600_000);
      await recordIn(tab);
      tab.kill();
      clock.set(clock.now() - 3_600_000);
      const next = openTab();
      await recordIn(next);
      await next.ledger.start();
      await next.until(({ waiting, status, sending }) => status === 'ready' && waiting === 0 && !sending);
      expectEqual(ids.toSorted(), ids);
      expectEqual([...server.recorded.keys()], ids);
    },
  },
  {
    title: 'a server that asks for a delay gets no call before its end, even when the next scan arrives',
    async run({ openTab, server, clock }) {
      const { ledger, until } = openTab();
      await ledger.start();
      server.next(refuse(429, 'rate_limited', 45_000));
      await ledger.record(read('A'));
      const { nextTryAt } = await until((state) => state.nextTryAt !== null && !state.sending);
      expectEqual((nextTryAt ?? 0) - clock.now(), 45_000);
      await ledger.record(read('B'));
      await ledger.drain();
      clock.advance(44_999);
      await ledger.drain();
      expectEqual(server.calls.length, 1);
      clock.advance(1);
      await until(({ waiting }) => waiting === 0);
      expectEqual(server.recorded.size, 2);
    },
  },
  {
    title: 'a request to send during a failing call does not flood the server: the next attempt comes a moment later',
    async run(world) {
      const tab = world.openTab();
      await recordAll(tab, ['A']);
      world.server.always((call) => {
        void tab.ledger.drain();
        return refuse(401, 'unauthenticated')(call);
      });
      await tab.ledger.start();
      for (let tries = 1; tries <= 5; tries += 1) {
        const { nextTryAt } = await tab.until((state) => state.nextTryAt !== null && !state.sending);
        expectEqual([world.server.calls.length, (nextTryAt ?? 0) - world.clock.now()], [tries, 750]);
        world.clock.advance(750);
        await tab.until((state) => state.nextTryAt !== nextTryAt);
      }
    },
  },
  {
    title: 'a call that hangs is cancelled after 15 s and repeated',
    async run(world) {
      const tab = world.openTab();
      await tab.ledger.start();
      world.server.next(() => new Promise(() => {}));
      await recordAll(tab, ['A']);
      await world.server.called(1);
      world.clock.advance(15_000);
      await retryUntil(world, tab, (waiting) => waiting === 0);
      expectEqual(world.server.calls.length, 2);
    },
  },
  {
    title: 'a phone that slept past the retry sends soon after it wakes',
    async run({ openTab, server, clock }) {
      const { ledger, until } = openTab();
      await ledger.start();
      server.next(refuse(503, 'unavailable', 3_600_000));
      await ledger.record(read('A'));
      await until(({ nextTryAt, sending }) => nextTryAt !== null && !sending);
      clock.set(clock.now() + 3_600_000);
      clock.advance(30_000);
      await until(({ waiting }) => waiting === 0);
    },
  },
];
