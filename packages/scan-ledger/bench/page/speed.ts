import { createScanLedger } from '../../src/index.ts';

/** What the bench asks of the page. */
export interface SpeedPage {
  /** Records so many scans, one after the other, without a network. Resolves to the milliseconds of each. */
  record(count: number): Promise<number[]>;
}

declare global {
  var speed: SpeedPage;
}

const ledger = createScanLedger({
  transport: { send: () => Promise.reject(new TypeError('Failed to fetch')) },
  owner: () => ({ domain: 'north', clerk: 'anna' }),
  deviceId: async () => 'device-1',
});

globalThis.speed = {
  async record(count) {
    await ledger.start();
    const spent: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const startedAt = performance.now();
      await ledger.record({
        barcode: `T-${index}`,
        symbology: 'qr_code',
        scanMethod: 'camera',
        mode: 'entry',
        checkpointId: '01939f8e-0000-7000-8000-000000000001',
      });
      spent.push(performance.now() - startedAt);
    }
    return spent;
  },
};
