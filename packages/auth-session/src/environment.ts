import type { Clock } from './clock.ts';
import { createIndexedDbRotationStore } from './indexed-db-rotation-store.ts';
import { createMemoryRotationStore, type RotationStore } from './rotation-store.ts';
import { createMemoryLocks, type SessionLocks } from './session-lock.ts';

/** The rotation record's place: IndexedDB, or memory where there is none or it was declined. */
export function chooseRotationStore(factory: IDBFactory | null | undefined, clock: Clock): RotationStore {
  const chosen = factory === undefined ? globalThis.indexedDB : factory;
  return chosen ? createIndexedDbRotationStore(chosen, clock) : createMemoryRotationStore();
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
  return globalThis.location?.href;
}

/** Hidden pages wait: the check comes when they are shown. */
export function isPageHidden(): boolean {
  return globalThis.document?.visibilityState === 'hidden';
}
