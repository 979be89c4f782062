import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createFakeFeatureFlags } from '../testing/index.ts';
import { createFeatureFlagsAtoms } from './index.ts';

test('there is one atom a flag and one for the list, each with a label', () => {
  const flags = createFakeFeatureFlags({ enabled: ['ENABLE_DEBUG_MODE'] });
  const { flagAtoms, flagListAtom } = createFeatureFlagsAtoms(flags);
  const store = createStore();
  expect(store.get(flagAtoms.ENABLE_DEBUG_MODE)).toBe(true);
  expect(store.get(flagAtoms.SHOW_FEATURE_FLAGS_UI)).toBe(false);
  expect(store.get(flagListAtom)).toBe(flags.list());
  expect(flagAtoms.ENABLE_DEBUG_MODE.debugLabel).toBe('featureFlags/ENABLE_DEBUG_MODE');
  expect(flagListAtom.debugLabel).toBe('featureFlags/list');
});

test('the fake collects its warnings instead of printing them', () => {
  const flags = createFakeFeatureFlags();
  flags.set('ENABLE_DEBUG_MODE', true);
  expect(flags.warnings).toEqual([expect.stringContaining('Setting feature flag ENABLE_DEBUG_MODE')]);
});
