import { atom } from 'jotai';

/** The ids of the scans in the open batch, oldest first; `null` while no batch is open. */
export function createBatchAtom() {
  const batchAtom = atom<readonly string[] | null>(null);
  batchAtom.debugLabel = 'batch';
  return batchAtom;
}
