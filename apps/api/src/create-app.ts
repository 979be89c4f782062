import { MAX_SNAPSHOT_ROWS } from '@scantix/api-contract/snapshot';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createAccessTokens } from './auth/access-tokens.ts';
import { createLoginLimits, type LoginLimitRules } from './auth/login-limits.ts';
import { mountAuth } from './auth/mount-auth.ts';
import type { Passwords } from './auth/passwords.ts';
import { requireSession as createSessionCheck } from './auth/require-session.ts';
import type { Secrets } from './auth/secrets.ts';
import { createSessions, type SessionLifetimes } from './auth/sessions.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/tables.ts';
import { ApiError, errorResponse } from './http/api-error.ts';
import type { AppEnv } from './http/app-env.ts';
import { createClientAddress } from './http/client-address.ts';
import { type ContentSecurityPolicyOptions, createContentSecurityPolicy } from './http/content-security-policy.ts';
import { handleError } from './http/handle-error.ts';
import { mountHealth } from './http/mount-health.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Log } from './log.ts';
import { createIdSource, type Random } from './random.ts';
import { createDomainWatch } from './reports/domain-watch.ts';
import { mountExports } from './reports/mount-export.ts';
import { mountLiveReports } from './reports/mount-live.ts';
import { mountReports } from './reports/mount-reports.ts';
import { mountScannerConfig } from './scanner-config/mount-scanner-config.ts';
import { mountConflicts } from './scans/list-conflicts.ts';
import { mountListScans } from './scans/list-scans.ts';
import { mountPostScans } from './scans/post-scans.ts';
import { mountUndo } from './scans/undo-scan.ts';
import { mountSnapshot } from './snapshot/mount-snapshot.ts';
import { mountTicketImport } from './tickets/import-tickets.ts';
import { mountLookup } from './tickets/lookup-ticket.ts';
import { mountTicketSearch } from './tickets/search-tickets.ts';

/** Everything that the backend does not make itself. */
export interface AppParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly passwords: Passwords;
  readonly lifetimes?: SessionLifetimes;
  readonly loginLimits?: LoginLimitRules;
  readonly contentSecurity?: ContentSecurityPolicyOptions;
  /** How many proxies in front write X-Forwarded-For and X-Forwarded-Proto. @default 0 */
  readonly trustedProxies?: number;
  /** Origins other than this one whose pages may call the API. @default [] */
  readonly allowedOrigins?: readonly string[];
  /** How many tickets a page of the snapshot carries at most. @default 5000 */
  readonly snapshotPageRows?: number;
  /** Whether the process is about to end: `/readyz` then says so. @default () => false */
  readonly isStopping?: () => boolean;
  /** Mounts what answers the paths that are not the API's: the built app, its configuration, the demo tickets. */
  readonly mountPages?: (app: Hono<AppEnv>) => void;
}

/** Paths that are the API's even where no call stands. */
const API_PATHS = ['/v0/*', '/scantix/*', '/config/v0/*', '/tickets/*'];

/** The backend as one request handler. */
export function createApp(parts: AppParts): Hono<AppEnv> {
  const { db, clock, random, secrets, log, passwords, trustedProxies = 0, isStopping = () => false } = parts;
  const newId = createIdSource({ clock, random });
  const accessTokens = createAccessTokens({ secrets, clock, newId });
  const sessions = createSessions({
    db,
    clock,
    random,
    newId,
    secrets,
    accessTokens,
    ...(parts.lifetimes ? { lifetimes: parts.lifetimes } : {}),
  });
  const loginLimits = createLoginLimits({ db, clock, ...(parts.loginLimits ? { rules: parts.loginLimits } : {}) });
  const clientAddress = createClientAddress({ trustedProxies });
  const requireSession = createSessionCheck(sessions);
  const policy = createContentSecurityPolicy(parts.contentSecurity);

  const app = new Hono<AppEnv>();
  app.onError(handleError(log));
  app.notFound(() => errorResponse(new ApiError('not_found', 'Not found')));
  app.use(requestLog({ log, newId }));
  app.use(securityHeaders({ policy, trustedProxies }));

  if (parts.allowedOrigins?.length) app.use('*', allowOrigins(parts.allowedOrigins));

  mountHealth(app, { db, isStopping });
  mountAuth(app, { db, passwords, loginLimits, sessions, clientAddress, requireSession });
  mountScannerConfig(app, { db, requireSession });
  mountPostScans(app, { db, clock, newId, log, requireSession });
  mountListScans(app, { db, requireSession });
  mountUndo(app, { db, clock, requireSession });
  mountConflicts(app, { db, clock, requireSession });
  mountLookup(app, { db, clock, requireSession });
  mountTicketSearch(app, { db, requireSession });
  mountTicketImport(app, { db, clock, newId, requireSession });
  mountSnapshot(app, { db, clock, random, requireSession, maxRows: parts.snapshotPageRows ?? MAX_SNAPSHOT_ROWS });
  mountReports(app, { db, clock, requireSession });
  mountExports(app, { db, requireSession });
  mountLiveReports(app, { watch: createDomainWatch({ db, log }), sessions, requireSession, isStopping });
  app.on(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], API_PATHS, () => {
    throw new ApiError('not_found', 'There is no such call');
  });
  parts.mountPages?.(app);
  return app;
}

function allowOrigins(origins: readonly string[]) {
  return cors({
    origin: [...origins],
    credentials: true,
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Authorization', 'Content-Type', 'X-Device-Id', 'X-Device-Fingerprint'],
    // The client measures its clock by `Date`.
    exposeHeaders: ['Date', 'Retry-After'],
    maxAge: 600,
  });
}
