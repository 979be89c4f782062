import { expectEqual } from '@scantix/runtime-utils/testing';
import { read } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';
import { openWithTickets, present, setOnline } from './tickets.ts';

/** Scenarios of the contract. */
export const logScenarios: readonly LedgerScenario[] = [
  {
    title: 'the log counts scans by tally, over a period and for one domain',
    async run(world) {
      world.server.tickets.set('A');
      world.server.tickets.set('B');
      const tab = await openWithTickets(world);
      const early = await present(tab, 'A');
      world.clock.advance(60_000);
      const since = world.clock.now();
      await present(tab, 'A');
      await present(tab, 'A', 'exit');
      await present(tab, 'B', 'check');
      const { id } = await present(tab, 'B');
      await tab.ledger.undo(id);
      setOnline(world, false);
      await present(tab, 'unheard of');
      const counts = await tab.ledger.count({ since });
      const none = { admitted: 0, repeat: 0 };
      expectEqual(counts, { ...none, left: 1, looked: 1, refused: 1, undecided: 1, undone: 1 });
      expectEqual((await tab.ledger.count({ since: 0, until: since })).admitted, 1);
      expectEqual((await tab.ledger.get(early.id))?.tally, 'admitted');
      world.signIn({ domain: 'south', clerk: 'carla' });
      expectEqual((await tab.ledger.count({ since: 0 })).refused, 0);
    },
  },
  {
    title: 'the log is read page by page and by sync state',
    async run({ openTab, server }) {
      const { ledger, until } = openTab();
      server.decide(({ barcode }) =>
        barcode === 'C' ? { rejected: { code: 'not_found', message: 'Unknown checkpoint' } } : {},
      );
      for (const barcode of ['A', 'B', 'C', 'D']) await ledger.record(read(barcode));
      await ledger.start();
      await until(({ quarantined, waiting }) => quarantined === 1 && waiting === 0);
      const codes = (scans: Awaited<ReturnType<typeof ledger.list>>) => scans.map(({ scan }) => scan.barcode);
      const first = await ledger.list({ limit: 2 });
      const before = first.at(-1)?.scan.id ?? '';
      expectEqual(
        [codes(first), codes(await ledger.list({ before }))],
        [
          ['D', 'C'],
          ['B', 'A'],
        ],
      );
      expectEqual(codes(await ledger.list({ sync: 'quarantined' })), ['C']);
      expectEqual(codes(await ledger.list({ sync: 'sent', before })), ['B', 'A']);
    },
  },
  {
    title: 'the log is exported as CSV without formulas, and as JSON, with every character',
    async run({ openTab }) {
      const { ledger, until } = openTab();
      await ledger.start();
      const codes = ['=HYPERLINK("x")', 'a,"b"\r\nc', '@x', '\u0000 plain'];
      for (const barcode of codes) await ledger.record(read(barcode));
      await until(({ waiting, sending }) => waiting === 0 && !sending);
      const json = JSON.parse(await ledger.exportScans({ format: 'json' }));
      expectEqual(
        json.map((entry: { scan: { barcode: string } }) => entry.scan.barcode),
        codes.toReversed(),
      );
      const csv = await ledger.exportScans({ format: 'csv', filter: ({ scan }) => scan.barcode !== '\u0000 plain' });
      for (const cell of [`"'=HYPERLINK(""x"")"`, `"a,""b""\r\nc"`, `,'@x,`])
        expectEqual([cell, csv.includes(cell)], [cell, true]);
      expectEqual([csv.includes('plain'), csv.split('\r\n').length], [false, 6]);
    },
  },
];
