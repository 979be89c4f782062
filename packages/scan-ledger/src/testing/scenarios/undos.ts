import { expectEqual } from '@scantix/runtime-utils/testing';
import { read } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';
import { deliverAll, openWithTickets, present, setOnline } from './tickets.ts';

const MINUTE_MS = 60_000;

/** Scenarios of the contract. */
export const undoScenarios: readonly LedgerScenario[] = [
  {
    title: 'an entry is taken back offline: it counts at once, and reaches the server after its scan',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      const { id } = await present(tab, 'A');
      const undone = await tab.ledger.undo(id);
      expectEqual([undone.ok, (await tab.ledger.get(id))?.tally], [true, 'undone']);
      expectEqual(tab.ledger.getSnapshot().waiting, 1);
      const { id: second, verdictText } = await present(tab, 'A');
      expectEqual(verdictText, 'accepted ok device');
      await deliverAll(world, tab);
      expectEqual([...world.server.undone.keys()], [id]);
      expectEqual((await tab.ledger.get(id))?.undo?.sync, 'sent');
      expectEqual(
        world.server.tickets.state('A')?.recentEffects.map(({ scanId }) => scanId),
        [second],
      );
      expectEqual(world.server.openConflicts.size, 0);
    },
  },
  {
    title: 'scans and undos of one code that wait are all delivered, in their order, by one request to send',
    async run(world) {
      world.server.tickets.set('A', { entriesAllowed: 3 });
      const tab = await openWithTickets(world);
      setOnline(world, false);
      const ids: string[] = [];
      for (let times = 0; times < 3; times += 1) {
        ids.push((await present(tab, 'A')).id);
        await tab.ledger.undo(ids.at(-1) ?? '');
      }
      setOnline(world, true);
      await tab.ledger.drain();
      expectEqual([[...world.server.recorded.keys()], [...world.server.undone.keys()]], [ids, ids]);
    },
  },
  {
    title: 'a new scan does not wait behind many undos, and all of them arrive',
    async run(world) {
      const codes = Array.from({ length: 12 }, (_, index) => `MANY-${index}`);
      for (const code of [...codes, 'NEW']) world.server.tickets.set(code);
      const tab = await openWithTickets(world);
      const ids: string[] = [];
      for (const code of codes) ids.push((await present(tab, code)).id);
      setOnline(world, false);
      for (const id of ids) await tab.ledger.undo(id);
      const { id } = await present(tab, 'NEW');
      world.server.holdUndos(world.server.called(world.server.calls.length + 1));
      await deliverAll(world, tab);
      expectEqual([world.server.recorded.has(id), world.server.undone.size], [true, codes.length]);
    },
  },
  {
    title: 'an entry that newer tickets include is undone',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      const { id } = await present(tab, 'A');
      await tab.ledger.refreshTickets();
      await tab.ledger.undo(id);
      setOnline(world, false);
      expectEqual((await present(tab, 'A')).verdictText.split(' ')[0], 'accepted');
      await deliverAll(world, tab);
      expectEqual(world.server.tickets.state('A')?.entriesUsed, 1);
    },
  },
  {
    title: 'an entry of another device is taken back by the server at once, and by nobody twice',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      const { id } = await present(tab, 'A');
      const answers = [await tab.ledger.undoElsewhere(id), await tab.ledger.undoElsewhere(id)];
      expectEqual(
        answers.map((answer) => answer.ok && answer.value.status),
        ['recorded', 'refused'],
      );
      expectEqual([world.server.tickets.state('A')?.entriesUsed, tab.ledger.getSnapshot().waitingUndos], [0, 0]);
      setOnline(world, false);
      const offline = await tab.ledger.undoElsewhere(id);
      expectEqual(offline.ok || offline.failure.kind, 'unreachable');
    },
  },
  {
    title: 'two requests, also from two tabs, make one undo',
    async run(world) {
      world.server.tickets.set('A');
      const [tab, other] = [await openWithTickets(world), await openWithTickets(world)];
      setOnline(world, false);
      const { id } = await present(tab, 'A');
      const undos = await Promise.all([tab.ledger.undo(id), other.ledger.undo(id), tab.ledger.undo(id)]);
      expectEqual(new Set(undos.map((undone) => undone.ok && undone.undo.id)).size, 1);
      await deliverAll(world, tab);
      expectEqual(world.server.undone.size, 1);
    },
  },
  {
    title: 'an undo whose answer was lost is sent again and recorded once',
    async run(world) {
      world.server.tickets.set('A');
      const tab = world.openTab();
      await tab.ledger.start();
      const { id } = await present(tab, 'A');
      await tab.until(({ waiting, sending }) => waiting === 0 && !sending);
      const undo = await tab.ledger.undo(id);
      tab.kill();
      const next = world.openTab();
      await next.ledger.start();
      await next.until(({ waitingUndos, sending, status }) => status === 'ready' && waitingUndos === 0 && !sending);
      expectEqual(undo.ok && world.server.undone.get(id)?.id, undo.ok && undo.undo.id);
    },
  },
  {
    title: 'after 15 minutes, or where nobody was let in, there is nothing to undo',
    async run(world) {
      world.server.tickets.set('A');
      world.server.tickets.set('C', { status: 'cancelled' });
      const tab = await openWithTickets(world);
      const [entry, refused, looked] = [
        await present(tab, 'A'),
        await present(tab, 'C'),
        await present(tab, 'A', 'check'),
      ];
      await tab.until(({ waiting, sending }) => waiting === 0 && !sending);
      for (const { id } of [refused, looked]) expectEqual((await tab.ledger.undo(id)).ok, false);
      world.clock.advance(15 * MINUTE_MS + 1);
      expectEqual((await tab.ledger.undo(entry.id)).ok, false);
    },
  },
  {
    title: 'an undo that the server refuses leaves the entry valid, with the reason',
    async run(world) {
      const tab = world.openTab();
      await tab.ledger.start();
      const { id } = await present(tab, 'A');
      await tab.until(({ waiting, sending }) => waiting === 0 && !sending);
      world.server.tickets.set('A');
      await tab.ledger.undo(id);
      await tab.until(({ waitingUndos, sending }) => waitingUndos === 0 && !sending);
      const kept = await tab.ledger.get(id);
      expectEqual([kept?.undo?.sync, kept?.undo?.error?.code, kept?.tally], ['refused', 'no_effect', 'admitted']);
    },
  },
  {
    title: 'an undo of a scan that the server no longer knows delays no later scan of its code',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      const { id } = await present(tab, 'A');
      await tab.until(({ waiting, sending }) => waiting === 0 && !sending);
      setOnline(world, false);
      await tab.ledger.undo(id);
      const { id: second } = await present(tab, 'A');
      world.server.forget(id);
      await deliverAll(world, tab);
      expectEqual([(await tab.ledger.get(id))?.undo?.sync, (await tab.ledger.get(second))?.sync], ['refused', 'sent']);
    },
  },
  {
    title: 'an undo of a scan that waits, made by a clerk who has left, is delivered by the next one',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      const { id } = await present(tab, 'A');
      await tab.ledger.undo(id);
      tab.kill();
      world.signIn({ domain: 'north', clerk: 'ben' });
      const next = world.openTab();
      setOnline(world, true);
      await next.ledger.start();
      await next.until(({ waiting, waitingUndos, status }) => status === 'ready' && waiting + waitingUndos === 0);
      expectEqual(world.server.undone.get(id)?.claimed_by, 'anna');
    },
  },
  {
    title: 'a scan in quarantine is sent again on request, followed by its undo',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      const { scan } = await tab.ledger.record(read('A'));
      await tab.ledger.decide(scan.id);
      await tab.ledger.undo(scan.id);
      world.server.decide(() => ({ rejected: { code: 'not_found', message: 'Unknown checkpoint' } }));
      setOnline(world, true);
      await tab.ledger.drain();
      await tab.until(({ quarantined }) => quarantined === 1);
      // It cannot be sent before the scan.
      expectEqual(tab.ledger.getSnapshot().waitingUndos, 0);
      expectEqual(
        (await tab.ledger.listDecisions()).quarantined.map((entry) => entry.scan.id),
        [scan.id],
      );
      world.server.decide(() => ({}));
      expectEqual(await tab.ledger.resendQuarantined(scan.id), true);
      await tab.until(({ waiting, waitingUndos, sending }) => waiting + waitingUndos === 0 && !sending);
      expectEqual([(await tab.ledger.get(scan.id))?.sync, world.server.undone.size], ['sent', 1]);
      expectEqual(await tab.ledger.resendQuarantined(scan.id), false);
    },
  },
];
