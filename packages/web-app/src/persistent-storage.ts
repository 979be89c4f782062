/** The part of the browser's `StorageManager` that is used. */
export type DeviceStorage = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/** What the browser says about the app's storage on this device. */
export interface StorageStatus {
  /** The space used, in bytes; `null` where the browser does not say. */
  readonly usedBytes: number | null;
  /** Whether the browser keeps the data when disk space is low. */
  readonly isPersistent: boolean;
}

/**
 * Asks the browser to keep the app's data when disk space is low. Browsers decide by their own rules (an installed app,
 * a page used often) and without a dialog, Firefox excepted; ask again at the next start after a refusal.
 *
 * @param storage @default navigator.storage; `undefined` on an insecure page
 * @returns whether the storage is persistent; never rejects
 */
export async function requestPersistentStorage(
  storage: DeviceStorage | undefined = browserStorage(),
): Promise<boolean> {
  try {
    if (await storage?.persisted?.()) return true;
    return (await storage?.persist?.()) ?? false;
  } catch {
    // Refused in a private window.
    return false;
  }
}

/**
 * Reads how much space the app uses on this device, and whether its storage is persistent. Never rejects.
 *
 * @param storage @default navigator.storage; `undefined` on an insecure page
 */
export async function readStorageStatus(storage: DeviceStorage | undefined = browserStorage()): Promise<StorageStatus> {
  const [estimate, isPersistent] = await Promise.all([
    attempt(() => storage?.estimate?.()),
    attempt(() => storage?.persisted?.()),
  ]);
  return { usedBytes: estimate?.usage ?? null, isPersistent: isPersistent ?? false };
}

async function attempt<T>(read: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

function browserStorage(): StorageManager | undefined {
  return globalThis.navigator?.storage;
}
