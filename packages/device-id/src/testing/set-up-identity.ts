import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { createDeviceIdentity, type DeviceIdentityOptions } from '../index.ts';

export const ENVIRONMENT = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  platform: 'Linux x86_64',
  maxTouchPoints: 0,
  language: 'en-GB',
  screenResolution: '1920x1080',
  timezone: 'Europe/Berlin',
  canvas: 'data:image/png;base64,AAAA',
};

export function createMemoryStorage(entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries));
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

export function setUp(options: DeviceIdentityOptions = {}) {
  const storage = createMemoryStorage();
  const fingerprint = vi.fn(async () => ({ visitorId: 'a1b2c3', confidence: 0.6, components: 41 }));
  const errors: unknown[][] = [];
  const shared = {
    storage,
    indexedDB: new IDBFactory(),
    fingerprint,
    environment: () => ENVIRONMENT,
    whenPainted: async () => {},
    log: { error: (...args: unknown[]) => void errors.push(args) },
    ...options,
  };
  return { identity: createDeviceIdentity(shared), options: shared, storage, fingerprint, errors };
}

/** Writes a record past the package. */
export async function plantRecord(factory: IDBFactory, record: unknown): Promise<void> {
  const opening = factory.open('scantix-device-id', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('identity');
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const transaction = opening.result.transaction('identity', 'readwrite');
  transaction.objectStore('identity').put(record, 'current');
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  opening.result.close();
}
