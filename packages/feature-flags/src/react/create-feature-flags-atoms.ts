import { type Atom, atom } from 'jotai';
import type { DefaultFlagName, FeatureFlags, FlagDescription } from '../index.ts';

/** The atoms of one set of flags. They are read-only and never change. */
export interface FeatureFlagsAtoms<Name extends string = DefaultFlagName> {
  /** Every flag with its value, for a read-only list. */
  readonly flagListAtom: Atom<readonly FlagDescription<Name>[]>;
  /** Whether a flag is on, one atom a flag. */
  readonly flagAtoms: Readonly<Record<Name, Atom<boolean>>>;
}

/**
 * Makes the atoms of one set of flags.
 *
 * @example
 * const { flagAtoms } = createFeatureFlagsAtoms(flags);
 * const debug = useAtomValue(flagAtoms.ENABLE_DEBUG_MODE);
 */
export function createFeatureFlagsAtoms<Name extends string>(flags: FeatureFlags<Name>): FeatureFlagsAtoms<Name> {
  const flagListAtom = labelled(
    'featureFlags/list',
    atom(() => flags.list()),
  );
  const entries = flags.list().map(({ name }) => [
    name,
    labelled(
      `featureFlags/${name}`,
      atom(() => flags.isEnabled(name)),
    ),
  ]);
  return { flagListAtom, flagAtoms: Object.fromEntries(entries) as Record<Name, Atom<boolean>> };
}

function labelled<T extends Atom<unknown>>(debugLabel: string, target: T): T {
  target.debugLabel = debugLabel;
  return target;
}
