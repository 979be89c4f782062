import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createScanLedger } from './index.ts';

test('a scan is kept, sent and decided', async () => {
  const sent: unknown[] = [];
  const ledger = createScanLedger({
    owner: () => ({ domain: 'a', clerk: 'anna' }),
    deviceId: async () => 'device',
    transport: {
      async send(scans) {
        sent.push(...scans);
        return {
          ok: true,
          date: new Date(),
          value: {
            results: scans.map(({ id }) => ({
              id,
              status: 'recorded' as const,
              verdict: {
                outcome: 'accepted' as const,
                reason: 'ok' as const,
                certainty: 'server' as const,
                mode: 'entry' as const,
                decided_at: new Date().toISOString(),
              },
            })),
          },
        };
      },
    },
  });
  await ledger.start();
  const { scan } = await ledger.record({
    barcode: 'x',
    symbology: 'qr_code',
    scanMethod: 'camera',
    mode: 'entry',
    checkpointId: '01939f8e-0000-7000-8000-000000000001',
  });
  expect((await ledger.decide(scan.id)).outcome).toBe('accepted');
  await ledger.stop();
  expect(sent).toEqual([scan]);
});
