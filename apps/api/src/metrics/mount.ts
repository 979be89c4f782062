import { Hono } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { isOperator } from '../http/operator.ts';
import type { Clock } from '../system/clock.ts';
import type { Metrics } from '../system/create-metrics.ts';
import type { Log } from '../system/log.ts';
import { readDatabaseFigures } from './read-database-figures.ts';

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
  const shared = await readDatabaseFigures(parts).catch((err) => {
    log.warn({ err }, 'figures of the database not read');
    return '';
  });
  const text = `${await registry.metrics()}${shared}`;
  return new Response(text, { headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' } });
}
