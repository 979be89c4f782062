import { expectEqual } from '@scantix/runtime-utils/testing';
import { behind } from '../create-fake-clock.ts';
import { hang } from '../create-fake-server.ts';
import { read } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';

/** Scenarios of the contract. */
export const tabScenarios: readonly LedgerScenario[] = [
  {
    title: 'two tabs send each scan once',
    async run({ openTab, server }) {
      const tabs = [openTab(), openTab()];
      const ids: string[] = [];
      for (const [index, { ledger }] of [...tabs, ...tabs, ...tabs].entries()) {
        ids.push((await ledger.record(read(`code ${index}`))).scan.id);
      }
      await Promise.all(tabs.map(({ ledger }) => ledger.start()));
      await Promise.all(tabs.map(({ until }) => until(({ waiting, sending }) => waiting === 0 && !sending)));
      expectEqual(server.calls.flat().sort(), ids.sort());
    },
  },
  {
    title: 'two tabs without Web Locks still send each scan once',
    async run({ openTab, server }) {
      const tabs = [openTab({ locks: null }), openTab({ locks: null })];
      const ids: string[] = [];
      for (const [index, { ledger }] of [...tabs, ...tabs].entries()) {
        ids.push((await ledger.record(read(`code ${index}`))).scan.id);
      }
      await Promise.all(tabs.map(({ ledger }) => ledger.start()));
      await Promise.all(tabs.map(({ until }) => until(({ waiting, sending }) => waiting === 0 && !sending)));
      expectEqual(server.calls.flat().sort(), ids.sort());
    },
  },
  {
    title: 'a tab shows the answer that another tab received',
    async run({ openTab, server }) {
      const [one, other] = [openTab(), openTab()];
      await one.ledger.start();
      await other.ledger.start();
      // The backlog of the other tab would take over the scan, as it does after the end of a tab.
      const before = await other.ledger.record(read('B'));
      await other.until(({ waiting, sending }) => waiting === 0 && !sending);
      let answer = () => {};
      server.next(
        ({ handle }) =>
          new Promise((resolve) => {
            answer = () => resolve(handle());
          }),
      );
      const { scan } = await one.ledger.record(read('A'));
      await server.called(2);
      const deciding = other.ledger.decide(scan.id);
      answer();
      expectEqual((await deciding).certainty, 'server');
      expectEqual(server.calls, [[before.scan.id], [scan.id]]);
    },
  },
  {
    title: 'a scan of one tab comes after the undo of another, also where its clock is behind',
    async run({ openTab, server, clock }) {
      const [one, other] = [openTab(), openTab({ clock: behind(clock, 3_600_000) })];
      for (const { ledger } of [one, other]) await ledger.start();
      await other.ledger.record(read('B'));
      const { scan } = await one.ledger.record(read('A'));
      await one.ledger.decide(scan.id);
      await other.until(({ waiting, sending }) => waiting === 0 && !sending);
      server.setReachable(false);
      const { revision } = other.ledger.getSnapshot();
      const undone = await one.ledger.undo(scan.id);
      // The count alone may show the undo before its announcement arrives.
      await other.until((state) => state.waitingUndos === 1 && state.revision > revision);
      const again = await other.ledger.record(read('A'));
      expectEqual(undone.ok && again.scan.id > undone.undo.id, true);
    },
  },
  {
    title: 'a frozen tab that holds the lock loses it when its lease has ended',
    async run({ openTab, server, clock }) {
      const never = () => new Promise<never>(() => {});
      const frozen = openTab({
        transport: { ...server, send: (scans, options) => server.send(scans, options).then(never) },
        clock: { now: clock.now, monotonicNow: clock.monotonicNow, after: () => () => {} },
      });
      await frozen.ledger.start();
      server.next(hang);
      const { scan } = await frozen.ledger.record(read('A'));
      await server.called(1);
      const awake = openTab();
      await awake.ledger.start();
      const sent = server.called(2);
      let over = false;
      void sent.then(() => {
        over = true;
      });
      for (let step = 0; step < 10 && !over; step += 1) {
        clock.advance(5_000);
        // Time for the lock manager and the storage between two steps of the clock.
        for (let reads = 0; reads < 20; reads += 1) await awake.ledger.list({ limit: 1 });
      }
      await sent;
      await awake.until(({ waiting }) => waiting === 0);
      expectEqual((await awake.ledger.get(scan.id))?.sync, 'sent');
    },
  },
];
