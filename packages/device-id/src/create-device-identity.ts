import { whenPainted } from '@scantix/runtime-utils';
import { chooseRecordStore } from './choose-record-store.ts';
import { describeDevice } from './describe-device.ts';
import { type DeviceEnvironment, readBrowserEnvironment } from './device-environment.ts';
import type { DeviceIdentity } from './device-identity.ts';
import { createIdentifierGenerator } from './generate-identifier.ts';
import { createIdentifierStore, DEVICE_ID_KEY, type KeyValueStorage } from './identifier-store.ts';
import { type Fingerprint, loadFingerprint } from './load-fingerprint.ts';
import { untilAborted } from './until-aborted.ts';
import { withLock } from './with-lock.ts';

/** What a device identity takes from its surroundings; every part has a production default. */
export interface DeviceIdentityOptions {
  /** @default globalThis.localStorage */
  readonly storage?: KeyValueStorage;
  /** @default globalThis.indexedDB, or memory where there is none */
  readonly indexedDB?: IDBFactory;
  /** @default navigator.locks */
  readonly locks?: LockManager;
  /** Where `storage` events of other tabs arrive. @default globalThis.window */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** Wall clock, epoch milliseconds. @default Date.now */
  readonly now?: () => number;
  /** Fills bytes with randomness. @default crypto.getRandomValues */
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  /** Reads what the browser says of itself. @default from the globals of the page */
  readonly environment?: () => DeviceEnvironment;
  /** Makes a fingerprint. @default FingerprintJS, loaded by a dynamic import when it is needed */
  readonly fingerprint?: () => Promise<Fingerprint>;
  /** How long a fingerprint may take before the fallback stands in, in milliseconds. @default 2000 */
  readonly fingerprintTimeoutMs?: number;
  /** Resolves when heavy work no longer delays the first screen. @default after the next paint */
  readonly whenPainted?: () => Promise<void>;
  /** @default globalThis.console */
  readonly log?: { error(message: string, cause: unknown): void };
}

/** A tab that begins just after another has written may still read an old local storage. */
const RENDERER_LAG_MS = 250;

/**
 * Creates the identity of this device; nothing is read or loaded before `start()` or the first question.
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
  const store = createIdentifierStore(() => options.storage ?? globalThis.localStorage);
  const records = chooseRecordStore(options.indexedDB);
  const locked = <T>(work: () => Promise<T>) => withLock(options.locks ?? globalThis.navigator?.locks, work);
  const generate = createIdentifierGenerator({
    now,
    environment,
    random: options.random ?? ((bytes) => crypto.getRandomValues(bytes)),
    fingerprint: options.fingerprint ?? loadFingerprint,
    fingerprintTimeoutMs: options.fingerprintTimeoutMs ?? 2000,
    log: options.log ?? globalThis.console,
  });

  let current: Promise<string> | undefined;

  async function find(): Promise<string> {
    const stored = store.read();
    if (stored) return stored;
    const lookedAt = now();
    await (options.whenPainted ?? whenPainted)();
    return locked(async () => {
      const meanwhile = store.read();
      if (meanwhile) return meanwhile;
      const record = await records.read();
      // Made by another tab while this one waited. An older record is what somebody cleared from local storage.
      if (record && record.createdAt >= lookedAt - RENDERER_LAG_MS) return keep(record.deviceId);
      return create();
    });
  }

  async function create(): Promise<string> {
    const record = await generate();
    await records.write(record);
    return keep(record.deviceId);
  }

  function keep(deviceId: string): string {
    store.write(deviceId);
    return deviceId;
  }

  function identifier(): Promise<string> {
    current ??= find();
    return current;
  }

  const fingerprintOf = (deviceId: string) => deviceId.split('.', 1)[0] ?? deviceId;

  function onStorage(event: Event): void {
    const { key, newValue } = event as StorageEvent;
    // A null key or value is somebody clearing: the identifier of this page load stays until it is replaced.
    if (key === DEVICE_ID_KEY && newValue) current = Promise.resolve(newValue);
  }

  return {
    start() {
      events?.addEventListener('storage', onStorage);
      void identifier();
    },
    stop() {
      events?.removeEventListener('storage', onStorage);
    },
    getDeviceId: async ({ signal } = {}) => untilAborted(identifier(), signal),
    getFingerprint: async ({ signal } = {}) => fingerprintOf(await untilAborted(identifier(), signal)),
    async getDeviceInformation({ signal } = {}) {
      const deviceId = await untilAborted(identifier(), signal);
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
      const deviceId = await untilAborted(identifier(), signal);
      const record = await untilAborted(records.read(), signal);
      return record?.deviceId === deviceId ? record.metadata : null;
    },
    reset() {
      current = locked(async () => {
        store.clear();
        await records.clear();
        return create();
      });
      return current;
    },
  };
}
