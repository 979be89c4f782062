import { expectEqual } from '@scantix/runtime-utils/testing';
import { ANNA, read, type Tab, type World } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';
import { deliverAll, openWithTickets, present, setOnline } from './tickets.ts';

/** A scan of a code that this device has no ticket of, without a network: nobody decides. */
async function presentUndecided(world: World): Promise<{ tab: Tab; id: string }> {
  const tab = await openWithTickets(world);
  world.server.tickets.set('NEW');
  setOnline(world, false);
  const { id, verdictText } = await present(tab, 'NEW');
  expectEqual(verdictText, 'undecided not_in_snapshot pending');
  return { tab, id };
}

/** Scenarios of the contract. */
export const clerkDecisionScenarios: readonly LedgerScenario[] = [
  {
    title: 'a clerk lets in what nobody decided: it counts as an entry, at once and at the server',
    async run(world) {
      world.server.tickets.set('A');
      const { tab, id } = await presentUndecided(world);
      const verdict = await tab.ledger.decideByClerk(id, 'let_in');
      expectEqual([verdict.outcome, verdict.reason, verdict.certainty], ['accepted', 'not_in_snapshot', 'device']);
      expectEqual((await tab.ledger.get(id))?.tally, 'admitted');
      await deliverAll(world, tab);
      const { scan, effect, conflict } = world.server.recorded.get(id) ?? {};
      expectEqual(
        [scan?.clerk_decision, scan?.device_verdict, effect, conflict],
        ['let_in', verdict, 'enter', undefined],
      );
      expectEqual((await tab.ledger.get(id))?.verdict, verdict);
    },
  },
  {
    title: 'a clerk lets in whom the server would have refused: the entry counts, and is a conflict',
    async run(world) {
      world.server.tickets.set('A');
      const { tab, id } = await presentUndecided(world);
      world.server.tickets.set('NEW', { status: 'blocked' });
      await tab.ledger.decideByClerk(id, 'let_in');
      await deliverAll(world, tab);
      const kept = await tab.ledger.get(id);
      expectEqual([kept?.tally, kept?.conflict?.kind], ['admitted', 'blocked']);
      expectEqual(world.server.recorded.get(id)?.effect, 'enter');
    },
  },
  {
    title: 'a clerk turns away whom the server would have let in: the ticket stays unused',
    async run(world) {
      world.server.tickets.set('A');
      const { tab, id } = await presentUndecided(world);
      await tab.ledger.decideByClerk(id, 'turned_away');
      await deliverAll(world, tab);
      const kept = await tab.ledger.get(id);
      expectEqual([kept?.verdict?.outcome, kept?.tally, kept?.conflict], ['refused', 'refused', undefined]);
      expectEqual(world.server.tickets.state('NEW')?.entriesUsed, 0);
    },
  },
  {
    title: 'a decision that is made while the scan is on its way follows it, also where the server decided the same',
    async run(world) {
      const tab = world.openTab({ checkpointId: () => null });
      await tab.ledger.start();
      let answer = () => {};
      world.server.next(
        ({ handle }) =>
          new Promise((resolve) => {
            const answered = handle();
            answer = () => resolve(answered);
          }),
      );
      const { scan } = await tab.ledger.record(read('A'));
      const deciding = tab.ledger.decide(scan.id);
      await world.server.called(1);
      world.clock.advance(3_000);
      expectEqual((await deciding).certainty, 'pending');
      await tab.ledger.decideByClerk(scan.id, 'let_in');
      answer();
      await deliverAll(world, tab);
      expectEqual(world.server.recorded.get(scan.id)?.scan.clerk_decision, 'let_in');
      expectEqual((await tab.ledger.get(scan.id))?.serverVerdict?.reason, 'ok');
    },
  },
  {
    title: 'two tabs decide the opposite of one scan: the first decision counts',
    async run(world) {
      world.server.tickets.set('A');
      const { tab, id } = await presentUndecided(world);
      const other = world.openTab();
      await other.ledger.start();
      const both = await Promise.all([
        tab.ledger.decideByClerk(id, 'let_in'),
        other.ledger.decideByClerk(id, 'turned_away'),
      ]);
      expectEqual(both[0], both[1]);
      expectEqual(await tab.ledger.decideByClerk(id, 'turned_away'), both[0]);
      await other.end();
      await deliverAll(world, tab);
      expectEqual(world.server.recorded.get(id)?.verdict, both[0]);
    },
  },
  {
    title: 'a decision survives the page, and is sent by the next one',
    async run(world) {
      world.server.tickets.set('A');
      const { tab, id } = await presentUndecided(world);
      await tab.ledger.decideByClerk(id, 'turned_away');
      tab.kill();
      world.clock.advance(60_000);
      setOnline(world, true);
      const next = world.openTab();
      await next.ledger.start();
      await deliverAll(world, next);
      expectEqual(world.server.recorded.get(id)?.scan.clerk_decision, 'turned_away');
    },
  },
  {
    title: 'a clerk decides nothing of what the server has decided, nor of the scan of another clerk',
    async run(world) {
      world.server.tickets.set('A');
      const { tab, id } = await presentUndecided(world);
      world.signIn({ ...ANNA, clerk: 'ben' });
      expectEqual((await tab.ledger.decideByClerk(id, 'let_in')).outcome, 'undecided');
      world.signIn(ANNA);
      world.server.tickets.set('NEW', { status: 'blocked' });
      await deliverAll(world, tab);
      const verdict = await tab.ledger.decideByClerk(id, 'let_in');
      expectEqual([verdict.reason, verdict.certainty], ['blocked', 'server']);
      expectEqual(world.server.recorded.get(id)?.scan.clerk_decision, undefined);
    },
  },
  {
    title: 'an entry that a clerk let in is taken back as any other',
    async run(world) {
      world.server.tickets.set('A');
      const { tab, id } = await presentUndecided(world);
      await tab.ledger.decideByClerk(id, 'let_in');
      expectEqual((await tab.ledger.undo(id)).ok, true);
      await deliverAll(world, tab);
      expectEqual([(await tab.ledger.get(id))?.tally, world.server.undone.has(id)], ['undone', true]);
    },
  },
];
