import { openTicket } from '@scantix/api-contract/snapshot';
import {
  createScanLedger,
  type LedgerState,
  type ScanLedger,
  type ScanToRecord,
  systemClock,
} from '../../src/index.ts';
import { createIndexedDbTicketStore } from '../../src/tickets/create-indexed-db-ticket-store.ts';
import type { SignedIn } from '../domain.ts';
import { connect } from './connect.ts';

/** How many scans are recorded at once where their own time does not count. */
const AT_ONCE = 50;
const DATABASE = 'scantix-scan-ledger';

/** The calls of the benchmark to the page. Times are in milliseconds. */
export interface SpeedPage {
  start(who: SignedIn & { baseUrl: string }): Promise<void>;
  /** Cuts the network, or restores it. */
  setOnline(isOnline: boolean): void;
  /** Records `count` codes `{prefix}-{n}`, one after the other. Resolves to the time of each. */
  record(prefix: string, count: number): Promise<number[]>;
  /** Records and decides; resolves to the time from decode to verdict, which must have this certainty. */
  decide(prefix: string, count: number, by: 'server' | 'device'): Promise<number[]>;
  /** Records `count` codes `{prefix}-{n}`, many at once. */
  fill(prefix: string, count: number): Promise<void>;
  /** Sends until nothing waits. Resolves to the duration. */
  drain(): Promise<number>;
  /** Refreshes the tickets. Resolves to the duration and the state of the tickets. */
  refresh(): Promise<{ spent: number; tickets: LedgerState['tickets'] }>;
  /** Looks up and opens tickets. Resolves to the time of each. */
  lookup(barcodes: readonly string[]): Promise<number[]>;
  /** Returns the size of this page's storage in bytes. */
  countBytes(): Promise<number>;
}

declare global {
  var speed: SpeedPage;
}

let ledger: ScanLedger;
let shift: SignedIn;
let isOnline = true;

const read = (barcode: string): ScanToRecord => ({
  barcode,
  symbology: 'qr_code',
  scanMethod: 'camera',
  mode: 'entry',
  checkpointId: shift.checkpointId,
});

async function time(use: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await use();
  return performance.now() - startedAt;
}

async function timeEach(prefix: string, count: number, use: (barcode: string) => Promise<unknown>): Promise<number[]> {
  const spent: number[] = [];
  for (let index = 0; index < count; index += 1) spent.push(await time(() => use(`${prefix}-${index}`)));
  return spent;
}

globalThis.speed = {
  async start({ baseUrl, ...signedIn }) {
    shift = signedIn;
    const { transport, tickets } = connect({ baseUrl, token: () => shift.token });
    const failed = { ok: false, failure: { kind: 'unreachable', cause: new TypeError('Failed to fetch') } } as const;
    ledger = createScanLedger({
      transport: { ...transport, send: async (...call) => (isOnline ? transport.send(...call) : failed) },
      tickets,
      owner: () => shift,
      checkpointId: () => shift.checkpointId,
      deviceId: async () => 'bench',
      surroundings: { isOnline: () => isOnline, isVisible: () => true, onWake: () => () => {} },
      databaseName: DATABASE,
    });
    await ledger.start();
  },
  setOnline(next) {
    isOnline = next;
  },
  record: (prefix, count) => timeEach(prefix, count, (barcode) => ledger.record(read(barcode))),
  decide: (prefix, count, by) =>
    timeEach(prefix, count, async (barcode) => {
      const { scan } = await ledger.record(read(barcode));
      const { certainty, outcome } = await ledger.decide(scan.id);
      if (certainty !== by || outcome !== 'accepted') throw new Error(`${barcode}: ${outcome} by ${certainty}`);
    }),
  async fill(prefix, count) {
    for (let start = 0; start < count; start += AT_ONCE) {
      const codes = Array.from(
        { length: Math.min(AT_ONCE, count - start) },
        (_, index) => `${prefix}-${start + index}`,
      );
      await Promise.all(codes.map((code) => ledger.record(read(code))));
    }
  },
  drain: () =>
    time(async () => {
      while (ledger.getSnapshot().waiting > 0) await ledger.drain();
    }),
  async refresh() {
    const spent = await time(() => ledger.refreshTickets());
    return { spent, tickets: ledger.getSnapshot().tickets };
  },
  async lookup(barcodes) {
    const store = createIndexedDbTicketStore({
      indexedDB,
      clock: systemClock,
      databaseName: DATABASE,
      deadlineMs: 5_000,
    });
    const spent: number[] = [];
    for (const barcode of barcodes) {
      spent.push(
        await time(async () => {
          const found = await store.find(shift.domain, barcode);
          if (found.kind !== 'found') throw new Error(`${barcode} is ${found.kind}`);
          await openTicket(found.row.sealed, { barcode, key: found.row.key });
        }),
      );
    }
    store.close();
    return spent;
  },
  countBytes: async () => (await navigator.storage.estimate()).usage ?? 0,
};
