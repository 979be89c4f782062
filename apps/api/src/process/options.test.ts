import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hashesAtOnce, OptionsError, readDataDir, readOptions } from './options.ts';

const ROOT = resolve('/opt/scantix');
const installation = { dataDir: join(ROOT, 'data'), appDir: join(ROOT, 'app') };
const SECRET = 'x'.repeat(32);

const read = (env: Record<string, string>, args: readonly string[], more: { interactive?: boolean } = {}) =>
  readOptions(env, args, { installation, ...more });

describe('options', () => {
  test('without any environment serve this machine from the embedded database, without demo data', () => {
    expect(read({}, [])).toMatchObject({
      port: 4173,
      host: '127.0.0.1',
      ...installation,
      databaseUrl: undefined,
      demo: false,
      https: false,
      logLevel: 'info',
      trustedProxies: 0,
    });
  });

  test('of the example for operators give no secret, which everybody would know', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../../deploy/env.example'), 'utf8');
    const uncommented = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
    expect(() => read(uncommented as Record<string, string>, [])).toThrow('AUTH_SECRET is required');
  });

  test.each([
    "'postgres://localhost/scantix'",
    'host=localhost dbname=scantix',
    'mysql://localhost/scantix',
    'scantix',
  ])('refuse DATABASE_URL %s, of which the driver would make the address of another server', (DATABASE_URL) => {
    const advice = 'DATABASE_URL must be an address such as postgres://user:password@host/database, without quotes';
    expect(() => read({ DATABASE_URL, AUTH_SECRET: SECRET }, [])).toThrow(advice);
  });

  test.each([
    'postgres:///scantix',
    'postgresql://h/d',
    'socket:/run/postgresql?db=d',
    '/run/postgresql d',
    ' postgres://h/d\n',
  ])('take DATABASE_URL %j', (DATABASE_URL) => {
    expect(read({ DATABASE_URL, AUTH_SECRET: SECRET }, []).databaseUrl).toBe(DATABASE_URL.trim());
  });

  test.each([
    ['postgres://h/d?sslmode=prefer', 'postgres://h/d?sslmode=verify-full'],
    ['postgres://h/d?sslmode=require', 'postgres://h/d?sslmode=verify-full'],
    ['postgres://h/d?a=b&sslmode=verify-ca&sslrootcert=/ca', 'postgres://h/d?a=b&sslmode=verify-full&sslrootcert=/ca'],
    ['postgres://h/d?sslmode=no-verify', 'postgres://h/d?sslmode=no-verify'],
    ['postgres://h/d?uselibpqcompat=true&sslmode=require', 'postgres://h/d?uselibpqcompat=true&sslmode=require'],
  ])('name the mode of %s as the driver reads it, which would warn in many lines', (DATABASE_URL, mode) => {
    expect(read({ DATABASE_URL, AUTH_SECRET: SECRET }, []).databaseUrl).toBe(mode);
  });

  test.each(['https://münchen.example', '“https://logs.example”', 'https://logs.example;'])(
    'refuse the source %s, with which no answer could be sent, or the policy be another one',
    (source) => {
      for (const name of ['CSP_CONNECT_SRC', 'CSP_STYLE_HASHES'])
        expect(() => read({ [name]: source }, [])).toThrow(`${name} must have only ASCII characters, and no semicolon`);
    },
  );

  test('load demo data only on --demo', () => {
    expect(read({}, ['--demo']).demo).toBe(true);
    const env = { DATABASE_URL: 'postgres://localhost/scantix', AUTH_SECRET: SECRET };
    expect(read(env, []).demo).toBe(false);
    expect(read(env, ['--demo']).demo).toBe(true);
  });

  test('load 2,000 demo tickets unless DEMO_TICKETS says otherwise', () => {
    expect(read({}, ['--demo']).demoTickets).toBe(2_000);
    expect(read({ DEMO_TICKETS: '50000' }, ['--demo']).demoTickets).toBe(50_000);
    expect(() => read({ DEMO_TICKETS: '20' }, ['--demo'])).toThrow('DEMO_TICKETS must be a whole number from 100');
  });

  test('with --https listen on every address unless HOST says otherwise', () => {
    expect(read({}, ['--https']).host).toBe('0.0.0.0');
    expect(read({ HOST: '127.0.0.1' }, ['--https']).host).toBe('127.0.0.1');
  });

  test('leave a processor to other calls while passwords are hashed', () => {
    expect([1, 2, 3, 5, 64].map(hashesAtOnce)).toEqual([1, 1, 2, 4, 4]);
  });

  test('log less to a person than to a file', () => {
    expect(read({}, [], { interactive: true }).logLevel).toBe('warn');
    expect(read({ LOG_LEVEL: 'debug' }, [], { interactive: true }).logLevel).toBe('debug');
  });

  test('have no port for metrics and no proxy for telemetry unless they are set', () => {
    expect(read({}, [])).toMatchObject({ metricsPort: undefined, metricsHost: '127.0.0.1', telemetry: {} });
    expect(read({ METRICS_PORT: '9464', METRICS_HOST: '::' }, [])).toMatchObject({
      metricsPort: 9464,
      metricsHost: '::',
    });
    const env = { TELEMETRY_AXIOM_TOKEN: 't', TELEMETRY_AXIOM_URL: '', TELEMETRY_SENTRY_DSN: 'https://k@host/1' };
    expect(Object.keys(read(env, []).telemetry)).toEqual(['axiom', 'sentry']);
  });

  test('take origins as a browser names them', () => {
    const ALLOWED_ORIGINS = 'http://localhost:5173/, https://App.example:443/app capacitor://localhost';
    const { allowedOrigins } = read({ ALLOWED_ORIGINS }, []);
    expect(allowedOrigins).toEqual(['http://localhost:5173', 'https://app.example', 'capacitor://localhost']);
  });

  test('take the app’s configuration as JSON', () => {
    const env = { APP_CONFIG: '{"FEATURE_FLAGS":{"ENABLE_ADVANCED_SCANNING":true}}' };
    expect(read(env, []).appConfiguration).toEqual({ FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } });
  });

  test('that are blank are as good as not set', () => {
    const names = [
      'PORT',
      'HOST',
      'DATA_DIR',
      'DATABASE_URL',
      'AUTH_SECRET',
      'METRICS_PORT',
      'METRICS_HOST',
      'APP_DIR',
    ];
    const others = ['LOG_LEVEL', 'APP_CONFIG', 'TELEMETRY_AXIOM_TOKEN', 'TELEMETRY_SENTRY_DSN', 'PASSWORD_CONCURRENCY'];
    const blank = Object.fromEntries([...names, ...others].map((name) => [name, ' \t']));
    expect(read(blank, [])).toEqual(read({}, []));
    expect(readDataDir(blank, installation)).toBe(installation.dataDir);
  });

  test.each([
    [{ DATABASE_URL: 'postgres://localhost/scantix' }, /^AUTH_SECRET is required with DATABASE_URL/],
    [{ AUTH_SECRET: 'short' }, /^AUTH_SECRET must have at least 32 characters/],
    [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65535$/],
    [{ PORT: '70000' }, /^PORT/],
    [{ PORT: '1.5' }, /^PORT/],
    [{ TRUSTED_PROXIES: '-1' }, /^TRUSTED_PROXIES/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
    [{ METRICS_PORT: '70000' }, /^METRICS_PORT/],
    [{ TELEMETRY_SENTRY_DSN: 'key' }, /^TELEMETRY_SENTRY_DSN must be an http or https URL$/],
    [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS must be origins such as https:\/\/app\.example$/],
    [{ ALLOWED_ORIGINS: 'app.example:443' }, /^ALLOWED_ORIGINS/],
    [{ APP_CONFIG: '[]' }, /^APP_CONFIG must be a JSON object$/],
    [{ APP_CONFIG: '{' }, /^APP_CONFIG/],
  ])('refuse %j', (env, message) => {
    expect(() => read(env, [])).toThrow(OptionsError);
    expect(() => read(env, [])).toThrow(message);
  });

  test('refuse an argument that nobody knows', () => {
    expect(() => read({}, ['--htps'])).toThrow('Unknown argument --htps');
  });
});
