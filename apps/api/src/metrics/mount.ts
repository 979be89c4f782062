import { Hono } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { isOperator } from '../http/operator.ts';
import type { Clock } from '../system/clock.ts';
import type { Metrics } from '../system/create-metrics.ts';
import type { Log } from '../system/log.ts';
import { readDatabaseFigures } from './read-database-figures.ts';

/** Prometheus waits for 10 s by default, and a statement for up to 20 s. */
const DATABASE_DEADLINE_MS = 5_000;

export interface MetricsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Mounts `/metrics` for the operator, who comes by the admin socket. To others there is no such path. */
export function mountMetrics(app: Hono<AppEnv>, parts: MetricsParts): void {
  app.get('/metrics', (context, next) => (isOperator(context) ? answerMetrics(parts) : next()));
}

/** Creates the app of the metrics' own port, which has nothing else. */
export function createMetricsApp(parts: MetricsParts): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/metrics', () => answerMetrics(parts));
}

async function answerMetrics({ metrics: { registry }, log, ...parts }: MetricsParts): Promise<Response> {
  // What this process counts is told while the database is away, too.
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The database does not answer')), DATABASE_DEADLINE_MS);
  const shared = await Promise.race([readDatabaseFigures(parts), late.promise])
    .catch((err) => {
      log.warn({ err }, 'figures of the database not read');
      return '';
    })
    .finally(() => clearTimeout(timer));
  const text = `${await registry.metrics()}${shared}`;
  return new Response(text, { headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' } });
}
