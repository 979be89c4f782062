import { Hono } from 'hono';
import { mountAdmin } from './admin/mount.ts';
import type { AppParts } from './app-parts.ts';
import { mountAuth } from './auth/mount.ts';
import { createServices } from './create-services.ts';
import { mountDevices } from './devices/mount.ts';
import { noteSights } from './devices/note-sight.ts';
import { mountHealth } from './health/mount.ts';
import { allowOrigins } from './http/allow-origins.ts';
import { answerHeaders } from './http/answer-headers.ts';
import type { AppEnv } from './http/app-env.ts';
import { createContentSecurityPolicy } from './http/content-security-policy.ts';
import { handleError } from './http/handle-error.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { refuseUnknownCalls, refuseUnknownPaths } from './http/unknown-paths.ts';
import { mountMetrics } from './metrics/mount.ts';
import { mountDocs } from './openapi/mount.ts';
import { mountReports } from './reports/mount.ts';
import { mountScannerConfig } from './scanner-config/mount.ts';
import { mountScans } from './scans/mount.ts';
import { createSnapshotSource } from './snapshot/create-snapshot-source.ts';
import { mountSnapshot } from './snapshot/mount.ts';
import { mountTelemetry } from './telemetry/mount.ts';
import { mountTickets } from './tickets/mount.ts';

/** The backend as one request handler. */
export function createApp(parts: AppParts): Hono<AppEnv> {
  const { trustedProxies = 0, allowedOrigins = [], snapshot = createSnapshotSource(parts) } = parts;
  const services = { ...parts, ...createServices(parts) };
  const policy = createContentSecurityPolicy(parts.contentSecurity);

  const app = new Hono<AppEnv>();
  app.onError(handleError(services));
  app.use(requestLog(services));
  app.use(securityHeaders({ policy, trustedProxies }));
  if (allowedOrigins.length > 0) app.use(allowOrigins(allowedOrigins));

  app.use(answerHeaders(services.build));
  app.use(noteSights(services));

  mountHealth(app, services);
  mountMetrics(app, services);
  mountDocs(app, services);
  mountAuth(app, services);
  mountScannerConfig(app, services);
  mountDevices(app, services);
  mountScans(app, services);
  mountTickets(app, services);
  mountSnapshot(app, { ...services, snapshot });
  mountReports(app, services);
  mountAdmin(app, services);
  mountTelemetry(app, services);

  refuseUnknownCalls(app);
  parts.mountPages?.(app);
  refuseUnknownPaths(app);
  return app;
}
