import { untilAborted, whenPainted, withinTime } from '@scantix/runtime-utils';
import { chooseRecordStore } from './choose-record-store.ts';
import { createRecordCompletion } from './complete-record.ts';
import { createCurrentIdentifier } from './current-identifier.ts';
import { describeDevice } from './describe-device.ts';
import { readBrowserEnvironment } from './device-environment.ts';
import type { DeviceIdentity } from './device-identity.ts';
import type { DeviceIdentityOptions } from './device-identity-options.ts';
import { describeFingerprint } from './fingerprint-metadata.ts';
import { createIdentifierGenerator } from './generate-identifier.ts';
import { createIdentifierStore, DEVICE_ID_KEY, isPlausible } from './identifier-store.ts';
import { loadFingerprint } from './load-fingerprint.ts';
import { withLock } from './with-lock.ts';

/**
 * Creates the identity of this device; nothing is read or loaded before `start()` or the first call.
 *
 * @example
 * const identity = createDeviceIdentity();
 * identity.start();
 * const deviceId = await identity.getDeviceId();
 */
export function createDeviceIdentity(options: DeviceIdentityOptions = {}): DeviceIdentity {
  const now = options.now ?? Date.now;
  const environment = options.environment ?? readBrowserEnvironment;
  const events = options.events ?? (globalThis as Partial<typeof globalThis>).window;
  const records = chooseRecordStore(options.indexedDB);
  const fingerprint = options.fingerprint ?? loadFingerprint;
  const timeoutMs = options.identifierTimeoutMs ?? 2000;
  const shared = {
    records,
    locked: <T>(limitMs: number, work: () => Promise<T>) =>
      withLock(options.locks ?? globalThis.navigator?.locks, limitMs, work),
    whenPainted: options.whenPainted ?? whenPainted,
  };
  const complete = createRecordCompletion({
    ...shared,
    locked: (work) => shared.locked(timeoutMs, work),
    describeFingerprint: async () => describeFingerprint(await fingerprint(), environment(), now()),
  });
  let completed = Promise.resolve();
  const identifier = createCurrentIdentifier({
    ...shared,
    store: createIdentifierStore(() => options.storage ?? globalThis.localStorage),
    now,
    timeoutMs,
    generate: createIdentifierGenerator({
      now,
      environment,
      random: options.random ?? ((bytes) => crypto.getRandomValues(bytes)),
      fingerprint,
      log: options.log ?? globalThis.console,
    }),
    onStored(deviceId) {
      completed = complete(deviceId);
    },
  });

  function onStorage(event: Event): void {
    const { key, newValue } = event as StorageEvent;
    // A null key or value means that storage was cleared: the identifier of this page load stays until it is replaced.
    if (key === DEVICE_ID_KEY && isPlausible(newValue)) identifier.set(newValue);
  }

  return {
    start() {
      events?.addEventListener('storage', onStorage);
      void identifier.get();
    },
    stop() {
      events?.removeEventListener('storage', onStorage);
    },
    getDeviceId: async ({ signal } = {}) => untilAborted(identifier.get(), signal),
    getFingerprint: async ({ signal } = {}) => fingerprintOf(await untilAborted(identifier.get(), signal)),
    async getDeviceInformation({ signal } = {}) {
      const deviceId = await untilAborted(identifier.get(), signal);
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
    async getFingerprintMetadata({ signal } = {}) {
      const deviceId = await untilAborted(identifier.get(), signal);
      await untilAborted(withinTime(completed, { timeoutMs, onTimeout: () => {} }), signal);
      const record = await untilAborted(records.read(), signal);
      return record?.deviceId === deviceId ? record.metadata : null;
    },
    reset: identifier.reset,
  };
}

function fingerprintOf(deviceId: string): string {
  return deviceId.split('.', 1)[0] ?? deviceId;
}
