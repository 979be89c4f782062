import { untilAborted, whenPainted } from '@scantix/runtime-utils';
import { chooseRecordStore } from './choose-record-store.ts';
import { createCurrentIdentifier } from './current-identifier.ts';
import { describeDevice } from './describe-device.ts';
import { readBrowserEnvironment } from './device-environment.ts';
import type { DeviceIdentity } from './device-identity.ts';
import type { DeviceIdentityOptions } from './device-identity-options.ts';
import { createIdentifierGenerator } from './generate-identifier.ts';
import { createIdentifierStore, DEVICE_ID_KEY } from './identifier-store.ts';
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
  const identifier = createCurrentIdentifier({
    store: createIdentifierStore(() => options.storage ?? globalThis.localStorage),
    records,
    locked: (work) => withLock(options.locks ?? globalThis.navigator?.locks, work),
    now,
    whenPainted: options.whenPainted ?? whenPainted,
    generate: createIdentifierGenerator({
      now,
      environment,
      random: options.random ?? ((bytes) => crypto.getRandomValues(bytes)),
      fingerprint: options.fingerprint ?? loadFingerprint,
      fingerprintTimeoutMs: options.fingerprintTimeoutMs ?? 2000,
      log: options.log ?? globalThis.console,
    }),
  });

  function onStorage(event: Event): void {
    const { key, newValue } = event as StorageEvent;
    // A null key or value means that storage was cleared: the identifier of this page load stays until it is replaced.
    if (key === DEVICE_ID_KEY && newValue) identifier.set(newValue);
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
      const record = await untilAborted(records.read(), signal);
      return record?.deviceId === deviceId ? record.metadata : null;
    },
    reset: identifier.reset,
  };
}

function fingerprintOf(deviceId: string): string {
  return deviceId.split('.', 1)[0] ?? deviceId;
}
