import { atom } from 'jotai';
import type { InstallPrompt } from '../index.ts';

/**
 * The install prompt as atoms: `installStateAtom` says how the app can be installed, `showInstallPromptAtom` shows the
 * browser's prompt.
 *
 * @example
 * const { installStateAtom, showInstallPromptAtom } = createInstallPromptAtoms(install);
 * const state = useAtomValue(installStateAtom);
 */
export function createInstallPromptAtoms(install: InstallPrompt) {
  const stateAtom = atom(install.getSnapshot());
  stateAtom.debugLabel = 'installPrompt/snapshot';
  stateAtom.onMount = (setState) => {
    const read = () => setState(install.getSnapshot());
    read();
    return install.subscribe(read);
  };

  const installStateAtom = atom((get) => get(stateAtom));
  installStateAtom.debugLabel = 'installPrompt/state';

  const showInstallPromptAtom = atom(null, () => install.show());
  showInstallPromptAtom.debugLabel = 'installPrompt/show';

  return { installStateAtom, showInstallPromptAtom };
}
