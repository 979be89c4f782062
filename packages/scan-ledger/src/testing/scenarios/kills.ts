import { expectEqual } from '@scantix/runtime-utils/testing';
import type { ScanStore } from '../../ports/scan-store.ts';
import { hang, loseAnswer, unreachable } from '../create-fake-server.ts';
import { read, type World } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';

const never = () => new Promise<never>(() => {});

/** Opens a new page over the same storage and checks that each scan reached the server once. */
async function expectDelivered({ openTab, server }: World, ids: string[]): Promise<void> {
  const { ledger, until } = openTab();
  await ledger.start();
  await until(({ status, waiting, sending }) => status === 'ready' && waiting === 0 && !sending);
  expectEqual([...server.recorded.keys()].sort(), [...ids].sort());
  for (const id of ids) {
    const kept = await ledger.get(id);
    expectEqual([kept?.sync, kept?.verdict], ['sent', server.recorded.get(id)?.verdict]);
  }
}

/** Scenarios of the contract. */
export const killScenarios: readonly LedgerScenario[] = [
  {
    title: 'killed before the write: nothing was shown, nothing is saved',
    async run(world) {
      const { ledger, kill } = world.openTab({ deviceId: never });
      await ledger.start();
      void ledger.record(read('A'));
      kill();
      await expectDelivered(world, []);
    },
  },
  {
    title: 'killed after the commit, before anything was sent: the next start sends it',
    async run(world) {
      const { ledger, kill } = world.openTab();
      const { scan } = await ledger.record(read('A'));
      kill();
      expectEqual(world.server.calls, []);
      await expectDelivered(world, [scan.id]);
    },
  },
  {
    title: 'killed while sending: the next start sends it again',
    async run(world) {
      const { ledger, kill } = world.openTab();
      await ledger.start();
      world.server.next(hang);
      const { scan } = await ledger.record(read('A'));
      await world.server.called(1);
      kill();
      await expectDelivered(world, [scan.id]);
    },
  },
  {
    title: "killed after the server's commit, before its answer: sent again, recorded once, the original verdict",
    async run(world) {
      const { ledger, kill } = world.openTab();
      await ledger.start();
      world.server.next((call) => {
        call.handle();
        return never();
      });
      const { scan } = await ledger.record(read('A'));
      await world.server.called(1);
      kill();
      world.clock.advance(60_000);
      await expectDelivered(world, [scan.id]);
      expectEqual(world.server.calls, [[scan.id], [scan.id]]);
    },
  },
  {
    title: 'killed after the answer, before it was written down: sent again, recorded once',
    async run(world) {
      let settling = () => {};
      const reached = new Promise<void>((resolve) => {
        settling = resolve;
      });
      const changeStore = (store: ScanStore): ScanStore => ({
        ...store,
        settle() {
          settling();
          return never();
        },
      });
      const { ledger, kill } = world.openTab({ changeStore });
      await ledger.start();
      const { scan } = await ledger.record(read('A'));
      await reached;
      kill();
      await expectDelivered(world, [scan.id]);
    },
  },
  {
    title: 'an answer that is lost on the way leaves the scan in the outbox; the retry gets the original verdict',
    async run({ openTab, server, clock }) {
      const { ledger, until } = openTab();
      await ledger.start();
      server.always(loseAnswer);
      const { scan } = await ledger.record(read('A'));
      const { nextTryAt, waiting } = await until((state) => state.nextTryAt !== null && !state.sending);
      expectEqual(waiting, 1);
      server.always(null);
      clock.advance((nextTryAt ?? 0) - clock.now());
      await until((state) => state.waiting === 0);
      expectEqual(server.recorded.size, 1);
      expectEqual((await ledger.get(scan.id))?.verdict, server.recorded.get(scan.id)?.verdict);
    },
  },
  {
    title: "a captive portal's page is no answer: the scan remains in the outbox",
    async run({ openTab, server }) {
      const { ledger, until } = openTab();
      await ledger.start();
      server.always(unreachable);
      const { scan } = await ledger.record(read('A'));
      const state = await until(({ nextTryAt, sending }) => nextTryAt !== null && !sending);
      expectEqual([state.waiting, state.problem], [1, null]);
      expectEqual((await ledger.get(scan.id))?.sync, 'waiting');
    },
  },
];
