import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConfigurationError, createConfiguration } from './index.ts';
import { createFakeConfiguration } from './testing/index.ts';

const FEATURES = ['reports', 'results', 'undo'] as const;

const read = (values: unknown) =>
  createConfiguration({ read: () => values, features: FEATURES, origin: 'https://gate.example' });
const initialize = (values: unknown) => read(values).initialize();

function failure(run: () => unknown): ConfigurationError {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
  }
  throw new Error('no ConfigurationError was thrown');
}

describe('Configuration: what must be there', () => {
  test.each([undefined, null])('if no configuration object exists (%s), start-up fails', (values) => {
    const error = failure(() => initialize(values));
    expect(error.code).toBe('not-found');
    expect(error.message).toBe('Configuration not found');
  });

  test.each([{}, { API_BASE_URL: '' }, { API_BASE_URL: '  ' }, { API_BASE_URL: undefined }, { API_BASE_URL: null }])(
    'the API base URL must be present: %j',
    (values) => {
      const error = failure(() => initialize(values));
      expect(error.code).toBe('invalid');
      expect(error.message).toBe('API_BASE_URL is required in configuration');
    },
  );

  test('[5.3] reading configuration before initialisation fails', () => {
    const error = failure(() => read({ API_BASE_URL: '/' }).get());
    expect(error.code).toBe('not-initialized');
    expect(error.message).toBe('Configuration not initialized. Call initialize() first.');
  });

  test('a failed initialisation leaves no configuration', () => {
    const configuration = read({});
    failure(() => configuration.initialize());
    expect(failure(() => configuration.get()).code).toBe('not-initialized');
  });

  test('it is read once and returned again', () => {
    let reads = 0;
    const configuration = createConfiguration({
      read: () => {
        reads += 1;
        return { API_BASE_URL: 'https://api.example' };
      },
    });
    const first = configuration.initialize();
    expect(configuration.initialize()).toBe(first);
    expect(configuration.get()).toBe(first);
    expect(reads).toBe(1);
  });
});

