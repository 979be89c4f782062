/** The used part of `Storage`. */
export interface DeviceIdStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Local storage key of the identifier. */
export const DEVICE_ID_KEY = 'deviceId';
/** Local storage key of the version marker. */
export const DEVICE_VERSION_KEY = 'deviceVersion';
/** The current version marker; an identifier stored under another one is replaced. */
export const DEVICE_VERSION = '1.0';

const PLAUSIBLE = /^[\x21-\x7e]{1,128}$/;

/** Whether an identifier fits into a header and the API's limit; this package writes nothing else. */
export function isPlausible(deviceId: unknown): deviceId is string {
  return typeof deviceId === 'string' && PLAUSIBLE.test(deviceId);
}

/** Local storage of the identifier. */
export interface IdentifierStore {
  /** Null when there is none, or none of the current version. */
  read(): string | null;
  write(deviceId: string): void;
  clear(): void;
}

/** Stores the identifier with its version marker. A storage that refuses (private mode, quota) reads as empty. */
export function createIdentifierStore(storage: () => DeviceIdStorage): IdentifierStore {
  const attempt = <T>(use: (storage: DeviceIdStorage) => T): T | null => {
    try {
      return use(storage());
    } catch {
      return null;
    }
  };
  return {
    read: () =>
      attempt((store) => {
        const deviceId = store.getItem(DEVICE_ID_KEY);
        const current = store.getItem(DEVICE_VERSION_KEY) === DEVICE_VERSION;
        return current && isPlausible(deviceId) ? deviceId : null;
      }),
    write: (deviceId) =>
      attempt((store) => {
        store.setItem(DEVICE_ID_KEY, deviceId);
        store.setItem(DEVICE_VERSION_KEY, DEVICE_VERSION);
      }),
    clear: () =>
      attempt((store) => {
        store.removeItem(DEVICE_ID_KEY);
        store.removeItem(DEVICE_VERSION_KEY);
      }),
  };
}
