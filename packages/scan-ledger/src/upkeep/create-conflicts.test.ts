import type { ApiClient } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import { createApiPorts } from '../ports/create-api-ports.ts';
import { createFakeClock, createMemoryScanStore } from '../testing/index.ts';
import { createConflicts } from './create-conflicts.ts';
import { createUpkeep } from './create-upkeep.ts';

const OPEN = 1_000;
const PAGE = 50;
const EVERY_MS = 60_000;

/** A device without tickets, and a server with many open conflicts that takes a second for each page. */
function setUp() {
  const clock = createFakeClock();
  let answers = true;
  const asked: number[] = [];
  const call = async (_endpoint: unknown, { query }: { query: { cursor?: string } }) => {
    asked.push(clock.now());
    const from = Number(query.cursor ?? 0);
    await new Promise<void>((resolve) => clock.after(1_000, resolve));
    if (!answers) return { ok: false, failure: { kind: 'unreachable', cause: null } };
    const items = Array.from({ length: PAGE }, (_, index) => {
      const nth = from + index;
      return { id: `c${nth}`, scan_id: `s${nth}`, scan: { mode: nth === 0 ? 'exit' : 'entry' } };
    });
    const next = from + PAGE < OPEN ? { next_cursor: String(from + PAGE) } : {};
    return { ok: true, value: { items, ...next } };
  };
  const { transport } = createApiPorts({ call } as unknown as ApiClient);
  const store = createMemoryScanStore();
  const signedIn = { domain: 'north', clerk: 'anna' };
  const owner = () => signedIn;
  const onMore = vi.fn();
  const conflicts = createConflicts({ store, transport, owner, clock, onMore });
  const upkeep = createUpkeep({
    device: { tickets: () => null },
    conflicts,
    refreshCounts: async () => {},
    checkpointId: () => 'gate',
    isOffline: () => false,
    surroundings: { isVisible: () => true },
    ...{ owner, clock, random: () => 0.5, refreshEveryMs: EVERY_MS, log: vi.fn() },
  });
  /** Lets so much time pass, second by second. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1_000) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(1_000);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { asked, conflicts, onMore, pass, signedIn, store, upkeep, fail: () => (answers = false) };
}

test('of many open conflicts a poll fetches the newest page, and the next poll comes at its time', async () => {
  const { asked, onMore, pass, store, upkeep } = setUp();
  upkeep.start();
  await pass(EVERY_MS);
  expect(asked).toHaveLength(1);
  expect([(await store.listConflicts('north')).length, onMore.mock.calls]).toEqual([PAGE, [[true]]]);
  // One older than the page stays, and one that the page would have is settled.
  const known = ['b-older', 'c1-settled'].map((id) => ({ id, scanId: 's' }));
  await store.putConflicts('north', known as never, { now: 0 });
  await pass(EVERY_MS);
  expect(asked).toHaveLength(2);
  const kept = await store.listConflicts('north');
  expect(kept.map(({ id }) => id).filter((id) => id.includes('-'))).toEqual(['b-older']);
  expect(kept.find(({ id }) => id === 'c0')).toMatchObject({ scanId: 's0', mode: 'exit' });
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(EVERY_MS);
  await upkeep.stop();
});

test('a conflict that is acknowledged while the list is on its way stays settled', async () => {
  const { conflicts, pass, store, upkeep } = setUp();
  upkeep.start();
  await pass(0);
  await conflicts.remove('c1');
  await pass(1_000);
  const ids = (await store.listConflicts('north')).map(({ id }) => id);
  expect([ids.length, ids.includes('c1')]).toEqual([PAGE - 1, false]);
  await upkeep.stop();
});

test("a list that comes after somebody of another domain has signed in is neither domain's", async () => {
  const { onMore, pass, signedIn, store, upkeep } = setUp();
  upkeep.start();
  await pass(0);
  signedIn.domain = 'south';
  await pass(1_000);
  expect([await store.listConflicts('north'), await store.listConflicts('south')]).toEqual([[], []]);
  expect(onMore).not.toHaveBeenCalled();
  await upkeep.stop();
});

test('conflicts that cannot be fetched bring no poll sooner', async () => {
  const { asked, fail, pass, upkeep } = setUp();
  fail();
  upkeep.start();
  await pass(EVERY_MS);
  expect(asked).toHaveLength(1);
  await upkeep.stop();
});
