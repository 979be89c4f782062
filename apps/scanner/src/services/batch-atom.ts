import { atom } from 'jotai';

/** The ids of the scans that the open batch has taken, in their order; `null` while codes are scanned one by one. */
export function createBatchAtom() {
  const batchAtom = atom<readonly string[] | null>(null);
  batchAtom.debugLabel = 'batch';
  return batchAtom;
}
