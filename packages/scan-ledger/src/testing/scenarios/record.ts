import { expectEqual } from '@scantix/runtime-utils/testing';
import { read } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';

/** Scenarios of the contract. */
export const recordScenarios: readonly LedgerScenario[] = [
  {
    title: 'a scan is saved, sent and decided by the server',
    async run({ openTab, server }) {
      const { ledger, until } = openTab();
      await ledger.start();
      const { scan, sync, verdict } = await ledger.record(read('A'));
      expectEqual([sync, verdict], ['waiting', null]);
      const decided = await ledger.decide(scan.id);
      expectEqual([decided.outcome, decided.certainty], ['accepted', 'server']);
      expectEqual(server.recorded.get(scan.id)?.scan, scan);
      await until(({ waiting }) => waiting === 0);
      const kept = await ledger.get(scan.id);
      expectEqual([kept?.sync, kept?.verdict], ['sent', decided]);
    },
  },
  {
    title: 'a scan is saved whole: any text, its bytes, when and by whom it was made',
    async run({ openTab, clock }) {
      const { ledger } = openTab();
      await ledger.start();
      const barcode = '\u0000\u001d/?%# ~.. 🎫 é';
      const { scan } = await ledger.record({ ...read(barcode), raw: new Uint8Array([0, 255, 16]) });
      expectEqual([scan.barcode, scan.raw, scan.claimed_by], [barcode, 'AP8Q', 'anna']);
      expectEqual(scan.claimed_at, new Date(clock.now()).toISOString());
      expectEqual((await ledger.get(scan.id))?.scan, scan);
    },
  },
  {
    title: 'the log lists the newest first, up to the limit',
    async run({ openTab }) {
      const { ledger } = openTab();
      await ledger.start();
      for (const barcode of ['A', 'B', 'C']) await ledger.record(read(barcode));
      const codes = async (limit: number) => (await ledger.list({ limit })).map(({ scan }) => scan.barcode);
      expectEqual(await codes(2), ['C', 'B']);
      expectEqual(await codes(50), ['C', 'B', 'A']);
    },
  },
  {
    title:
      'without an answer in the decision budget, and without tickets, the verdict is undecided and pending, and the answer comes later',
    async run({ openTab, server, clock }) {
      const { ledger, until } = openTab({ checkpointId: () => null });
      await ledger.start();
      let answer = () => {};
      server.next(
        ({ handle }) =>
          new Promise((resolve) => {
            answer = () => resolve(handle());
          }),
      );
      const { scan } = await ledger.record(read('A'));
      const deciding = ledger.decide(scan.id);
      await server.called(1);
      clock.advance(3_000);
      const { revision } = ledger.getSnapshot();
      const { outcome, reason, certainty } = await deciding;
      await until((state) => state.revision > revision);
      expectEqual([outcome, reason, certainty], ['undecided', 'server_unreachable', 'pending']);
      expectEqual((await ledger.get(scan.id))?.verdict?.certainty, 'pending');
      answer();
      await until(({ waiting }) => waiting === 0);
      const kept = await ledger.get(scan.id);
      expectEqual([kept?.verdict?.outcome, kept?.verdict?.certainty], ['accepted', 'server']);
    },
  },
];
