import { describe, expect, test, vi } from 'vitest';
import { createFeatureFlags, DEFAULT_FLAGS, type DefaultFlagName, type FeatureFlagsOptions } from './index.ts';

const FLAG_NAMES = Object.keys(DEFAULT_FLAGS) as DefaultFlagName[];

function flagsOf(values: Record<string, unknown>, options: Partial<FeatureFlagsOptions> = {}) {
  const warnings: string[] = [];
  const flags = createFeatureFlags({ values, log: { warn: (message) => warnings.push(message) }, ...options });
  return { flags, warnings };
}

describe('Feature flags: the list of the product', () => {
  test.each([
    ['USE_SECURE_COOKIE_AUTH', true],
    ['ENABLE_PERFORMANCE_METRICS', false],
    ['ENABLE_NETWORK_SPEED_MONITORING', false],
    ['ENABLE_MULTI_LANGUAGE', true],
    ['ENABLE_ADVANCED_SCANNING', false],
    ['ENABLE_DEBUG_MODE', false],
    ['SHOW_FEATURE_FLAGS_UI', false],
  ] as const)('%s is off by default; needs a reload: %s', (name, requiresReload) => {
    const { flags } = flagsOf({});
    expect(flags.isEnabled(name)).toBe(false);
    expect(flags.list().find((flag) => flag.name === name)).toMatchObject({
      value: false,
      default: false,
      requiresReload,
    });
  });

  test('there are seven, each with a description of one sentence', () => {
    const { flags } = flagsOf({});
    expect(flags.list().map(({ name }) => name)).toEqual(FLAG_NAMES);
    expect(flags.list()).toHaveLength(7);
    for (const { description } of flags.list()) expect(description).toMatch(/^[A-Z].+\.$/);
  });

  test('each can be switched on by the runtime configuration, and only itself', () => {
    for (const name of FLAG_NAMES) {
      const { flags, warnings } = flagsOf({ [name]: true });
      expect(FLAG_NAMES.filter((other) => flags.isEnabled(other))).toEqual([name]);
      expect(warnings).toEqual([]);
    }
  });
});

describe('Feature flags: read once at start-up, fixed afterwards', () => {
  test('a later change of the configuration object changes no flag', () => {
    const values: Record<string, unknown> = { ENABLE_DEBUG_MODE: true };
    const { flags } = flagsOf(values);
    values.ENABLE_DEBUG_MODE = false;
    values.SHOW_FEATURE_FLAGS_UI = true;
    expect(flags.isEnabled('ENABLE_DEBUG_MODE')).toBe(true);
    expect(flags.isEnabled('SHOW_FEATURE_FLAGS_UI')).toBe(false);
  });

  test('[4.21] set and reset only log a warning', () => {
    const { flags, warnings } = flagsOf({ ENABLE_DEBUG_MODE: true });
    flags.set('SHOW_FEATURE_FLAGS_UI', true);
    flags.reset('ENABLE_DEBUG_MODE');
    flags.reset();
    expect(warnings).toEqual([
      'Setting feature flag SHOW_FEATURE_FLAGS_UI has no effect: feature flags are fixed at start-up by the runtime configuration',
      'Resetting feature flag ENABLE_DEBUG_MODE has no effect: feature flags are fixed at start-up by the runtime configuration',
      'Resetting the feature flags has no effect: feature flags are fixed at start-up by the runtime configuration',
    ]);
    expect(flags.isEnabled('SHOW_FEATURE_FLAGS_UI')).toBe(false);
    expect(flags.isEnabled('ENABLE_DEBUG_MODE')).toBe(true);
  });

  test('the list cannot be written to', () => {
    const { flags } = flagsOf({});
    expect(() => Object.assign(flags.list()[0] ?? {}, { value: true })).toThrow(TypeError);
    expect(() => (flags.list() as unknown[]).pop()).toThrow(TypeError);
  });
});

describe('Feature flags: a failing value is rejected with a warning', () => {
  test.each(['true', 1, null, {}, []])('%j is neither true nor false', (value) => {
    const { flags, warnings } = flagsOf({ ENABLE_DEBUG_MODE: value });
    expect(flags.isEnabled('ENABLE_DEBUG_MODE')).toBe(false);
    expect(warnings).toEqual(['Feature flag ENABLE_DEBUG_MODE has a value that is not valid: its default is used']);
  });

  test('a flag may have a further validator', () => {
    const { ENABLE_ADVANCED_SCANNING, ENABLE_DEBUG_MODE, ...others } = DEFAULT_FLAGS;
    const { flags, warnings } = flagsOf(
      { ENABLE_ADVANCED_SCANNING: true, ENABLE_DEBUG_MODE: true },
      {
        flags: {
          ...others,
          ENABLE_ADVANCED_SCANNING: { ...ENABLE_ADVANCED_SCANNING, validate: () => false },
          ENABLE_DEBUG_MODE: { ...ENABLE_DEBUG_MODE, validate: (value) => value },
        },
      },
    );
    expect(flags.isEnabled('ENABLE_ADVANCED_SCANNING')).toBe(false);
    expect(flags.isEnabled('ENABLE_DEBUG_MODE')).toBe(true);
    expect(warnings).toHaveLength(1);
  });

  test('a validator that throws rejects the value, and the app starts', () => {
    const validate = () => {
      throw new TypeError('no camera');
    };
    const { flags, warnings } = flagsOf(
      { ENABLE_DEBUG_MODE: true },
      { flags: { ...DEFAULT_FLAGS, ENABLE_DEBUG_MODE: { ...DEFAULT_FLAGS.ENABLE_DEBUG_MODE, validate } } },
    );
    expect(flags.isEnabled('ENABLE_DEBUG_MODE')).toBe(false);
    expect(warnings).toEqual(['Feature flag ENABLE_DEBUG_MODE has a value that is not valid: its default is used']);
  });

  test('a name that is no flag causes a warning, so that a typing error shows', () => {
    const { warnings } = flagsOf({ ENABLE_DEBUG: true });
    expect(warnings).toEqual(['Feature flag ENABLE_DEBUG is unknown and has no effect']);
  });

  test('a value that is absent or undefined is no mistake', () => {
    expect(flagsOf({ ENABLE_DEBUG_MODE: undefined }).warnings).toEqual([]);
  });

  test('an inherited property of objects is no flag', () => {
    expect(flagsOf({}).flags.isEnabled('toString' as DefaultFlagName)).toBe(false);
    expect(flagsOf({ toString: true }).warnings).toEqual(['Feature flag toString is unknown and has no effect']);
  });

  test('an inherited value is none', () => {
    const { flags, warnings } = flagsOf(Object.create({ ENABLE_DEBUG_MODE: true }) as Record<string, unknown>);
    expect(flags.isEnabled('ENABLE_DEBUG_MODE')).toBe(false);
    expect(warnings).toEqual([]);
  });

  test('warnings go to the console by default', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    createFeatureFlags({ values: { ENABLE_DEBUG: true } });
    expect(warn).toHaveBeenCalledExactlyOnceWith('Feature flag ENABLE_DEBUG is unknown and has no effect');
    warn.mockRestore();
  });
});
