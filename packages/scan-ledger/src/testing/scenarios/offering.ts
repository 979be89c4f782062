import type { Scan } from '@scantix/api-contract';
import { expectEqual } from '@scantix/runtime-utils/testing';
import type { ScanStore } from '../../ports/scan-store.ts';
import { unreachable } from '../create-fake-server.ts';
import { createMemoryFactsStore } from '../create-memory-facts-store.ts';
import { read, type Tab, type World } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';
import { openWithTickets, present } from './tickets.ts';

async function deliver(tab: Tab): Promise<void> {
  await tab.ledger.drain();
  await tab.until(({ waiting, waitingUndos, sending }) => waiting === 0 && waitingUndos === 0 && !sending);
}

/** Records codes, one after the other, until the server has answered for all. Returns their ids. */
async function sendAll(tab: Tab, barcodes: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const barcode of barcodes) ids.push((await tab.ledger.record(read(barcode))).scan.id);
  await deliver(tab);
  // The upkeep of the start ends here: one that has had its answers before a loss would not notice it.
  await tab.ledger.refreshTickets();
  return ids;
}

/** Lists the scans that the server receives from now on. */
function received(world: World): Scan[] {
  const scans: Scan[] = [];
  world.server.always((call) => {
    scans.push(...call.scans);
    return call.handle();
  });
  return scans;
}

/** Waits until the ledger has noticed a loss with its next call, and delivers. */
async function offerAll(tab: Tab): Promise<void> {
  const noticed = tab.until(({ offeredAgain }) => offeredAgain > 0);
  await tab.ledger.refreshTickets();
  await noticed;
  await deliver(tab);
}

const idsOf = (scans: readonly Scan[]) => scans.map(({ id }) => id);

const codes = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `code ${from + index}`);

