import { expectEqual } from '@scantix/runtime-utils/testing';
import { read, type World } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';
import { deliverAll, openWithTickets, present, setOnline } from './tickets.ts';

/** Another gate accepts the ticket. */
function acceptElsewhere({ server, clock }: World, barcode: string): void {
  const scan = { ...elsewhere, barcode, claimed_at: new Date(clock.now()).toISOString() };
  server.tickets.apply(scan, 'enter', clock.now());
}

const elsewhere = {
  id: '01939f8e-0000-7000-8000-00000000beef',
  symbology: 'qr_code',
  scan_method: 'camera',
  mode: 'entry',
  checkpoint_id: read('').checkpointId,
  device_id: 'device-2',
  claimed_by: 'ben',
} as const;

/** Scenarios of the contract. */
export const conflictScenarios: readonly LedgerScenario[] = [
  {
    title: 'a ticket that another gate accepted too is a conflict: both records remain, until a person acknowledges it',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      acceptElsewhere(world, 'A');
      const { id, verdict } = await present(tab, 'A');
      await deliverAll(world, tab);
      const kept = await tab.ledger.get(id);
      expectEqual([kept?.verdict, kept?.conflict?.with_scan_id], [verdict, elsewhere.id]);
      await tab.until(({ conflicts }) => conflicts === 1);
      const { conflicts } = await tab.ledger.listDecisions();
      expectEqual(
        conflicts.map(({ scanId, withScanId, kind }) => [scanId, withScanId, kind]),
        [[id, elsewhere.id, 'already_used']],
      );
      expectEqual((await tab.ledger.acknowledgeConflict(conflicts[0]?.id ?? '')).ok, true);
      await tab.until((state) => state.conflicts === 0);
      expectEqual((await tab.ledger.get(id))?.verdict, verdict);
    },
  },
  {
    title: 'a conflict of another device is listed too, and disappears when somebody else acknowledges it',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      const other = world.openTab();
      setOnline(world, false);
      acceptElsewhere(world, 'A');
      await present(tab, 'A');
      await deliverAll(world, tab);
      await tab.until(({ conflicts }) => conflicts === 1);
      await other.ledger.start();
      await other.until(({ conflicts }) => conflicts === 1);
      await world.server.acknowledgeConflict([...world.server.openConflicts.keys()][0] ?? '', {
        signal: new AbortController().signal,
      });
      world.clock.advance(1);
      // The first one may join the upkeep of the start, which may have listed the conflict.
      await other.ledger.refreshTickets();
      await other.ledger.refreshTickets();
      await other.until(({ conflicts }) => conflicts === 0);
    },
  },
  {
    title: 'a conflict that is acknowledged while the open ones are listed does not come back',
    async run(world) {
      world.server.tickets.set('A');
      const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isHeld = false;
      const { server } = world;
      const held = async (calls: Parameters<typeof server.listConflicts>[0]) => {
        const list = await server.listConflicts(calls);
        if (!isHeld) return list;
        asked.resolve();
        await answered.promise;
        return list;
      };
      const tab = world.openTab({ transport: { ...server, listConflicts: held } });
      await tab.ledger.start();
      await tab.ledger.refreshTickets();
      setOnline(world, false);
      acceptElsewhere(world, 'A');
      await present(tab, 'A');
      await deliverAll(world, tab);
      await tab.until(({ conflicts }) => conflicts === 1);
      isHeld = true;
      const refreshing = tab.ledger.refreshTickets();
      await asked.promise;
      const [conflict] = (await tab.ledger.listDecisions()).conflicts;
      expectEqual((await tab.ledger.acknowledgeConflict(conflict?.id ?? '')).ok, true);
      answered.resolve();
      await refreshing;
      expectEqual((await tab.ledger.listDecisions()).conflicts, []);
    },
  },
  {
    title: 'a conflict cannot be acknowledged without the server, and the outcome says so',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      setOnline(world, false);
      acceptElsewhere(world, 'A');
      await present(tab, 'A');
      await deliverAll(world, tab);
      const { conflicts } = await tab.ledger.listDecisions();
      setOnline(world, false);
      const outcome = await tab.ledger.acknowledgeConflict(conflicts[0]?.id ?? '');
      expectEqual(outcome.ok || outcome.failure.kind, 'unreachable');
      expectEqual(tab.ledger.getSnapshot().conflicts, 1);
    },
  },
  {
    title: 'a server that refused without knowing the device verdict receives it and records the entry as it happened',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      acceptElsewhere(world, 'A');
      let answer = () => {};
      world.server.next(
        ({ handle }) =>
          new Promise((resolve) => {
            answer = () => resolve(handle());
          }),
      );
      const { scan } = await tab.ledger.record(read('A'));
      const deciding = tab.ledger.decide(scan.id);
      await world.server.called(1);
      world.clock.advance(3_000);
      const shown = await deciding;
      expectEqual([shown.outcome, shown.certainty], ['accepted', 'device']);
      answer();
      await tab.until(({ waiting, sending }) => waiting === 0 && !sending);
      const kept = await tab.ledger.get(scan.id);
      expectEqual([kept?.verdict, kept?.conflict?.kind], [shown, 'already_used']);
      expectEqual([world.server.calls.length, world.server.tickets.state('A')?.entriesUsed], [2, 2]);
    },
  },
];
