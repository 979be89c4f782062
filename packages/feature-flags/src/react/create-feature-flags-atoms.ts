import { atom } from 'jotai';
import type { FeatureFlags } from '../index.ts';

export function createFeatureFlagsAtoms(featureFlags: FeatureFlags) {
  return { nameAtom: atom(() => featureFlags.name) };
}
