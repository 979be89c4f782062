import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { expectEqual } from '@scantix/runtime-utils/testing';
import { hang, unreachable } from '../create-fake-server.ts';
import { read, type Tab, type World } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Cuts the network, or restores it. */
export function setOnline({ server, southServer }: World, online: boolean): void {
  for (const each of [server, southServer]) {
    each.always(online ? null : unreachable);
    each.setReachable(online);
  }
}

/** Records a code and waits for its verdict. */
export async function present({ ledger }: Tab, barcode: string, mode: 'entry' | 'exit' | 'check' = 'entry') {
  const { scan } = await ledger.record({ ...read(barcode), mode });
  const verdict = await ledger.decide(scan.id);
  return { id: scan.id, verdict, verdictText: `${verdict.outcome} ${verdict.reason} ${verdict.certainty}` };
}

/** Opens a tab and downloads the tickets of the server. */
export async function openWithTickets(world: World): Promise<Tab> {
  const tab = world.openTab();
  await tab.ledger.start();
  // Joins the poll that began with the start.
  await tab.ledger.refreshTickets();
  return tab;
}

/** Restores the network and sends. Calls that began without it end first: their retry waits for a clock that stands. */
export async function deliverAll(world: World, tab: Tab): Promise<void> {
  await tab.until(({ sending }) => !sending);
  setOnline(world, true);
  await tab.ledger.drain();
  await tab.until(({ waiting, waitingUndos, sending }) => waiting === 0 && waitingUndos === 0 && !sending);
}

