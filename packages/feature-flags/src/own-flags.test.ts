import { expect, expectTypeOf, test } from 'vitest';
import { createFeatureFlags, DEFAULT_FLAGS, type DefaultFlagName, type FeatureFlags } from './index.ts';
import { createFeatureFlagsAtoms } from './react/index.ts';
import { createFakeFeatureFlags } from './testing/index.ts';

const own = {
  COUNT_BINS: { description: 'Counts a bin by reading each item.' },
  PRINT_LABELS: { description: 'Prints a label for each new bin.', default: true, requiresReload: true },
};

function ownFlags(values: Record<string, unknown>) {
  const warnings: string[] = [];
  const flags = createFeatureFlags({ flags: own, values, log: { warn: (message) => warnings.push(message) } });
  return { flags, warnings };
}

test("an app's own flags replace those of the specification, each with its own default", () => {
  const { flags, warnings } = ownFlags({ COUNT_BINS: true, ENABLE_DEBUG_MODE: true });
  expect(flags.list()).toEqual([
    {
      name: 'COUNT_BINS',
      value: true,
      default: false,
      requiresReload: false,
      description: 'Counts a bin by reading each item.',
    },
    {
      name: 'PRINT_LABELS',
      value: true,
      default: true,
      requiresReload: true,
      description: 'Prints a label for each new bin.',
    },
  ]);
  expect(warnings).toEqual(['Feature flag ENABLE_DEBUG_MODE is unknown and has no effect']);
});

test('a flag that is on by default can be switched off, and keeps its default when its value is wrong', () => {
  expect(ownFlags({ PRINT_LABELS: false }).flags.isEnabled('PRINT_LABELS')).toBe(false);
  expect(ownFlags({ PRINT_LABELS: 'no' }).flags.isEnabled('PRINT_LABELS')).toBe(true);
});

test('an app may add flags to those of the specification', () => {
  const flags = createFeatureFlags({ flags: { ...DEFAULT_FLAGS, ...own }, values: { ENABLE_DEBUG_MODE: true } });
  expectTypeOf(flags).toEqualTypeOf<FeatureFlags<DefaultFlagName | keyof typeof own>>();
  expect(flags.isEnabled('ENABLE_DEBUG_MODE')).toBe(true);
  expect(flags.isEnabled('COUNT_BINS')).toBe(false);
});

test('the names of the flags are types: an unknown one is an error of the compiler', () => {
  const { flags } = ownFlags({});
  expectTypeOf(flags.isEnabled).parameter(0).toEqualTypeOf<'COUNT_BINS' | 'PRINT_LABELS'>();
  // @ts-expect-error: no flag of this app
  expect(flags.isEnabled('ENABLE_DEBUG_MODE')).toBe(false);
  // @ts-expect-error: what asks for the default flags cannot take those of another app
  expect(((given: FeatureFlags) => given.list())(flags)).toHaveLength(2);

  const without = createFeatureFlags({ values: {} });
  expectTypeOf(without).toEqualTypeOf<FeatureFlags<DefaultFlagName>>();
  // @ts-expect-error: no flag of the specification
  expect(without.isEnabled('COUNT_BINS')).toBe(false);
});

test('atoms and fakes are made of any flags', () => {
  const flags = createFakeFeatureFlags({ flags: own, enabled: ['COUNT_BINS'] });
  const { flagAtoms } = createFeatureFlagsAtoms(flags);
  expectTypeOf(flagAtoms).toHaveProperty('COUNT_BINS');
  expectTypeOf(flagAtoms).not.toHaveProperty('ENABLE_DEBUG_MODE');
  expect(Object.keys(flagAtoms)).toEqual(['COUNT_BINS', 'PRINT_LABELS']);
  expect(flags.isEnabled('COUNT_BINS')).toBe(true);
  // @ts-expect-error: no flag of this app
  createFakeFeatureFlags({ flags: own, enabled: ['ENABLE_DEBUG_MODE'] });
});