/** Scenarios of the contract. */
export const offeringScenarios: readonly LedgerScenario[] = [
  {
    title: 'a replaced database is offered every sent scan and undo again; what was shown stays',
    async run(world) {
      for (const code of ['A', 'B']) world.server.tickets.set(code);
      const tab = await openWithTickets(world);
      const [a, b] = [(await present(tab, 'A')).id, (await present(tab, 'B')).id];
      await tab.ledger.undo(b);
      await deliver(tab);
      const before = [await tab.ledger.get(a), await tab.ledger.get(b)];
      world.server.replaceDatabase();
      const scans = received(world);
      await offerAll(tab);
      expectEqual(
        scans.map(({ id, offered_again, device_verdict }) => [id, offered_again, device_verdict?.outcome]),
        [
          [a, true, 'accepted'],
          [b, true, 'accepted'],
        ],
      );
      expectEqual(
        [...world.server.undone.values()].map(({ offered_again }) => offered_again),
        [true],
      );
      expectEqual([world.server.recorded.size, world.server.tickets.state('B')?.entriesUsed], [2, 0]);
      const after = [await tab.ledger.get(a), await tab.ledger.get(b)];
      const lasting = (scan: (typeof after)[number]) => [scan?.sync, scan?.verdict, scan?.receivedAt, scan?.tally];
      expectEqual(after.map(lasting), before.map(lasting));
    },
  },
  {
    title: 'a restored database is offered what it has lost, and nothing else',
    async run(world) {
      const tab = world.openTab();
      await tab.ledger.start();
      const [first = ''] = await sendAll(tab, ['A']);
      const kept = world.server.receipts;
      const lost = await sendAll(tab, ['B', 'C']);
      world.server.restore(kept);
      const scans = received(world);
      await offerAll(tab);
      expectEqual(idsOf(scans).sort(), lost.sort());
      expectEqual([...world.server.recorded.keys()].sort(), [first, ...lost].sort());
      expectEqual(tab.ledger.getSnapshot().offeredAgain, 0);
      await tab.ledger.refreshTickets();
      expectEqual(scans.length, 2);
    },
  },
  {
    title:
      'the call that records a scan may be the one that notices the loss: the scan is recorded, the lost ones follow',
    async run(world) {
      const tab = world.openTab();
      await tab.ledger.start();
      const lost = await sendAll(tab, ['A', 'B']);
      world.server.restore(0);
      const noticed = tab.until(({ offeredAgain }) => offeredAgain > 0);
      const [next = ''] = await sendAll(tab, ['C']);
      await noticed;
      await deliver(tab);
      expectEqual([...world.server.recorded.keys()].sort(), [...lost, next].sort());
    },
  },
  {
    title: 'a visitor whom another gate has let in meanwhile is a conflict; the verdict that was shown stays',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      const { id } = await present(tab, 'A');
      world.server.restore(0);
      const signal = new AbortController().signal;
      const other = {
        ...(await tab.ledger.get(id))?.scan,
        id: '01939f8e-0000-7000-8000-00000000beef',
        device_id: 'other',
      };
      await world.server.send([other as Scan], { signal });
      // The number of another device says nothing of this one.
      world.server.tellReceipt(0);
      await offerAll(tab);
      world.server.tellReceipt(null);
      expectEqual((await tab.ledger.get(id))?.verdict?.outcome, 'accepted');
      expectEqual(
        [...world.server.openConflicts.values()].map(({ scan_id, kind }) => [scan_id, kind]),
        [[id, 'already_used']],
      );
      expectEqual((await tab.ledger.get(id))?.conflict?.kind, 'already_used');
    },
  },
  {
    title: 'an undo of a scan that the server has lost waits for the scan, and is not refused',
    async run(world) {
      world.server.tickets.set('A');
      const tab = await openWithTickets(world);
      const { id } = await present(tab, 'A');
      world.server.restore(0);
      await tab.ledger.undo(id);
      await deliver(tab);
      const undone = await tab.ledger.get(id);
      expectEqual([undone?.sync, undone?.undo?.sync, undone?.tally], ['sent', 'sent', 'undone']);
      expectEqual([...world.server.undone.keys()], [id]);
    },
  },
  {
    title: 'of three undos under way while their scans are offered again none is refused or forgotten',
    async run(world) {
      for (const code of ['A', 'B', 'C']) world.server.tickets.set(code);
      const facts = createMemoryFactsStore();
      let readable = true;
      const tab = world.openTab({
        facts: { ...facts, read: (key) => (readable ? facts.read(key) : Promise.reject(new Error('too slow'))) },
      });
      await tab.ledger.start();
      await tab.ledger.refreshTickets();
      const ids: string[] = [];
      for (const code of ['A', 'B', 'C']) ids.push((await present(tab, code)).id);
      await deliver(tab);
      await tab.ledger.refreshTickets();
      world.server.restore(0);
      world.server.always(unreachable);
      const refused = Promise.withResolvers<void>();
      world.server.holdUndos(refused.promise);
      // Nothing is known of the server as the calls of the undos begin: their answers tell of no loss.
      readable = false;
      for (const id of ids) await tab.ledger.undo(id);
      await tab.until(({ sending }) => sending);
      readable = true;
      const offered = tab.until(({ offeredAgain }) => offeredAgain === ids.length);
      await tab.ledger.refreshTickets();
      await offered;
      refused.resolve();
      await tab.until(({ sending }) => !sending);
      world.server.always(null);
      await deliver(tab);
      expectEqual([[...world.server.recorded.keys()], [...world.server.undone.keys()].sort()], [ids, ids]);
      const tallies = await Promise.all(ids.map((id) => tab.ledger.get(id)));
      expectEqual(
        tallies.map((scan) => [scan?.tally, scan?.undo?.sync]),
        ids.map(() => ['undone', 'sent']),
      );
    },
  },
  {
    title: 'many scans go back in steps; a page that is killed in between goes on where it was',
    async run(world) {
      const before = world.openTab();
      await before.ledger.start();
      const ids = await sendAll(before, codes(130));
      await before.end();
      world.server.replaceDatabase();
      world.server.always(() => ({ ok: false, failure: { kind: 'unreachable', cause: 'down' } }));
      let steps = 0;
      let reached = () => {};
      const atSecond = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const changeStore = (store: ScanStore): ScanStore => ({
        ...store,
        offerAgain(step) {
          steps += 1;
          if (steps < 2) return store.offerAgain(step);
          reached();
          return new Promise(() => {});
        },
      });
      const killed = world.openTab({ changeStore });
      await killed.ledger.start();
      await killed.ledger.refreshTickets();
      await atSecond;
      killed.kill();
      const tab = world.openTab();
      const scans = received(world);
      await tab.ledger.start();
      // One step may be sent whole before the next one is offered.
      await tab.until(() => world.server.recorded.size === ids.length);
      await deliver(tab);
      expectEqual([...world.server.recorded.keys()].sort(), ids);
      expectEqual(scans.length, ids.length);
    },
  },
  {
    title: 'two tabs that notice at once offer each scan once',
    async run(world) {
      const tabs = [world.openTab(), world.openTab()] as const;
      for (const { ledger } of tabs) await ledger.start();
      const ids = await sendAll(tabs[0], codes(60));
      world.server.replaceDatabase();
      const scans = received(world);
      const noticed = Promise.race(tabs.map((tab) => tab.until(({ offeredAgain }) => offeredAgain > 0)));
      await Promise.all(tabs.map((tab) => tab.ledger.refreshTickets()));
      await noticed;
      for (const tab of tabs) await deliver(tab);
      expectEqual(idsOf(scans).sort(), ids);
    },
  },
  {
    title: 'a server that says nothing of its database is offered nothing',
    async run(world) {
      const tab = world.openTab();
      await tab.ledger.start();
      await sendAll(tab, ['A']);
      world.server.replaceDatabase();
      world.server.introduce(null);
      const scans = received(world);
      await tab.ledger.refreshTickets();
      const [b] = await sendAll(tab, ['B']);
      expectEqual(idsOf(scans), [b]);
    },
  },
  {
    title: 'a new identifier has no changes on the server yet: nothing is lost, and a later loss is noticed',
    async run(world) {
      let identifier = 'device-1';
      const tab = world.openTab({ deviceId: async () => identifier });
      await tab.ledger.start();
      await sendAll(tab, ['A', 'B']);
      identifier = 'device-2';
      // The session of the next sign-in is of the new one.
      world.server.tellReceipt(0);
      const scans = received(world);
      await tab.ledger.refreshTickets();
      world.server.tellReceipt(null);
      const [c = ''] = await sendAll(tab, ['C']);
      const [d = ''] = await sendAll(tab, ['D']);
      expectEqual(idsOf(scans), [c, d]);
      world.server.restore(3);
      await offerAll(tab);
      expectEqual(idsOf(scans), [c, d, d]);
    },
  },
  {
    title: 'what another domain has says nothing of this one: the scans wait for a clerk of theirs',
    async run(world) {
      const tab = world.openTab();
      await tab.ledger.start();
      const ids = await sendAll(tab, ['A', 'B']);
      world.server.restore(0);
      world.signIn({ domain: 'south', clerk: 'carla' });
      await sendAll(tab, ['C']);
      await tab.ledger.refreshTickets();
      expectEqual([world.server.recorded.size, world.southServer.recorded.size], [0, 1]);
      world.signIn({ domain: 'north', clerk: 'ben' });
      await tab.ledger.refreshTickets();
      await deliver(tab);
      expectEqual([[...world.server.recorded.keys()], world.southServer.recorded.size], [ids, 1]);
    },
  },
];