/** Scenarios of the contract. */
export const ticketScenarios: readonly LedgerScenario[] = [
  {
    title: 'without the server the device decides from its tickets; the verdict is saved, sent and never changes',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      const { id, verdictText, verdict } = await present(tab, 'A');
      expectEqual(verdictText, 'accepted ok device');
      expectEqual((await tab.ledger.get(id))?.verdict, verdict);
      await deliverAll(world, tab);
      expectEqual(world.server.recorded.get(id)?.scan.device_verdict, verdict);
      const kept = await tab.ledger.get(id);
      expectEqual([kept?.verdict, kept?.sync, kept?.conflict], [verdict, 'sent', undefined]);
      expectEqual(world.server.tickets.state('A')?.entriesUsed, 1);
    },
  },
  {
    title: 'a device verdict survives the page: after a reload it is the same',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      const { id, verdict } = await present(tab, 'A');
      tab.kill();
      const next = world.openTab();
      await next.ledger.start();
      world.clock.advance(HOUR_MS);
      expectEqual(await next.ledger.decide(id), verdict);
    },
  },
  {
    title: 'an entry that the device accepted counts at once: self repeat, then already used',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      const { id } = await present(tab, 'A');
      world.clock.advance(4 * SECOND_MS);
      expectEqual((await present(tab, 'A')).verdictText, 'attention self_repeat device');
      world.clock.advance(HOUR_MS);
      const { verdictText, verdict } = await present(tab, 'A');
      expectEqual([verdictText, verdict.first_use?.scan_id], ['refused already_used device', id]);
    },
  },
  {
    title: 'two tabs that decide on one ticket at the same time let it in once',
    async run(world) {
      world.server.tickets.set('A');
      const tabs = [await openWithTickets(world), await openWithTickets(world)];
      setOnline(world, false);
      const shown = await Promise.all(tabs.map((tab) => present(tab, 'A')));
      expectEqual(shown.map(({ verdictText }) => verdictText).sort(), [
        'accepted ok device',
        'attention self_repeat device',
      ]);
    },
  },
  {
    title: 'an entry that the server accepted a moment ago counts offline, before the tickets include it',
    async run(world) {
      world.server.tickets.set('A', { entriesAllowed: 2 });
      const tab = await openWithTickets(world);
      expectEqual((await present(tab, 'A')).verdictText, 'accepted ok server');
      await tab.until(({ waiting, sending }) => waiting === 0 && !sending);
      setOnline(world, false);
      expectEqual((await present(tab, 'A')).verdictText, 'accepted ok device');
      world.clock.advance(HOUR_MS);
      expectEqual((await present(tab, 'A')).verdictText, 'refused already_used device');
    },
  },
  {
    title: 'an entry whose answer was lost is counted once, also when newer tickets hold it',
    async run(world) {
      world.server.tickets.set('A', { entriesAllowed: 2 });
      const tab = await openWithTickets(world);
      world.server.always((call) => {
        call.handle();
        return unreachable(call);
      });
      expectEqual((await present(tab, 'A')).verdictText, 'accepted ok device');
      await tab.ledger.refreshTickets();
      expectEqual(world.server.tickets.state('A')?.entriesUsed, 1);
      expectEqual((await present(tab, 'A')).verdictText, 'accepted ok device');
      world.clock.advance(HOUR_MS);
      await tab.ledger.refreshTickets();
      expectEqual((await present(tab, 'A')).verdictText, 'refused already_used device');
    },
  },
  {
    title: 'a domain without ticketing accepts every code, offline too',
    async run(world) {
      const tab = await openWithTickets(world);
      setOnline(world, false);
      expectEqual((await present(tab, 'anything')).verdictText, 'accepted ok device');
    },
  },
  {
    title: 'a code that the tickets do not name is undecided: it may have been sold since',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      expectEqual((await present(tab, 'B')).verdictText, 'undecided not_in_snapshot pending');
    },
  },
  {
    title: 'old tickets are stale; older ones decide nothing, nor do tickets from a future of the clock',
    async run(world) {
      world.server.tickets.set('A', { entriesAllowed: 9 });
      const tab = await openWithTickets(world);
      setOnline(world, false);
      world.clock.advance(HOUR_MS);
      await tab.until(({ tickets }) => tickets.status === 'stale');
      expectEqual((await present(tab, 'A')).verdictText, 'accepted ok device');
      world.clock.advance(12 * HOUR_MS);
      await tab.until(({ tickets }) => tickets.status === 'expired');
      expectEqual((await present(tab, 'A')).verdictText, 'undecided snapshot_stale pending');
      world.clock.set(world.clock.now() - 48 * HOUR_MS);
      expectEqual((await present(tab, 'A')).verdictText, 'undecided snapshot_stale pending');
    },
  },
  {
    title: 'without tickets and without the server nobody decides, and the server does later',
    async run(world) {
      world.server.tickets.set('A');
      setOnline(world, false);
      const tab = world.openTab();
      await tab.ledger.start();
      const { id, verdictText } = await present(tab, 'A');
      expectEqual(verdictText, 'undecided server_unreachable pending');
      await deliverAll(world, tab);
      const kept = await tab.ledger.get(id);
      expectEqual([kept?.verdict?.outcome, kept?.verdict?.certainty], ['accepted', 'server']);
      expectEqual(world.server.recorded.get(id)?.scan.device_verdict, undefined);
    },
  },
  {
    title: 'a server that hangs costs the whole budget once, and less after the failed call',
    async run(world) {
      world.server.tickets.set('A', { entriesAllowed: 9 });
      const tab = await openWithTickets(world);
      world.server.always(hang);
      const { scan } = await tab.ledger.record(read('A'));
      const deciding = tab.ledger.decide(scan.id);
      await world.server.called(1);
      world.clock.advance(3 * SECOND_MS);
      expectEqual((await deciding).certainty, 'device');
      world.clock.advance(12 * SECOND_MS);
      await tab.until(({ nextTryAt }) => nextTryAt !== null);
      const next = await tab.ledger.record(read('A'));
      const decidingNext = tab.ledger.decide(next.scan.id);
      world.clock.advance(400);
      expectEqual((await decidingNext).certainty, 'device');
    },
  },
  {
    title: 'one tab at a time downloads the tickets, and the other tabs read them',
    async run(world) {
      for (const code of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) world.server.tickets.set(code);
      const tabs = [world.openTab(), world.openTab()];
      await Promise.all(tabs.map(({ ledger }) => ledger.start()));
      for (const { until } of tabs) await until(({ tickets }) => tickets.status === 'ready');
      expectEqual(
        tabs.map(({ ledger }) => ledger.getSnapshot().tickets.count),
        [7, 7],
      );
      expectEqual(world.server.pageCalls >= 3 && world.server.pageCalls <= 4, true);
    },
  },
  {
    title: 'an interrupted download is reported as loading, and continues after the next start',
    async run(world) {
      for (const code of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) world.server.tickets.set(code);
      const first = world.openTab();
      world.server.nextPage((page) => ({ ok: true, value: page, answer: NO_ANSWER_HEADERS }));
      const hanging = new Promise<void>((resolve) => {
        world.server.nextPage(() => {
          resolve();
          return new Promise(() => {});
        });
      });
      await first.ledger.start();
      await hanging;
      const { tickets } = first.ledger.getSnapshot();
      expectEqual([tickets.status, tickets.count, tickets.expectedCount], ['loading', 3, 7]);
      first.kill();
      const next = await openWithTickets(world);
      expectEqual([world.server.pageCalls, next.ledger.getSnapshot().tickets.count], [4, 7]);
    },
  },
  {
    title: 'tickets that lost a row in transit are reported as failed, are not used, and are downloaded again',
    async run(world) {
      for (const code of ['A', 'B']) world.server.tickets.set(code);
      world.server.nextPage((page) => ({
        ok: true,
        value: { ...page, rows: page.rows.slice(1) },
        answer: NO_ANSWER_HEADERS,
      }));
      const tab = world.openTab();
      await tab.ledger.start();
      const { tickets } = await tab.until((state) => state.tickets.status === 'failed');
      expectEqual(tickets.count, 0);
      setOnline(world, false);
      expectEqual((await present(tab, 'B')).verdictText, 'undecided server_unreachable pending');
      setOnline(world, true);
      await tab.ledger.refreshTickets();
      await tab.until((state) => state.tickets.status === 'ready' && state.tickets.problem === null);
    },
  },
  {
    title: 'tickets are refreshed while the page is visible',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      world.server.tickets.set('B');
      world.clock.advance(66 * SECOND_MS);
      await tab.until(({ tickets }) => tickets.count === 2);
    },
  },
  {
    title: 'a checkpoint that becomes known during a poll gets its tickets at once',
    async run({ server, openTab }) {
      server.tickets.set('A');
      let checkpointId: string | null = null;
      const tab = openTab({
        checkpointId: () => checkpointId,
        transport: {
          ...server,
          // By then the poll has skipped the tickets for want of a checkpoint.
          async listConflicts(calls) {
            checkpointId ??= read('').checkpointId;
            void tab.ledger.drain();
            return server.listConflicts(calls);
          },
        },
      });
      await tab.ledger.start();
      await tab.until(({ tickets }) => tickets.count === 1);
    },
  },
  {
    title: 'the tickets decide nothing for a clerk of another domain',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      world.signIn({ domain: 'south', clerk: 'carla' });
      await tab.ledger.refreshTickets();
      expectEqual((await present(tab, 'A')).verdictText, 'undecided server_unreachable pending');
      expectEqual(tab.ledger.getSnapshot().tickets.count, 0);
      world.signIn({ domain: 'north', clerk: 'ben' });
      await tab.ledger.refreshTickets();
      expectEqual((await present(tab, 'A')).verdictText, 'accepted ok device');
    },
  },
];
