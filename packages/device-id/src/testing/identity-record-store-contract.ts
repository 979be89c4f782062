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

function expectRecord(actual: IdentityRecord | null, expected: IdentityRecord | null): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`expected ${should}, got ${is}`);
}

const SCENARIOS: readonly { title: string; run(open: () => IdentityRecordStore): Promise<void> }[] = [
  {
    title: 'an empty store has no record, and can be cleared',
    async run(open) {
      expectRecord(await open().read(), null);
      await open().clear();
      expectRecord(await open().read(), null);
    },
  },
  {
    title: 'what one tab has written another reads at once, with all that is known of the fingerprint',
    async run(open) {
      const [first, second] = [open(), open()];
      await first.write(made);
      expectRecord(await second.read(), made);
    },
  },
  {
    title: 'a later record takes the place of an earlier one, metadata and all',
    async run(open) {
      await open().write(made);
      await open().write(later);
      expectRecord(await open().read(), later);
    },
  },
  {
    title: 'of records written at the same time one stays, whole',
    async run(open) {
      await Promise.all([open().write(made), open().write(later), open().write(made)]);
      const kept = await open().read();
      expectRecord(kept, kept?.deviceId === made.deviceId ? made : later);
    },
  },
  {
    title: 'what one tab has cleared is gone for every tab',
    async run(open) {
      const [first, second] = [open(), open()];
      await first.write(made);
      await second.clear();
      expectRecord(await first.read(), null);
    },
  },
];

/**
 * What the identity relies on in the storage of its record, as named checks for any test runner.
 *
 * @example
 * for (const { title, run } of identityRecordStoreContract({ createStorage })) test(title, run);
 */
export function identityRecordStoreContract({
  createStorage,
}: RecordStoreHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({ title, run: async () => run(await createStorage()) }));
}
