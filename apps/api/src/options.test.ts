import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OptionsError, readOptions } from './options.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SECRET = 'x'.repeat(32);

describe('options', () => {
  test('without any environment serve this machine from the embedded database, with demo data', () => {
    expect(readOptions({}, [])).toMatchObject({
      port: 4173,
      host: '127.0.0.1',
      dataDir: join(ROOT, '.data'),
      appDir: join(ROOT, 'apps/scanner/dist'),
      databaseUrl: undefined,
      demo: true,
      https: false,
      logLevel: 'info',
      trustedProxies: 0,
    });
  });

  test('with DATABASE_URL load demo data only on --demo', () => {
    const env = { DATABASE_URL: 'postgres://localhost/scantix', AUTH_SECRET: SECRET };
    expect(readOptions(env, []).demo).toBe(false);
    expect(readOptions(env, ['--demo']).demo).toBe(true);
  });

  test('with --https listen on every address unless HOST says otherwise', () => {
    expect(readOptions({}, ['--https']).host).toBe('0.0.0.0');
    expect(readOptions({ HOST: '127.0.0.1' }, ['--https']).host).toBe('127.0.0.1');
  });

  test('log less to a person than to a file', () => {
    expect(readOptions({}, [], { interactive: true }).logLevel).toBe('warn');
    expect(readOptions({ LOG_LEVEL: 'debug' }, [], { interactive: true }).logLevel).toBe('debug');
  });

  test('take the app’s configuration as JSON', () => {
    const env = { APP_CONFIG: '{"FEATURE_FLAGS":{"ENABLE_ADVANCED_SCANNING":true}}' };
    expect(readOptions(env, []).appConfiguration).toEqual({ FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } });
  });

  test.each([
    [{ DATABASE_URL: 'postgres://localhost/scantix' }, /^AUTH_SECRET is required with DATABASE_URL/],
    [{ AUTH_SECRET: 'short' }, /^AUTH_SECRET must have at least 32 characters/],
    [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65535$/],
    [{ PORT: '70000' }, /^PORT/],
    [{ PORT: '1.5' }, /^PORT/],
    [{ TRUSTED_PROXIES: '-1' }, /^TRUSTED_PROXIES/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
    [{ APP_CONFIG: '[]' }, /^APP_CONFIG must be a JSON object$/],
    [{ APP_CONFIG: '{' }, /^APP_CONFIG/],
  ])('refuse %j', (env, message) => {
    expect(() => readOptions(env, [])).toThrow(OptionsError);
    expect(() => readOptions(env, [])).toThrow(message);
  });

  test('refuse an argument that nobody knows', () => {
    expect(() => readOptions({}, ['--htps'])).toThrow('Unknown argument --htps');
  });
});
