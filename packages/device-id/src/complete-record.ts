import type { FingerprintMetadata } from './device-identity.ts';
import type { IdentityRecord, IdentityRecordStore } from './identity-record.ts';

interface CompletionOptions {
  readonly records: IdentityRecordStore;
  /** Makes a fingerprint, however long it takes, and describes it. */
  readonly describeFingerprint: () => Promise<FingerprintMetadata>;
  /** Runs work while no other tab does. */
  readonly locked: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Completes the record of a fallback identifier at a later start: the identifier stays, the metadata of its device's
 * fingerprint arrives. Never throws; what fails is tried again at the next start.
 */
export function createRecordCompletion(options: CompletionOptions): (deviceId: string) => Promise<void> {
  const { records, describeFingerprint, locked } = options;
  return async (deviceId) => {
    const lacksMetadata = (record: IdentityRecord | null): record is IdentityRecord =>
      record?.deviceId === deviceId && record.metadata === null;

    if (!lacksMetadata(await records.read())) return;
    // Outside the lock, because it may be slow. Its failure was logged when the fallback was made.
    const metadata = await describeFingerprint().catch(() => null);
    await locked(async () => {
      const record = await records.read();
      if (lacksMetadata(record)) await records.write({ ...record, metadata });
    });
  };
}
