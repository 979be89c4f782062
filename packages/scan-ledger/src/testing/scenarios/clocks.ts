import { expectEqual } from '@scantix/runtime-utils/testing';
import { behind } from '../create-fake-clock.ts';
import { read, type World } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';
import { deliverAll, present, setOnline } from './tickets.ts';

const HOUR_MS = 3_600_000;

/** Scenarios of the contract. */
export const clockScenarios: readonly LedgerScenario[] = [
  {
    title: "the server's clock is measured by the first answer of any call, and sent with the next scan",
    async run(world) {
      const { ledger } = world.openTab({ clock: behind(world.clock, 90_000) });
      const { scan: first } = await ledger.record(read('A'));
      await ledger.start();
      await ledger.refreshTickets();
      const { scan: second } = await ledger.record(read('B'));
      expectEqual([first.clock_offset_ms, second.clock_offset_ms], [undefined, 90_500]);
    },
  },
  {
    title: 'the measured clock offset survives a reload',
    async run(world) {
      const clock = behind(world.clock, 90_000);
      const first = world.openTab({ clock });
      await first.ledger.start();
      await first.ledger.refreshTickets();
      const checkedAt = new Date(world.clock.now()).toISOString();
      first.kill();
      setOnline(world, false);
      world.clock.advance(60_000);
      const next = world.openTab({ clock });
      await next.ledger.start();
      const { scan } = await next.ledger.record(read('B'));
      expectEqual([scan.clock_offset_ms, scan.clock_checked_at], [90_500, checkedAt]);
    },
  },
  {
    title:
      'an entry from before the first measurement is taken back, though the clock is wrong by more than the window',
    async run(world) {
      world.server.tickets.set('A');
      setOnline(world, false);
      const tab = world.openTab({ clock: behind(world.clock, 20 * 60_000) });
      await tab.ledger.start();
      const { scan } = await tab.ledger.record(read('A'));
      expectEqual(scan.clock_offset_ms, undefined);
      await deliverAll(world, tab);
      expectEqual((await tab.ledger.get(scan.id))?.tally, 'admitted');
      expectEqual((await tab.ledger.undo(scan.id)).ok, true);
    },
  },
  ...[
    { title: 'a device whose clock is a day ahead', aheadMs: 24 * HOUR_MS, setMs: 0 },
    { title: 'a device whose clock is a day behind', aheadMs: -24 * HOUR_MS, setMs: 0 },
    { title: 'a device whose clock is set a day ahead offline', aheadMs: 0, setMs: 24 * HOUR_MS },
    { title: 'a device whose clock is set a day back offline', aheadMs: 0, setMs: -24 * HOUR_MS },
  ].map(({ title, aheadMs, setMs }) => ({
    title: `${title} accepts a valid ticket and refuses an expired one, by the server's time`,
    async run(world: World) {
      const day = { validFrom: world.clock.now(), validUntil: world.clock.now() + HOUR_MS };
      world.server.tickets.set('A', day);
      world.server.tickets.set('B', { validUntil: world.clock.now() });
      let shiftMs = -aheadMs;
      const clock = { ...world.clock, now: () => world.clock.now() - shiftMs };
      const tab = world.openTab({ clock });
      await tab.ledger.start();
      await tab.ledger.refreshTickets();
      setOnline(world, false);
      shiftMs -= setMs;
      const { id, verdictText } = await present(tab, 'A');
      expectEqual(verdictText, 'accepted ok device');
      expectEqual((await present(tab, 'B')).verdictText, 'refused expired device');
      await deliverAll(world, tab);
      expectEqual((await tab.ledger.get(id))?.conflict, undefined);
    },
  })),
];
