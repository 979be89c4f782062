import { atom } from 'jotai';
import type { Theme } from '../index.ts';

export function createThemeAtoms(theme: Theme) {
  return { nameAtom: atom(() => theme.name) };
}
