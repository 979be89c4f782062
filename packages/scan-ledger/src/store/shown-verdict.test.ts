import 'fake-indexeddb/auto';
import type { Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { systemClock } from '../ports/clock.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';

const store = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName: 'shown', deadlineMs: 5_000 });
const AT = '2026-11-21T09:00:00.000Z';
const verdict = (outcome: Verdict['outcome']): Verdict => ({
  ...{ outcome, reason: 'ok', certainty: 'device', mode: 'entry', decided_at: AT },
});

test('the first verdict that is shown stays, and is returned in place of a later one', async () => {
  const id = '01939f8e-0000-7000-8000-000000000001';
  const rest = {
    symbology: 'qr_code',
    scan_method: 'camera',
    mode: 'entry',
    device_id: 'd',
    claimed_by: 'anna',
  } as const;
  await store.add({ ...rest, id, barcode: 'A', checkpoint_id: id, claimed_at: AT }, 'north');
  expect(await store.saveShownVerdict(id, verdict('accepted'))).toEqual(verdict('accepted'));
  expect(await store.saveShownVerdict(id, verdict('refused'))).toEqual(verdict('accepted'));
  expect((await store.get(id))?.verdict).toEqual(verdict('accepted'));
});

test('a verdict on a scan that is not on this device is not saved', async () => {
  expect(await store.saveShownVerdict('01939f8e-0000-7000-8000-000000000002', verdict('accepted'))).toBeNull();
});
