import { type Atom, atom } from 'jotai';
import { type FeatureFlags, FLAG_NAMES, type FlagDescription, type FlagName } from '../index.ts';

/** The atoms of one set of flags. They are read-only and never change. */
export interface FeatureFlagsAtoms {
  /** Every flag with its value, for a read-only list. */
  readonly flagListAtom: Atom<readonly FlagDescription[]>;
  /** Whether a flag is on, one atom a flag. */
  readonly flagAtoms: Readonly<Record<FlagName, Atom<boolean>>>;
}

/**
 * Makes the atoms of one set of flags.
 *
 * @example
 * const { flagAtoms } = createFeatureFlagsAtoms(flags);
 * const debug = useAtomValue(flagAtoms.ENABLE_DEBUG_MODE);
 */
export function createFeatureFlagsAtoms(flags: FeatureFlags): FeatureFlagsAtoms {
  const flagListAtom = labelled(
    'featureFlags/list',
    atom(() => flags.list()),
  );
  const entries = FLAG_NAMES.map((name) => [
    name,
    labelled(
      `featureFlags/${name}`,
      atom(() => flags.isEnabled(name)),
    ),
  ]);
  return { flagListAtom, flagAtoms: Object.fromEntries(entries) as Record<FlagName, Atom<boolean>> };
}

function labelled<T extends Atom<unknown>>(debugLabel: string, target: T): T {
  target.debugLabel = debugLabel;
  return target;
}
