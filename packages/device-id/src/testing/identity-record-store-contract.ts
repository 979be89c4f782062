import { expectEqual } from '@scantix/runtime-utils/testing';
import type { IdentityRecord, IdentityRecordStore } from '../identity-record.ts';

export type { IdentityRecord, IdentityRecordStore };

/** A kind of storage under test. */
export interface RecordStoreHarness {
  /** Makes new, empty storage and returns how a tab opens it. */
  createStorage(): Promise<() => IdentityRecordStore> | (() => IdentityRecordStore);
}

const made: IdentityRecord = {
  deviceId: 'fingerprint.0001',
  createdAt: 1_700_000_000_000,
  metadata: {
    confidence: 0.6,
    components: 41,
    timestamp: '2023-11-14T22:13:20.000Z',
    userAgent: 'agent “é”',
    platform: 'iPhone',
    language: 'en-GB',
    screenResolution: '390x844',
    timezone: 'Europe/Berlin',
  },
};
const later: IdentityRecord = { deviceId: 'fallback.0002', createdAt: made.createdAt + 1, metadata: null };

const SCENARIOS: readonly { title: string; run(open: () => IdentityRecordStore): Promise<void> }[] = [
  {
    title: 'an empty store has no record, and can be cleared',
    async run(open) {
      expectEqual(await open().read(), null);
      await open().clear();
      expectEqual(await open().read(), null);
    },
  },
  {
    title: 'what one tab has written another reads at once, with the metadata of the fingerprint',
    async run(open) {
      const [first, second] = [open(), open()];
      await first.write(made);
      expectEqual(await second.read(), made);
    },
  },
  {
    title: 'a later record replaces an earlier one, metadata included',
    async run(open) {
      await open().write(made);
      await open().write(later);
      expectEqual(await open().read(), later);
    },
  },
  {
    title: 'a record that is to be kept is not replaced, and is what the writer gets',
    async run(open) {
      expectEqual(await open().write(made, () => true), made);
      expectEqual(await open().write(later, ({ deviceId }) => deviceId === made.deviceId), made);
      expectEqual(await open().read(), made);
      expectEqual(await open().write(later, ({ deviceId }) => deviceId === later.deviceId), later);
      expectEqual(await open().read(), later);
    },
  },
  {
    title: 'of records written at the same time the first is kept, for every writer',
    async run(open) {
      const kept = await Promise.all([made, later, made].map((record) => open().write(record, () => true)));
      expectEqual(kept, [kept[0], kept[0], kept[0]]);
      expectEqual(await open().read(), kept[0]);
    },
  },
  {
    title: 'of records written at the same time one stays, whole',
    async run(open) {
      await Promise.all([open().write(made), open().write(later), open().write(made)]);
      const stored = await open().read();
      expectEqual(stored, stored?.deviceId === made.deviceId ? made : later);
    },
  },
  {
    title: 'what one tab has cleared is gone for every tab',
    async run(open) {
      const [first, second] = [open(), open()];
      await first.write(made);
      await second.clear();
      expectEqual(await first.read(), null);
    },
  },
];

/**
 * What the identity relies on in the storage of its record, as named checks for any test runner. A check that
 * fails rejects.
 *
 * @example
 * for (const { title, run } of identityRecordStoreContract({ createStorage })) test(title, run);
 */
export function identityRecordStoreContract({
  createStorage,
}: RecordStoreHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({ title, run: async () => run(await createStorage()) }));
}
