import type { Hono } from 'hono';
import type { LoginLimitRules } from './auth/login-limits.ts';
import type { Passwords } from './auth/passwords.ts';
import type { Secrets } from './auth/secrets.ts';
import type { SessionLifetimes } from './auth/sessions.ts';
import type { Database } from './database/tables.ts';
import type { AppEnv } from './http/app-env.ts';
import type { ContentSecurityPolicyOptions } from './http/content-security-policy.ts';
import type { Release } from './process/installation.ts';
import type { SnapshotSource } from './snapshot/create-snapshot-source.ts';
import type { Clock } from './system/clock.ts';
import type { Metrics } from './system/create-metrics.ts';
import type { Log } from './system/log.ts';
import type { Random } from './system/random.ts';
import type { TelemetryUpstreams } from './telemetry/upstream.ts';
import type { ImportSlots } from './tickets/import-slots.ts';

/** What the app gets from its process. */
export interface AppParts {
  readonly db: Database;
  /** Connections for reports and exports. @default db */
  readonly reportsDb?: Database | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly passwords: Passwords;
  readonly lifetimes?: SessionLifetimes;
  readonly loginLimits?: LoginLimitRules;
  readonly contentSecurity?: ContentSecurityPolicyOptions;
  /** The number of proxies in front that write X-Forwarded-For and X-Forwarded-Proto. @default 0 */
  readonly trustedProxies?: number;
  /** Other origins whose pages may call the API. @default [] */
  readonly allowedOrigins?: readonly string[];
  /** Where devices get their tickets. @default one of this app's own */
  readonly snapshot?: SnapshotSource;
  /** Which imports may run. @default those of this app alone */
  readonly importSlots?: ImportSlots;
  /** How long an export waits for a caller that takes nothing, in milliseconds. @default 30,000 */
  readonly exportIdleMs?: number;
  /** Whether webhooks may go to receivers in the operator's own network, over http too. @default false */
  readonly webhooksToPrivate?: boolean;
  /** The services to which the app's telemetry is sent on. @default none: there is no proxy */
  readonly telemetry?: TelemetryUpstreams;
  /** How long a body may take, and a service for its answer, in milliseconds. @default 10,000 */
  readonly telemetryTimeoutMs?: number;
  /** The data folder, if the embedded database is in it. @default none: a PostgreSQL server */
  readonly embeddedIn?: string | undefined;
  /** A `config.js` of the operator, which the doctor looks at. @default none */
  readonly configurationFile?: string;
  /** The build of this program. @default 'unknown' */
  readonly build?: string;
  /** The release of this program. @default none: started from source */
  readonly release?: Release | undefined;
  /** What the process counts. @default counts of this app, without those of the process */
  readonly metrics?: Metrics;
  /** Whether the process is not all there yet; `/readyz` then answers 503. @default () => false */
  readonly isStarting?: () => boolean;
  /** Whether the process is about to end; `/readyz` then answers 503. @default () => false */
  readonly isStopping?: () => boolean;
  /** Mounts the paths that are not the API's: the built app, its configuration, the demo tickets. */
  readonly mountPages?: (app: Hono<AppEnv>) => void;
}
