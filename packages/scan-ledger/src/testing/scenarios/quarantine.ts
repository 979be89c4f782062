import { expectEqual } from '@scantix/runtime-utils/testing';
import { read, type Tab, type World } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';
import { openWithTickets, present } from './tickets.ts';

const TOO_NEW = { rejected: { code: 'invalid_request', message: 'unknown symbology' } } as const;

/** Opens a tab of this build, records a code that the server rejects, and ends the tab. */
async function reject(world: World, build: string): Promise<string> {
  const tab = world.openTab({ build });
  await tab.ledger.start();
  const { scan } = await tab.ledger.record(read('NEW'));
  await tab.until(({ waiting, quarantined }) => waiting === 0 && quarantined === 1);
  await tab.end();
  return scan.id;
}

async function open(world: World, build: string): Promise<Tab> {
  const tab = world.openTab({ build });
  await tab.ledger.start();
  await tab.ledger.refreshTickets();
  return tab;
}

/** How often the server has received the scan. */
const timesSent = ({ server }: World, id: string) => server.calls.flat().filter((sent) => sent === id).length;

/** Makes a call after which everything that it caused has been sent. */
async function settle(tab: Tab): Promise<void> {
  const { scan } = await tab.ledger.record(read('OTHER'));
  await tab.ledger.decide(scan.id);
  await tab.ledger.drain();
  await tab.until(({ waiting, sending }) => waiting === 0 && !sending);
}

/** Scenarios of the contract. */
export const quarantineScenarios: readonly LedgerScenario[] = [
  {
    title: 'a scan that the server did not understand is sent again by another build of the app, and by none twice',
    async run(world) {
      world.server.decide(({ barcode }) => (barcode === 'NEW' ? TOO_NEW : {}));
      const id = await reject(world, 'app-1');
      await settle(await open(world, 'app-1'));
      expectEqual(timesSent(world, id), 1);
      await settle(await open(world, 'app-2'));
      await settle(await open(world, 'app-2'));
      await settle(await open(world, 'app-1'));
      expectEqual(timesSent(world, id), 2);
      world.server.decide(() => ({}));
      const tab = await open(world, 'app-3');
      await tab.until(({ quarantined, waiting }) => quarantined === 0 && waiting === 0);
      expectEqual((await tab.ledger.get(id))?.verdict?.outcome, 'accepted');
    },
  },
  {
    title: 'it is sent again as soon as another build of the server answers; two that take turns get it once each',
    async run(world) {
      world.server.decide(({ barcode }) => (barcode === 'NEW' ? TOO_NEW : {}));
      const id = await reject(world, 'app-1');
      const tab = await open(world, 'app-1');
      for (const build of ['fake-2', 'fake-1', 'fake-2', 'fake-1', 'fake-2']) {
        world.server.introduce({ build });
        await settle(tab);
      }
      expectEqual([timesSent(world, id), tab.ledger.getSnapshot().quarantined], [2, 1]);
      world.server.introduce(null);
      await settle(tab);
      await settle(tab);
      expectEqual(timesSent(world, id), 3);
    },
  },
  {
    title: 'a scan that was rejected for another reason waits for a person, whatever the builds',
    async run(world) {
      world.server.decide(() => ({ rejected: { code: 'not_found', message: 'Unknown checkpoint' } }));
      const id = await reject(world, 'app-1');
      world.server.decide(() => ({}));
      await settle(await open(world, 'app-2'));
      expectEqual(timesSent(world, id), 1);
    },
  },
  {
    title: 'a scan that the server rejects while a person waits is decided by the device, and counts there',
    async run(world) {
      world.server.tickets.set('NEW');
      const tab = await openWithTickets(world);
      world.server.decide(({ barcode }) => (barcode.startsWith('NEW') ? TOO_NEW : {}));
      const first = await present(tab, 'NEW');
      expectEqual([first.verdictText, (await tab.ledger.get(first.id))?.sync], ['accepted ok device', 'quarantined']);
      expectEqual((await present(tab, 'NEW')).verdictText, 'attention self_repeat device');
      const unknown = await present(tab, 'NEW-2');
      expectEqual(unknown.verdictText, 'undecided not_in_snapshot pending');
      world.server.decide(() => ({}));
      for (const { scan } of (await tab.ledger.listDecisions()).quarantined)
        await tab.ledger.resendQuarantined(scan.id);
      await tab.until(({ waiting, quarantined }) => waiting + quarantined === 0);
      expectEqual(world.server.tickets.state('NEW')?.entriesUsed, 1);
      expectEqual((await tab.ledger.get(first.id))?.verdict?.certainty, 'device');
    },
  },
  {
    title: 'a rejected scan that somebody only looks at later stays undecided, and counts for nobody',
    async run(world) {
      world.server.tickets.set('NEW');
      world.server.decide(({ barcode }) => (barcode === 'NEW' ? TOO_NEW : {}));
      const id = await reject(world, 'app-1');
      // Another build would send it again.
      const tab = await open(world, 'app-1');
      world.clock.advance(60_000);
      expectEqual((await tab.ledger.decide(id)).outcome, 'undecided');
      expectEqual((await tab.ledger.get(id))?.verdict, null);
      world.server.decide(() => ({}));
      expectEqual((await present(tab, 'NEW')).verdictText, 'accepted ok server');
    },
  },
];
