import { atom } from 'jotai';
import type { Theme, ThemeName } from '../index.ts';

/**
 * The theme as atoms: `themeAtom` reads the look that is on, the other two change it.
 *
 * @example
 * const { themeAtom, toggleThemeAtom } = createThemeAtoms(theme);
 * const look = useAtomValue(themeAtom);
 */
export function createThemeAtoms(theme: Theme) {
  const stateAtom = atom(theme.getSnapshot());
  stateAtom.debugLabel = 'theme/state';
  stateAtom.onMount = (setState) => {
    const read = () => setState(theme.getSnapshot());
    read();
    return theme.subscribe(read);
  };

  const themeAtom = atom((get) => get(stateAtom).theme);
  themeAtom.debugLabel = 'theme/theme';

  const themeSourceAtom = atom((get) => get(stateAtom).source);
  themeSourceAtom.debugLabel = 'theme/source';

  const toggleThemeAtom = atom(null, () => theme.toggle());
  toggleThemeAtom.debugLabel = 'theme/toggle';

  const setThemeAtom = atom(null, (_get, _set, name: ThemeName) => theme.set(name));
  setThemeAtom.debugLabel = 'theme/set';

  const followSystemAtom = atom(null, () => theme.followSystem());
  followSystemAtom.debugLabel = 'theme/follow-system';

  return { themeAtom, themeSourceAtom, toggleThemeAtom, setThemeAtom, followSystemAtom };
}
