import { type Symbology, standardSymbologies, symbologies } from '@scantix/barcode-reader';

export interface SymbologyChoice {
  /** Whether every symbology may be asked for, or the standard ones alone. */
  readonly advanced: boolean;
  /** Those of the workgroup, by name, once they are known. */
  readonly offered: readonly string[] | undefined;
  /** Those that were chosen on this device, by name. */
  readonly chosen: readonly string[] | null;
}

/** What settings offer. */
export function offeredSymbologies({ advanced, offered }: Omit<SymbologyChoice, 'chosen'>): readonly Symbology[] {
  const allowed = advanced ? symbologies : standardSymbologies;
  const ofWorkgroup = allowed.filter((name) => !offered || offered.includes(name));
  return ofWorkgroup.length > 0 ? ofWorkgroup : allowed;
}

/** What the camera looks for: the chosen of the offered; all of them where none is left. */
export function wantedSymbologies({ chosen, ...choice }: SymbologyChoice): readonly Symbology[] {
  const all = offeredSymbologies(choice);
  const wanted = all.filter((name) => !chosen || chosen.includes(name));
  return wanted.length > 0 ? wanted : all;
}
