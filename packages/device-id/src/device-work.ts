import { withinTime } from '@scantix/runtime-utils';
import { chooseRecordStore } from './choose-record-store.ts';
import { createRecordCompletion } from './complete-record.ts';
import { describeDevice } from './describe-device.ts';
import { readBrowserEnvironment } from './device-environment.ts';
import type { DeviceInformation, FingerprintMetadata } from './device-identity.ts';
import type { DeviceIdentityOptions } from './device-identity-options.ts';
import { fingerprintOf } from './fingerprint.ts';
import { describeFingerprint } from './fingerprint-metadata.ts';
import { createIdentifierGenerator } from './generate-identifier.ts';
import type { IdentifierStore } from './identifier-store.ts';
import { loadFingerprint } from './load-fingerprint.ts';
import { createNewIdentifier, type NewIdentifier } from './new-identifier.ts';
import { withLock } from './with-lock.ts';

/** All that an identity does beyond reading its stored identifier. */
export interface DeviceWork extends NewIdentifier {
  /** Is told the identifier that an earlier page load has stored. */
  onStored(deviceId: string): void;
  describe(deviceId: string): DeviceInformation;
  readMetadata(deviceId: string): Promise<FingerprintMetadata | null>;
}

/** Makes the work. This module is one chunk with what it imports, which is loaded late. */
export function createDeviceWork(options: DeviceIdentityOptions, store: IdentifierStore): DeviceWork {
  const now = options.now ?? Date.now;
  const environment = options.environment ?? readBrowserEnvironment;
  const records = chooseRecordStore(options.indexedDB);
  const fingerprint = options.fingerprint ?? loadFingerprint;
  const timeoutMs = options.identifierTimeoutMs ?? 2000;
  const locked = <T>(limitMs: number, work: () => Promise<T>) =>
    withLock(options.locks ?? globalThis.navigator?.locks, limitMs, work);
  const complete = createRecordCompletion({
    records,
    locked: (work) => locked(timeoutMs, work),
    describeFingerprint: async () => describeFingerprint(await fingerprint(), environment(), now()),
  });
  const generate = createIdentifierGenerator({
    now,
    environment,
    random: options.random ?? ((bytes) => crypto.getRandomValues(bytes)),
    fingerprint,
    log: options.log ?? globalThis.console,
  });
  let completed = Promise.resolve();

  return {
    ...createNewIdentifier({ store, records, generate, locked, now, timeoutMs }),
    onStored(deviceId) {
      completed = complete(deviceId);
    },
    describe(deviceId) {
      const traits = environment();
      const { userAgent, platform, language, screenResolution, timezone } = traits;
      return {
        deviceId,
        fingerprint: fingerprintOf(deviceId),
        userAgent,
        ...describeDevice(traits),
        platform,
        language,
        screenResolution,
        timezone,
        timestamp: new Date(now()).toISOString(),
      };
    },
    async readMetadata(deviceId) {
      await withinTime(completed, { timeoutMs, onTimeout: () => {} });
      const record = await records.read();
      return record?.deviceId === deviceId ? record.metadata : null;
    },
  };
}
