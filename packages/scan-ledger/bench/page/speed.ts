import { postScans } from '@scantix/api-contract';
import { createScanLedger, type ScanLedger, type ScanToRecord } from '../../src/index.ts';
import type { SignedIn } from '../domain.ts';
import { connect } from './connect.ts';

/** How many scans are recorded at once where their own time does not count. */
const AT_ONCE = 50;

/** What the bench asks of the page. */
export interface SpeedPage {
  start(who: SignedIn & { baseUrl: string }): Promise<void>;
  /** Cuts the network, or mends it. */
  setOnline(isOnline: boolean): void;
  /** Records so many codes `{prefix}-{n}`, one after the other. Resolves to the milliseconds of each. */
  record(prefix: string, count: number): Promise<number[]>;
  /** Records so many codes `{prefix}-{n}`, many at once. */
  fill(prefix: string, count: number): Promise<void>;
  /** Sends until nothing waits. Resolves to the milliseconds that it took. */
  drain(): Promise<number>;
}

declare global {
  var speed: SpeedPage;
}

let ledger: ScanLedger;
let checkpointId: string;
let isOnline = true;

const read = (barcode: string): ScanToRecord => ({
  barcode,
  symbology: 'qr_code',
  scanMethod: 'camera',
  mode: 'entry',
  checkpointId,
});

globalThis.speed = {
  async start({ domain, clerk, token, baseUrl, ...place }) {
    checkpointId = place.checkpointId;
    const api = connect({ baseUrl, token });
    const failed = { ok: false, failure: { kind: 'unreachable', cause: new TypeError('Failed to fetch') } } as const;
    ledger = createScanLedger({
      transport: {
        send: async (scans, { signal }) => (isOnline ? api.call(postScans, { body: { scans }, signal }) : failed),
      },
      owner: () => ({ domain, clerk }),
      deviceId: async () => 'bench',
      surroundings: { isOnline: () => isOnline, onWake: () => () => {} },
    });
    await ledger.start();
  },
  setOnline(next) {
    isOnline = next;
  },
  async record(prefix, count) {
    const spent: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const startedAt = performance.now();
      await ledger.record(read(`${prefix}-${index}`));
      spent.push(performance.now() - startedAt);
    }
    return spent;
  },
  async fill(prefix, count) {
    for (let start = 0; start < count; start += AT_ONCE) {
      const codes = Array.from(
        { length: Math.min(AT_ONCE, count - start) },
        (_, index) => `${prefix}-${start + index}`,
      );
      await Promise.all(codes.map((code) => ledger.record(read(code))));
    }
  },
  async drain() {
    const startedAt = performance.now();
    while (ledger.getSnapshot().waiting > 0) await ledger.drain();
    return performance.now() - startedAt;
  },
};
