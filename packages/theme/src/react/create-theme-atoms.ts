import { type Atom, atom, type WritableAtom } from 'jotai';
import type { Theme, ThemeName, ThemeState } from '../index.ts';

/** The atoms of one theme. */
export interface ThemeAtoms {
  /** The theme that is on. */
  readonly themeAtom: Atom<ThemeName>;
  /** Whether a person or the operating system chose it. */
  readonly themeSourceAtom: Atom<ThemeState['source']>;
  /** Applies and saves the other theme. */
  readonly toggleThemeAtom: WritableAtom<null, [], void>;
  /** Applies and saves a theme. */
  readonly setThemeAtom: WritableAtom<null, [ThemeName], void>;
  /** Removes the choice: the system decides again. */
  readonly followSystemAtom: WritableAtom<null, [], void>;
}

/**
 * Makes the atoms of one theme.
 *
 * @example
 * const { themeAtom, toggleThemeAtom } = createThemeAtoms(theme);
 * const current = useAtomValue(themeAtom);
 */
export function createThemeAtoms(theme: Theme): ThemeAtoms {
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
