import { atom } from 'jotai';
import type { UiShell } from '../index.ts';

export function createUiShellAtoms(uiShell: UiShell) {
  return { nameAtom: atom(() => uiShell.name) };
}
