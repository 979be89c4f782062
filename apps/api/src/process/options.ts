import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { DEFAULT_LOGIN_LIMITS, type LoginLimitRules } from '../auth/login-limits.ts';
import { DEFAULT_LIFETIMES, type SessionLifetimes } from '../auth/sessions.ts';
import { MIN_SECRET_LENGTH } from '../data-dir/read-auth-secret.ts';
import { readUpstreams, type TelemetryUpstreams } from '../telemetry/upstream.ts';
import type { Installation } from './installation.ts';

/** What an operator sets by environment and arguments. README.md has the table. */
export interface Options {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  /** Connections beside these, for reports and exports. */
  readonly reportConnections: number;
  readonly authSecret: string | undefined;
  readonly https: boolean;
  /** Load demo data into an empty database. */
  readonly demo: boolean;
  /** How many tickets it has. */
  readonly demoTickets: number;
  readonly logLevel: string;
  readonly trustedProxies: number;
  readonly allowedOrigins: readonly string[];
  readonly connectSources: readonly string[];
  readonly styleHashes: readonly string[];
  /** Keys of the app's runtime configuration that differ from the shipped ones. */
  readonly appConfiguration: Readonly<Record<string, unknown>>;
  readonly appDir: string;
  readonly lifetimes: SessionLifetimes;
  readonly loginLimits: LoginLimitRules;
  readonly passwordConcurrency: number;
  /** Whether webhooks may go to receivers in the operator's own network, over http too. */
  readonly webhooksToPrivate: boolean;
  /** The services to which the app's telemetry is sent on; none: there is no proxy. */
  readonly telemetry: TelemetryUpstreams;
  /** The port of the metrics; `undefined`: none. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
}

/** An option has an invalid value; the message names the option and the valid values. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/**
 * Reads the options. `installation`: the defaults of `DATA_DIR` and `APP_DIR`. `interactive`: a person watches the logs, so
 * only warnings and errors are logged.
 * @throws OptionsError
 */
export function readOptions(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  { installation, interactive = false }: { installation: Omit<Installation, 'release'>; interactive?: boolean },
): Options {
  for (const arg of args) {
    if (arg !== '--https' && arg !== '--demo') {
      throw new OptionsError(`Unknown argument ${arg}: use --https, --demo or --help`);
    }
  }
  const env = Object.fromEntries(
    // `Number` takes a blank for 0, and a folder may have it as its name.
    Object.entries(environment).map(([name, text]) => [name, text?.trim() ? text : undefined]),
  );
  const databaseUrl = readDatabaseUrl(env);
  const authSecret = env.AUTH_SECRET || undefined;
  if (databaseUrl && !authSecret) {
    throw new OptionsError('AUTH_SECRET is required with DATABASE_URL: every process must sign with the same secret');
  }
  if (authSecret && authSecret.length < MIN_SECRET_LENGTH) {
    throw new OptionsError(`AUTH_SECRET must have at least ${MIN_SECRET_LENGTH} characters, from a random source`);
  }
  const number = (name: string, fallback: number, { min, max }: { min: number; max: number }): number => {
    const text = env[name];
    if (text === undefined) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new OptionsError(`${name} must be a whole number from ${min} to ${max}`);
  };
  const https = args.includes('--https');
  const seconds = { min: 1, max: 366 * 24 * 3_600 };
  const { account, address } = DEFAULT_LOGIN_LIMITS;
  const attempts = { min: 1, max: 1_000_000 };
  return {
    port: number('PORT', 4173, { min: 0, max: 65_535 }),
    // `--https` is for a phone, which must reach the server.
    host: env.HOST || (https ? '0.0.0.0' : '127.0.0.1'),
    dataDir: readDataDir(env, installation),
    databaseUrl,
    databaseConnections: number('DATABASE_CONNECTIONS', 10, { min: 1, max: 1_000 }),
    reportConnections: number('DATABASE_REPORT_CONNECTIONS', 2, { min: 1, max: 100 }),
    authSecret,
    https,
    demo: args.includes('--demo'),
    demoTickets: number('DEMO_TICKETS', 2_000, { min: 100, max: 250_000 }),
    logLevel: readLogLevel(env.LOG_LEVEL || (interactive ? 'warn' : 'info')),
    trustedProxies: number('TRUSTED_PROXIES', 0, { min: 0, max: 10 }),
    allowedOrigins: readOrigins(env.ALLOWED_ORIGINS),
    connectSources: readSources('CSP_CONNECT_SRC', env.CSP_CONNECT_SRC),
    styleHashes: readSources('CSP_STYLE_HASHES', env.CSP_STYLE_HASHES),
    appConfiguration: readJson('APP_CONFIG', env.APP_CONFIG),
    appDir: env.APP_DIR ? resolve(env.APP_DIR) : installation.appDir,
    lifetimes: {
      accessTokenS: number('ACCESS_TOKEN_SECONDS', DEFAULT_LIFETIMES.accessTokenS, seconds),
      sessionS: number('SESSION_SECONDS', DEFAULT_LIFETIMES.sessionS, seconds),
      rememberedSessionS: number('REMEMBERED_SESSION_SECONDS', DEFAULT_LIFETIMES.rememberedSessionS, seconds),
    },
    loginLimits: {
      account: { ...account, burst: number('LOGIN_ATTEMPTS_PER_ACCOUNT', account.burst, attempts) },
      address: { ...address, burst: number('LOGIN_ATTEMPTS_PER_ADDRESS', address.burst, attempts) },
    },
    passwordConcurrency: number('PASSWORD_CONCURRENCY', hashesAtOnce(availableParallelism()), { min: 1, max: 64 }),
    webhooksToPrivate: number('WEBHOOKS_TO_PRIVATE_NETWORKS', 0, { min: 0, max: 1 }) === 1,
    telemetry: readTelemetry(env),
    metricsPort: number('METRICS_PORT', 0, { min: 0, max: 65_535 }) || undefined,
    metricsHost: env.METRICS_HOST || '127.0.0.1',
  };
}

/** Leaves a processor to all other calls: a hash takes one for as long as it is computed. */
export function hashesAtOnce(processors: number): number {
  return Math.max(1, Math.min(4, processors - 1));
}

function readTelemetry(env: Readonly<Record<string, string | undefined>>): TelemetryUpstreams {
  try {
    return readUpstreams({
      axiomToken: env.TELEMETRY_AXIOM_TOKEN || undefined,
      axiomDataset: env.TELEMETRY_AXIOM_DATASET || undefined,
      axiomUrl: env.TELEMETRY_AXIOM_URL || undefined,
      sentryDsn: env.TELEMETRY_SENTRY_DSN || undefined,
    });
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}

/** The data folder: that of `DATA_DIR`, or the installation's. */
export function readDataDir(
  { DATA_DIR }: Readonly<Record<string, string | undefined>>,
  { dataDir }: Pick<Installation, 'dataDir'>,
): string {
  return DATA_DIR?.trim() ? resolve(DATA_DIR) : dataDir;
}

/**
 * The PostgreSQL server: an address, or a folder with its socket. The driver takes any other text for a path below a host "base".
 * Of a mode that it reads as `verify-full` it warns in many lines, and will read it otherwise.
 * @throws OptionsError
 */
export function readDatabaseUrl({ DATABASE_URL }: Readonly<Record<string, string | undefined>>): string | undefined {
  const url = DATABASE_URL?.trim();
  if (!url) return undefined;
  if (/^(postgres(ql)?:\/\/|socket:|\/)/i.test(url)) {
    const asWritten = /[?&]uselibpqcompat=true(&|$)/.test(url);
    return asWritten ? url : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
  }
  throw new OptionsError(
    'DATABASE_URL must be an address such as postgres://user:password@host/database, without quotes',
  );
}

function readLogLevel(level: string): string {
  if (['debug', 'info', 'warn', 'error', 'silent'].includes(level)) return level;
  throw new OptionsError('LOG_LEVEL must be debug, info, warn, error or silent');
}

function readList(text = ''): readonly string[] {
  return text.split(/[\s,]+/).filter((item) => item !== '');
}

/** Sources of the Content-Security-Policy. Every answer has it: one with a character that no header takes could not be sent. */
function readSources(name: string, text: string | undefined): readonly string[] {
  const sources = readList(text);
  if (sources.every((source) => /^[!-:<-~]+$/.test(source))) return sources;
  throw new OptionsError(`${name} must have only ASCII characters, and no semicolon`);
}

/** A browser names an origin without a path, a default port or capitals: what a person adds to it would never match. */
function readOrigins(text: string | undefined): readonly string[] {
  return readList(text).map((item) => {
    if (!item.includes('://') || !URL.canParse(item))
      throw new OptionsError('ALLOWED_ORIGINS must be origins such as https://app.example');
    const { origin } = new URL(item);
    // Of a scheme that only a browser knows.
    return origin === 'null' ? item : origin;
  });
}

function readJson(name: string, text: string | undefined): Record<string, unknown> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported below.
  }
  throw new OptionsError(`${name} must be a JSON object`);
}
