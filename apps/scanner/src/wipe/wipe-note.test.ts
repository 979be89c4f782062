import { afterEach, expect, test, vi } from 'vitest';
import { noteWipe, readWipe } from './wipe-note.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A local storage that takes no text that makes it longer than it is. */
function fullStorage(entries: Record<string, string>): Record<string, string> {
  const size = () => Object.entries(entries).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  const room = size();
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    removeItem(key: string) {
      delete entries[key];
    },
    setItem(key: string, value: string) {
      const before = entries[key];
      entries[key] = value;
      if (size() <= room) return;
      if (before === undefined) delete entries[key];
      else entries[key] = before;
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const proxy = new Proxy(methods, {
    ownKeys: () => Object.keys(entries),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal('localStorage', proxy);
  return entries;
}

test('the note of a wipe gets the room of the preferences where the storage is full', () => {
  const order = '0197b0a4-0000-4000-8000-000000000001';
  const wiped = JSON.stringify({ order, kept: 0 });
  const entries = fullStorage({
    filler: 'x'.repeat(1_000),
    deviceId: 'this device',
    refreshToken: 'needed for signing out',
    scannerWiped: wiped,
    scannerCheckpoint: JSON.stringify({ domain: order, checkpoint: { id: order, name: 'Gate A' } }),
    theme: 'dark',
  });
  noteWipe({ order });
  expect(readWipe()).toEqual({ order });
  expect(Object.keys(entries).sort()).toEqual(
    ['deviceId', 'filler', 'refreshToken', 'scannerWipe', 'scannerWiped', 'theme'].sort(),
  );
});