describe('Configuration: values and defaults', () => {
  test('everything but the API base URL has a default', () => {
    const { isFeatureEnabled, ...values } = initialize({ API_BASE_URL: 'https://api.example' });
    expect(values).toEqual({
      apiBaseUrl: 'https://api.example',
      appName: 'Scantix',
      appVersion: '1.0.0',
      axiom: { dataset: 'scantix-logs', enabled: false },
      sentry: { environment: 'production', release: '1.0.0' },
      offlineSessionGraceMs: 0,
      featureFlags: {},
      own: {},
    });
    expect(FEATURES.filter(isFeatureEnabled)).toEqual(FEATURES);
  });

  test('every key of the page arrives', () => {
    const values = initialize({
      API_BASE_URL: 'https://api.example/base/',
      APP_NAME: 'Gate',
      APP_VERSION: '2.1.0',
      AXIOM_TOKEN: 'xaat-1',
      AXIOM_DATASET: 'gate-logs',
      AXIOM_URL: '/logs',
      SENTRY_DSN: 'https://key@sentry.example/1',
      SENTRY_ENVIRONMENT: 'staging',
      SENTRY_RELEASE: '2.1.0+abc',
      OFFLINE_SESSION_GRACE_MS: 43_200_000,
      FEATURE_FLAGS: { ENABLE_DEBUG_MODE: true },
      FEATURES: { reports: false, results: true },
    });
    expect(values).toMatchObject({
      apiBaseUrl: 'https://api.example/base',
      appName: 'Gate',
      appVersion: '2.1.0',
      axiom: { token: 'xaat-1', dataset: 'gate-logs', url: 'https://gate.example/logs', enabled: true },
      sentry: { dsn: 'https://key@sentry.example/1', environment: 'staging', release: '2.1.0+abc' },
      offlineSessionGraceMs: 43_200_000,
      featureFlags: { ENABLE_DEBUG_MODE: true },
    });
    expect(FEATURES.map(values.isFeatureEnabled)).toEqual([false, true, true]);
  });

  test('[9.13] a features map defaults to enabled when a key is missing', () => {
    const { isFeatureEnabled } = initialize({ API_BASE_URL: '/', FEATURES: { undo: false } });
    expect(FEATURES.filter((feature) => !isFeatureEnabled(feature))).toEqual(['undo']);
  });

  test.each(FEATURES)('FEATURES switches %s off, and nothing else', (feature) => {
    const { isFeatureEnabled } = initialize({ API_BASE_URL: '/', FEATURES: { [feature]: false } });
    expect(FEATURES.filter((other) => !isFeatureEnabled(other))).toEqual([feature]);
  });

  test.each(['report', 'Reports', 'scanner', 'constructor', '__proto__'])(
    'FEATURES.%s is unknown: a warning, since a device may run an older build than the one it is meant for',
    (key) => {
      const warn = vi.fn();
      const read = () => ({ API_BASE_URL: '/', FEATURES: JSON.parse(`{"${key}":false}`) });
      const configuration = createConfiguration({
        read,
        features: FEATURES,
        origin: 'https://gate.example',
        log: { warn },
      });
      expect(FEATURES.filter(configuration.initialize().isFeatureEnabled)).toEqual(FEATURES);
      expect(warn.mock.calls).toEqual([[`FEATURES.${key} is unknown and has no effect`]]);
    },
  );

  test.each([
    ['/', 'https://gate.example'],
    ['/api/', 'https://gate.example/api'],
    ['/api//', 'https://gate.example/api'],
    ['https://other.example:8443', 'https://other.example:8443'],
    ['http://localhost:4173/', 'http://localhost:4173'],
  ])('the API base URL %s is %s for a page of gate.example', (written, resolved) => {
    expect(initialize({ API_BASE_URL: written }).apiBaseUrl).toBe(resolved);
  });

  test.each([
    [{}, false],
    [{ AXIOM_TOKEN: 'xaat-1' }, true],
    [{ AXIOM_URL: '/logs' }, true],
    [{ AXIOM_TOKEN: 'xaat-1', AXIOM_ENABLED: false }, false],
    [{ AXIOM_ENABLED: true }, false],
    [{ AXIOM_TOKEN: ' ' }, false],
  ])('with %j the logger is enabled: %s', (values, enabled) => {
    expect(initialize({ API_BASE_URL: '/', ...values }).axiom.enabled).toBe(enabled);
  });

  test('a grace of 0 is a value, and a known area is no warning', () => {
    const warn = vi.fn();
    const read = () => ({ API_BASE_URL: '/', OFFLINE_SESSION_GRACE_MS: 0, FEATURES: { reports: false } });
    const configuration = createConfiguration({
      read,
      features: FEATURES,
      origin: 'https://gate.example',
      log: { warn },
    });
    expect(configuration.initialize().offlineSessionGraceMs).toBe(0);
    expect(warn).not.toHaveBeenCalled();
  });

  test('a flag may be null: feature-flags refuses it', () => {
    expect(initialize({ API_BASE_URL: '/', FEATURE_FLAGS: { ENABLE_DEBUG_MODE: null } }).featureFlags).toEqual({
      ENABLE_DEBUG_MODE: null,
    });
  });

  test('nobody can change it afterwards', () => {
    const values = initialize({ API_BASE_URL: '/', FEATURE_FLAGS: { ENABLE_DEBUG_MODE: true } });
    expect(() => Object.assign(values.featureFlags, { ENABLE_DEBUG_MODE: false })).toThrow(TypeError);
    expect(() => Object.assign(values.axiom, { token: 'other' })).toThrow(TypeError);
  });

  test('freezing the answer does not freeze the object of the page', () => {
    const flags = { ENABLE_DEBUG_MODE: true, ROLLOUT: { percent: 5 } };
    initialize({ API_BASE_URL: '/', FEATURE_FLAGS: flags });
    expect([flags, flags.ROLLOUT].map(Object.isFrozen)).toEqual([false, false]);
  });
});

