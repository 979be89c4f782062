/** The page's IndexedDB; undefined where there is none, and where the access throws, as in a browser that blocks cookies. */
export function pageIndexedDb(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB;
  } catch {
    return undefined;
  }
}
