import type { SystemPreference, ThemeRoot, ThemeStorage } from '../index.ts';

/** A storage in memory; with `broken` set every call throws, as in a browser that blocks storage. */
export function createFakeStorage(entries: Record<string, string> = {}, { broken = false } = {}): ThemeStorage {
  const values = new Map(Object.entries(entries));
  const refuse = () => {
    if (broken) throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  return {
    getItem(key) {
      refuse();
      return values.get(key) ?? null;
    },
    setItem(key, value) {
      refuse();
      values.set(key, value);
    },
    removeItem(key) {
      refuse();
      values.delete(key);
    },
  };
}

/** A document root that records its classes only. */
export interface FakeRoot extends ThemeRoot {
  readonly classes: ReadonlySet<string>;
}

/** Creates a root without a document. */
export function createFakeRoot(): FakeRoot {
  const classes = new Set<string>();
  return {
    classes,
    classList: {
      toggle(name, force = !classes.has(name)) {
        if (force) classes.add(name);
        else classes.delete(name);
        return force;
      },
    },
  };
}

/** A system preference that a test sets. */
export interface FakeSystemPreference extends SystemPreference {
  prefer(theme: 'dark' | 'light'): void;
  /** How many listeners it has now; 0 after a clean end. */
  readonly listenerCount: number;
}

/** Creates a system preference. @default 'light' */
export function createFakeSystemPreference(initial: 'dark' | 'light' = 'light'): FakeSystemPreference {
  const listeners = new Set<() => void>();
  let preferred = initial;
  return {
    get matches() {
      return preferred === 'dark';
    },
    get listenerCount() {
      return listeners.size;
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
    prefer(theme) {
      preferred = theme;
      for (const listener of [...listeners]) listener();
    },
  };
}
