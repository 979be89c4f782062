import { atom } from 'jotai';
import type { AppUpdate } from '../index.ts';

/**
 * The update as atoms: `updateReadyAtom` is true while a reload brings a newer build, `applyUpdateAtom` reloads into it.
 *
 * @example
 * const { updateReadyAtom, applyUpdateAtom } = createAppUpdateAtoms(update);
 * const ready = useAtomValue(updateReadyAtom);
 */
export function createAppUpdateAtoms(update: AppUpdate) {
  const stateAtom = atom(update.getSnapshot());
  stateAtom.debugLabel = 'appUpdate/state';
  stateAtom.onMount = (setState) => {
    const read = () => setState(update.getSnapshot());
    read();
    return update.subscribe(read);
  };

  const updateReadyAtom = atom((get) => get(stateAtom) !== 'none');
  updateReadyAtom.debugLabel = 'appUpdate/ready';

  const applyUpdateAtom = atom(null, () => update.apply());
  applyUpdateAtom.debugLabel = 'appUpdate/apply';

  return { updateReadyAtom, applyUpdateAtom };
}
