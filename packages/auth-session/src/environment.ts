import type { Clock } from './clock.ts';
import { createIndexedDbRotationStore } from './indexed-db-rotation-store.ts';
import { createMemoryLocks } from './memory-locks.ts';
import { createMemoryRotationStore, type RotationStore } from './rotation-store.ts';
import type { SessionLocks } from './session-lock.ts';

/** The browser's IndexedDB; null where there is none. Some browsers throw at the access where cookies are blocked. */
export function chooseIndexedDb(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** Where the rotation record is stored: IndexedDB, or memory where there is none. */
export function chooseRotationStore(factory: IDBFactory | null, clock: Clock, name?: string): RotationStore {
  return factory ? createIndexedDbRotationStore(factory, clock, name) : createMemoryRotationStore();
}

/** Web Locks, or a lock for this tab alone where the page is not secure. */
export function chooseLocks(): SessionLocks {
  return globalThis.navigator?.locks ?? createMemoryLocks();
}

/** The window, or a target of its own where there is none. */
export function chooseEvents(): EventTarget {
  return typeof globalThis.addEventListener === 'function' ? globalThis : new EventTarget();
}

/** The page's address, against which relative addresses are resolved; undefined where there is no page. */
export function getPageAddress(): string | undefined {
  return globalThis.document?.baseURI ?? globalThis.location?.href;
}

/** A hidden page is checked when it is shown. */
export function isPageHidden(): boolean {
  return globalThis.document?.visibilityState === 'hidden';
}
