import { type Atom, atom } from 'jotai';

type Ids = readonly string[] | null;

/**
 * The ids of the scans in the open batch, those of the last picture first; `null` while no batch is open. A batch belongs to the clerk who
 * opened it: it stays open in other views, but nobody else sees it.
 */
export function createBatchAtom(userAtom: Atom<{ readonly id: string } | null>) {
  const openAtom = atom<{ readonly by: string; readonly ids: readonly string[] } | null>(null);
  const idsAtom = atom((get): Ids => {
    const open = get(openAtom);
    return open && open.by === get(userAtom)?.id ? open.ids : null;
  });
  const batchAtom = atom(
    (get) => get(idsAtom),
    (get, set, next: Ids | ((ids: Ids) => Ids)) => {
      const by = get(userAtom)?.id;
      const ids = typeof next === 'function' ? next(get(idsAtom)) : next;
      // A late scan of the clerk before must not close the batch of this one, nor open it.
      if (by !== undefined) set(openAtom, ids && { by, ids });
    },
  );
  batchAtom.debugLabel = 'batch';
  return batchAtom;
}
