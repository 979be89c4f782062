import { makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import type { ChainRequest } from '../ports/outbox-store.ts';
import { createIndexedDbScanStore } from '../store/create-indexed-db-scan-store.ts';
import { read } from './create-world.ts';

export const AT = Date.parse('2026-11-21T09:00:00.000Z');
export const idOf = (number: number) => `01939f8e-0000-7000-8000-${String(number * 10).padStart(12, '0')}`;
export const claim = (number: number) => ({
  ...{ id: idOf(number), claimedAt: AT, clock: null, deviceId: 'device-1', claimedBy: 'anna' },
});
export const verdict = {
  outcome: 'accepted',
  reason: 'ok',
  certainty: 'server',
  mode: 'entry',
  decided_at: '',
} as const;
export const request = (holder: string, more: Partial<ChainRequest> = {}): ChainRequest => ({
  ...{ holder, until: AT + 20_000, now: AT, domain: 'north', ...more },
});

/** A store whose scans have these barcodes, and ids from 1 on. */
export async function createOutbox(...barcodes: string[]) {
  // Drawn: a count of this module begins anew where a test file resets the modules, and the databases stay.
  const databaseName = `outbox-${crypto.randomUUID()}`;
  const store = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName, deadlineMs: 5_000 });
  for (const [index, barcode] of barcodes.entries())
    await store.add(makeScan(read(barcode), claim(index + 1)), 'north');
  const settle = (number: number) =>
    store.settle([{ id: idOf(number), sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true }]);
  const numbers = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id.slice(-12)) / 10);
  return { databaseName, store, settle, numbers };
}
