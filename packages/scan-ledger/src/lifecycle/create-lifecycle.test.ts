import { expect, test, vi } from 'vitest';
import { read } from '../testing/create-world.ts';
import { createFakeClock, createFakeScanLedger, createMemoryScanStore, unreachable } from '../testing/index.ts';

test('a ledger that stops waits for what recovers scans, then closes its storage for good', async () => {
  const store = createMemoryScanStore();
  const used: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { ledger, server } = createFakeScanLedger({
    store: {
      ...store,
      async retryRejected(request) {
        used.push('retry begins');
        await held;
        used.push('retry ends');
        return store.retryRejected(request);
      },
      close() {
        used.push('closed');
        store.close();
      },
    },
  });
  await ledger.start();
  await ledger.decide((await ledger.record(read('A'))).scan.id);
  expect(server.recorded.size).toBe(1);
  await vi.waitFor(() => expect(used).toEqual(['retry begins']));
  const stopped = ledger.stop();
  setTimeout(release, 50);
  await stopped;
  expect(used).toEqual(['retry begins', 'retry ends', 'closed']);
});

test('a ledger that is stopped while it starts uses its storage no more', async () => {
  const store = createMemoryScanStore();
  let isClosed = false;
  const late: string[] = [];
  const watched = Object.entries(store).map(([name, call]: [string, (...parameters: unknown[]) => unknown]) => {
    const use = (...parameters: unknown[]) => {
      if (isClosed) late.push(name);
      if (name === 'close') isClosed = true;
      return call(...parameters);
    };
    return [name, use];
  });
  const { ledger } = createFakeScanLedger({ store: Object.fromEntries(watched) });
  const starting = ledger.start();
  await vi.waitFor(() => expect(ledger.getSnapshot().status).toBe('ready'), { interval: 0 });
  await ledger.stop();
  await starting;
  expect(late).toEqual([]);
});

test('a ledger that is started again while it stops runs, as in an effect of StrictMode', async () => {
  const { ledger, server } = createFakeScanLedger();
  void ledger.start();
  const stopping = ledger.stop();
  await Promise.all([ledger.start(), stopping]);
  expect(ledger.getSnapshot().status).toBe('ready');
  await ledger.decide((await ledger.record(read('A'))).scan.id);
  expect(server.recorded.size).toBe(1);
});

test('a page that is shown again updates its tickets, and knows how long the device slept', async () => {
  const clock = createFakeClock();
  let wake = () => {};
  const onWake = (callback: () => void) => {
    wake = callback;
    return () => {};
  };
  const surroundings = { isOnline: () => true, isVisible: () => true, onWake };
  const { ledger, server } = createFakeScanLedger({ clock, surroundings, random: () => 0 });
  server.tickets.set('A');
  await ledger.start();
  await vi.waitFor(() => expect(ledger.getSnapshot().tickets.status).toBe('ready'));
  clock.set(clock.now() + 3_600_000);
  wake();
  expect((await ledger.record(read('A'))).scan.clock_offset_ms).toBeCloseTo(0, -4);
  await vi.waitFor(() => {
    clock.advance(0);
    expect(server.pageCalls).toBe(2);
  });
  await ledger.stop();
});

test('of calls in a row the last one counts, also if it stops a ledger that waits for its start', async () => {
  const { ledger } = createFakeScanLedger();
  await Promise.all([ledger.start(), ledger.stop(), ledger.start(), ledger.stop()]);
  expect(ledger.getSnapshot().status).toBe('starting');
});

test('a drain after an answer that tells of a loss ends once the lost scans are sent', async () => {
  const store = createMemoryScanStore();
  const { ledger, server } = createFakeScanLedger({
    store: {
      ...store,
      async offerAgain(request) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return store.offerAgain(request);
      },
    },
  });
  await ledger.start();
  for (const barcode of ['A', 'B']) await ledger.decide((await ledger.record(read(barcode))).scan.id);
  // The upkeep of the start ends here: one that has had its answers before a loss would not notice it.
  await ledger.refreshTickets();
  server.restore(0);
  await ledger.refreshTickets();
  await ledger.drain();
  expect(server.recorded.size).toBe(2);
  expect(ledger.getSnapshot().waiting).toBe(0);
  await ledger.stop();
});

test('a drain tries a server once that does not answer', async () => {
  const { ledger, server } = createFakeScanLedger();
  server.always(unreachable);
  await ledger.start();
  await ledger.record(read('A'));
  await ledger.drain();
  const before = server.calls.length;
  await ledger.drain();
  expect(server.calls.length - before).toBe(1);
  await ledger.stop();
});
