/** The keys where an app gives none. */
export const STORAGE_KEYS = {
  accessToken: 'authToken',
  refreshToken: 'refreshToken',
  expiresAt: 'tokenExpiration',
  refreshExpiresAt: 'refreshTokenExpiration',
  user: 'userData',
  rememberMe: 'rememberMe',
} as const;

/** The keys under which a session is stored. */
export type StorageKeys = Readonly<Record<keyof typeof STORAGE_KEYS, string>>;

/** The part of `Storage` that the session uses. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Local storage, accessed at each use: a browser that blocks it throws at the access. */
export const browserStorage: KeyValueStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

/** Whose session is stored, whether or not it has expired. */
export function readStoredUserId(
  storage: KeyValueStorage = browserStorage,
  keys: StorageKeys = STORAGE_KEYS,
): string | undefined {
  try {
    const { id } = JSON.parse(storage.getItem(keys.user) ?? '') as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
