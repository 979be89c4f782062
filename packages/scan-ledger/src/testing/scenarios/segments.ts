import { expectEqual } from '@scantix/runtime-utils/testing';
import type { LedgerScenario } from '../ledger-scenario.ts';
import { openWithTickets, present, setOnline } from './tickets.ts';

/** Scenarios of the contract. */
export const segmentScenarios: readonly LedgerScenario[] = [
  {
    title: 'segments arrive one by one: a download that was killed between two continues with the second',
    async run(world) {
      const { tickets } = world.server;
      for (let index = 0; index < 10; index += 1) tickets.set(`T-${index}`);
      await tickets.sealSegments();
      tickets.change('T-1', { entriesUsed: 1 });
      const first = world.openTab();
      world.server.nextSegment((answer) => answer);
      const hanging = new Promise<void>((resolve) => {
        world.server.nextSegment(() => {
          resolve();
          return new Promise(() => {});
        });
      });
      await first.ledger.start();
      await hanging;
      const { tickets: arriving } = first.ledger.getSnapshot();
      expectEqual([arriving.status, arriving.count, arriving.expectedCount], ['loading', 3, 10]);
      first.kill();
      tickets.remove('T-9');
      const next = await openWithTickets(world);
      expectEqual([world.server.segmentCalls, next.ledger.getSnapshot().tickets.count], [4, 9]);
      setOnline(world, false);
      const shown = await Promise.all(['T-0', 'T-1', 'T-9'].map((code) => present(next, code)));
      expectEqual(
        shown.map(({ verdictText }) => verdictText),
        ['accepted ok device', 'refused already_used device', 'undecided not_in_snapshot pending'],
      );
    },
  },
  {
    title: 'a device that is far behind takes the segments around its place, and holds what the server has',
    async run(world) {
      const { tickets } = world.server;
      for (let index = 0; index < 4; index += 1) tickets.set(`T-${index}`);
      const tab = await openWithTickets(world);
      for (let index = 2; index < 13; index += 1) tickets.set(`T-${index}`, { entriesAllowed: 2 });
      await tickets.sealSegments();
      tickets.remove('T-1');
      tickets.change('T-5', { entriesUsed: 2 });
      await tab.ledger.refreshTickets();
      const { status, count, problem } = tab.ledger.getSnapshot().tickets;
      expectEqual([status, count, problem], ['ready', 12, null]);
      setOnline(world, false);
      const shown = await Promise.all(['T-1', 'T-4', 'T-5'].map((code) => present(tab, code)));
      expectEqual(
        shown.map(({ verdictText }) => verdictText),
        ['undecided not_in_snapshot pending', 'accepted ok device', 'refused already_used device'],
      );
    },
  },
];