describe('Configuration: wrong values are named', () => {
  test.each([
    ['text', 'The configuration must be an object'],
    [[], 'The configuration must be an object'],
    [{ API_BASE_URL: 5 }, 'API_BASE_URL must be text'],
    [{ API_BASE_URL: 'https://' }, 'API_BASE_URL is not a URL'],
    [{ API_BASE_URL: 'javascript:alert(1)' }, 'API_BASE_URL must be an http or https URL without a query or fragment'],
    [{ API_BASE_URL: '/api?tenant=1' }, 'API_BASE_URL must be an http or https URL without a query or fragment'],
    [
      { API_BASE_URL: 'https://api.example/#' },
      'API_BASE_URL must be an http or https URL without a query or fragment',
    ],
    [
      { API_BASE_URL: '/', AXIOM_URL: '/logs?key=1' },
      'AXIOM_URL must be an http or https URL without a query or fragment',
    ],
    [{ API_BASE_URL: '/', AXIOM_DATASET: false }, 'AXIOM_DATASET must be text'],
    [{ API_BASE_URL: '/', AXIOM_URL: 'https://' }, 'AXIOM_URL is not a URL'],
    [
      { API_BASE_URL: '/', OFFLINE_SESSION_GRACE_MS: Number.NaN },
      'OFFLINE_SESSION_GRACE_MS must be a number of milliseconds',
    ],
    [
      { API_BASE_URL: '/', OFFLINE_SESSION_GRACE_MS: '12h' },
      'OFFLINE_SESSION_GRACE_MS must be a number of milliseconds',
    ],
    [{ API_BASE_URL: '/', OFFLINE_SESSION_GRACE_MS: -1 }, 'OFFLINE_SESSION_GRACE_MS must not be negative'],
    [{ API_BASE_URL: '/', FEATURES: { reports: 'no' } }, 'FEATURES.reports must be true or false'],
    [{ API_BASE_URL: '/', FEATURES: { results: null } }, 'FEATURES.results must be true or false'],
    [{ API_BASE_URL: '/', FEATURES: ['undo'] }, 'FEATURES must be an object'],
    [{ API_BASE_URL: '/', FEATURE_FLAGS: [] }, 'FEATURE_FLAGS must be an object'],
    [{ API_BASE_URL: '/', FEATURE_FLAGS: null }, 'FEATURE_FLAGS must be an object'],
  ])('%j: %s', (values, message) => {
    const error = failure(() => initialize(values));
    expect(error.code).toBe('invalid');
    expect(error.message).toContain(message);
  });

  test('the error names itself and what caused it', () => {
    const error = failure(() => initialize({ API_BASE_URL: 'https://' }));
    expect(error.name).toBe('ConfigurationError');
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  test('a secret is never part of a message', () => {
    const error = failure(() => initialize({ API_BASE_URL: '/', AXIOM_TOKEN: ['xaat-secret'] }));
    expect(error.message).not.toContain('xaat-secret');
  });
});

describe('Configuration: on a page', () => {
  afterEach(() => {
    delete (globalThis as { SCANTIX_CONFIG?: unknown }).SCANTIX_CONFIG;
  });

  test('it is read from SCANTIX_CONFIG on the window unless a test supplies another object', () => {
    Object.assign(globalThis, { SCANTIX_CONFIG: { API_BASE_URL: 'https://api.example' } });
    expect(createConfiguration().initialize().apiBaseUrl).toBe('https://api.example');
  });

  test('the fake of ./testing is a real configuration over values of the test', () => {
    expect(createFakeConfiguration({ APP_NAME: 'Test' }).get()).toMatchObject({
      apiBaseUrl: 'https://scantix.test',
      appName: 'Test',
    });
  });
});
