import { untilAborted, whenPainted } from '@scantix/runtime-utils';
import type { DeviceIdentity } from './device-identity.ts';
import type { DeviceIdentityOptions } from './device-identity-options.ts';
import { fingerprintOf } from './fingerprint.ts';
import { createIdentifierStore } from './identifier-store.ts';
import { createWorkLoader } from './load-work.ts';

/** The wait for a paint is part of the time limit of a new identifier. */
const PAINT_LIMIT_MS = 500;

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
  const events = options.events ?? (globalThis as Partial<typeof globalThis>).window;
  const store = createIdentifierStore(() => options.storage ?? globalThis.localStorage);
  const loadWork = createWorkLoader({
    async load() {
      loadingSince ??= now();
      return (await import('./device-work.ts')).createDeviceWork(options, store);
    },
    whenPainted: options.whenPainted ?? whenPainted,
  });
  let loadingSince: number | undefined;
  /** The identifier of this page load. */
  let current: Promise<string> | null = null;

  async function find(): Promise<string> {
    const stored = store.read();
    if (stored) {
      // A call that needs the code gets the error.
      loadWork().then(
        ({ onStored }) => onStored(stored),
        () => {},
      );
      return stored;
    }
    const startedAt = now();
    const work = await loadWork(PAINT_LIMIT_MS);
    // The wait for the network is not part of the time limit: tabs that all have none left would not wait for each other.
    return work.find(startedAt, (loadingSince ?? startedAt) - startedAt);
  }

  /** Callers share one search. */
  function identifier(): Promise<string> {
    current ??= find();
    return current;
  }

  function onChange(): void {
    // The event may be of another storage. Where nothing is stored, the identifier of this page load stays.
    const stored = store.read();
    if (stored) current = Promise.resolve(stored);
  }

  return {
    start() {
      events?.addEventListener('storage', onChange);
      // In the back/forward cache a page hears nothing of other tabs.
      events?.addEventListener('pageshow', onChange);
      // A call gets the error.
      identifier().catch(() => {});
    },
    stop() {
      events?.removeEventListener('storage', onChange);
      events?.removeEventListener('pageshow', onChange);
    },
    getDeviceId: async ({ signal } = {}) => untilAborted(identifier(), signal),
    getFingerprint: async ({ signal } = {}) => fingerprintOf(await untilAborted(identifier(), signal)),
    async getDeviceInformation({ signal } = {}) {
      const deviceId = await untilAborted(identifier(), signal);
      return (await untilAborted(loadWork(), signal)).describe(deviceId);
    },
    async getFingerprintMetadata({ signal } = {}) {
      const deviceId = await untilAborted(identifier(), signal);
      const { readMetadata } = await untilAborted(loadWork(), signal);
      return untilAborted(readMetadata(deviceId), signal);
    },
    async reset({ signal } = {}) {
      const replaced: Promise<string> = loadWork().then(({ reset }) =>
        // It replaces what another tab has stored meanwhile.
        reset().finally(() => {
          current = replaced;
        }),
      );
      current = replaced;
      return untilAborted(replaced, signal);
    },
  };
}
