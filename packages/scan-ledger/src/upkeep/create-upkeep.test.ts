import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import type { Tickets } from '../tickets/create-tickets.ts';
import { createUpkeep } from './create-upkeep.ts';

/** An upkeep of a device with or without tickets, whose share of the spread is half. */
function setUp({ hasTickets }: { hasTickets: boolean }) {
  const clock = createFakeClock();
  const refresh = vi.fn(async () => 'fresh' as const);
  const read = vi.fn(async () => {});
  const expectRoom = vi.fn();
  const upkeep = createUpkeep({
    device: {
      tickets: async () => ({ read, refresh, expectRoom, hasTickets: () => hasTickets }) as unknown as Tickets,
    },
    conflicts: { refresh: async () => {} },
    refreshCounts: async () => {},
    owner: () => ({ domain: 'north', clerk: 'anna' }),
    checkpointId: () => 'gate',
    isOffline: () => false,
    surroundings: { isVisible: () => true },
    ...{ clock, random: () => 0.5, refreshEveryMs: 60_000, log: vi.fn() },
  });
  const after = vi.spyOn(clock, 'after');
  /** Resolves when the poll waits for its turn. */
  async function spread(): Promise<void> {
    await vi.waitFor(() => expect(after).toHaveBeenCalledWith(2_500, expect.anything()));
    after.mockClear();
  }
  return { clock, read, refresh, expectRoom, upkeep, spread };
}

test('a device that has tickets updates them some seconds after its start, and again after each return', async () => {
  const { clock, read, refresh, upkeep, spread } = setUp({ hasTickets: true });
  upkeep.start();
  await spread();
  expect(read).toHaveBeenCalledTimes(1);
  clock.advance(2_499);
  expect(refresh).not.toHaveBeenCalled();
  clock.advance(1);
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  await upkeep.now();
  const before = refresh.mock.calls.length;
  upkeep.wake();
  await spread();
  expect(refresh).toHaveBeenCalledTimes(before);
  clock.advance(2_500);
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(before + 1));
  await upkeep.stop();
});

test('a device without tickets downloads them at once', async () => {
  const { refresh, expectRoom, upkeep } = setUp({ hasTickets: false });
  upkeep.start();
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  // Nobody has asked.
  expect(expectRoom).not.toHaveBeenCalled();
  await upkeep.stop();
});

test('an update that somebody asks for does not wait, not even for one that waits already', async () => {
  const { refresh, expectRoom, upkeep, spread } = setUp({ hasTickets: true });
  upkeep.start();
  await spread();
  await upkeep.now();
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(expectRoom).toHaveBeenCalledOnce();
  await upkeep.stop();
});

test('a device that is stopped while it waits for its turn stops at once', async () => {
  const { upkeep, spread } = setUp({ hasTickets: true });
  upkeep.start();
  await spread();
  await upkeep.stop();
});
