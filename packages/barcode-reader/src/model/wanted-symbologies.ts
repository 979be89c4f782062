import { type Symbology, standardSymbologies, symbologies } from './symbologies.ts';

/** Who limits which symbologies the camera looks for. */
export interface SymbologyChoice {
  /** Whether every symbology is allowed, or only the standard ones. */
  readonly advanced: boolean;
  /** Names that a server or administrator offers; `undefined` offers all that are allowed. Unknown names are ignored. */
  readonly offered: readonly string[] | undefined;
  /** Names that the person chose of those; `null` means all of them. Unknown names are ignored. */
  readonly chosen: readonly string[] | null;
}

/** The symbologies to offer in settings: the allowed ones where none of the offered names is allowed. */
export function offeredSymbologies({ advanced, offered }: Omit<SymbologyChoice, 'chosen'>): readonly Symbology[] {
  const allowed = advanced ? symbologies : standardSymbologies;
  const both = allowed.filter((name) => !offered || offered.includes(name));
  return both.length > 0 ? both : allowed;
}

/** The symbologies to look for: the chosen ones of those offered, or all offered where none of the chosen is left. */
export function wantedSymbologies({ chosen, ...choice }: SymbologyChoice): readonly Symbology[] {
  const all = offeredSymbologies(choice);
  const wanted = all.filter((name) => !chosen || chosen.includes(name));
  return wanted.length > 0 ? wanted : all;
}
