import type { DeviceEnvironment } from './device-environment.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { DeviceIdStorage } from './identifier-store.ts';

/** The options of a device identity. Everything outside the language has a production default. */
export interface DeviceIdentityOptions {
  /** @default globalThis.localStorage */
  readonly storage?: DeviceIdStorage;
  /** @default globalThis.indexedDB, or memory where there is none */
  readonly indexedDB?: IDBFactory;
  /** @default navigator.locks */
  readonly locks?: LockManager;
  /** Where `storage` events of other tabs arrive, and `pageshow`. @default globalThis.window */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** Wall clock, epoch milliseconds. @default Date.now */
  readonly now?: () => number;
  /** Fills bytes with randomness. @default crypto.getRandomValues */
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  /** Reads the traits of the browser. @default from the globals of the page */
  readonly environment?: () => DeviceEnvironment;
  /** Makes a fingerprint. @default FingerprintJS, loaded by a dynamic import when it is needed */
  readonly fingerprint?: () => Promise<Fingerprint>;
  /** How long a new identifier may take, from the first call on, before the fallback is used, in milliseconds. @default 2000 */
  readonly identifierTimeoutMs?: number;
  /**
   * Resolves when heavy work no longer delays the first screen.
   *
   * @param limitMs how long it waits at most, in milliseconds: 500 for a new identifier; a stored one leaves it open
   * @default once the page shows content, or after `limitMs`, or after 3 s
   */
  readonly whenPainted?: (limitMs?: number) => Promise<void>;
  /** @default globalThis.console */
  readonly log?: { error(message: string, cause: unknown): void };
}
