// pnpm bench:metrics: what the metrics of a request cost, beside the same requests without them, in turns in one run.
import { Hono } from 'hono';
import { pino } from 'pino';
import { percentile } from '../../../scripts/bench/percentile.ts';
import { runBench } from '../../../scripts/bench/run-bench.ts';
import type { AppEnv } from '../src/http/app-env.ts';
import { requestLog } from '../src/http/request-log.ts';
import { createMetrics, type Metrics } from '../src/system/create-metrics.ts';

const log = pino({ level: 'silent' });
const none = { observe() {} } as unknown as Metrics['requestSeconds'];

/** An app whose call does nothing but what every request does, and one decision's count. */
function createApp(metrics: Metrics): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestLog({ log, newId: () => 'id', trustedProxies: 0, metrics, clientAddress: () => '127.0.0.1' }));
  app.post('/scantix/v0/scanner/scans', (context) => {
    metrics.decisions.inc({ outcome: 'accepted', certainty: 'server' });
    metrics.scanAnswers.inc({ status: 'recorded' });
    return context.body(null, 200);
  });
  return app;
}

/** Microseconds of the processor for a request, over many. */
async function work(app: Hono<AppEnv>, requests: number): Promise<number> {
  const before = process.cpuUsage();
  for (let nth = 0; nth < requests; nth += 1) await app.request('/scantix/v0/scanner/scans', { method: 'POST' });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

await runBench('metrics of a request', async (bench) => {
  const metrics = createMetrics({ build: 'bench' });
  const counter = { inc() {} } as unknown as Metrics['decisions'];
  const apps = {
    with: createApp(metrics),
    without: createApp({ ...metrics, requestSeconds: none, decisions: counter, scanAnswers: counter } as Metrics),
  };
  const [rounds, requests] = [bench.size(21, 11), bench.size(2_000, 1_000)];
  const spent: Record<keyof typeof apps, number[]> = { with: [], without: [] };
  for (let round = 0; round < rounds; round += 1) {
    spent.without.push(await work(apps.without, requests));
    spent.with.push(await work(apps.with, requests));
  }
  const over = `${rounds} rounds of ${requests} requests`;
  const [counted, plain] = [percentile(spent.with, 50), percentile(spent.without, 50)];
  bench.check('a request without metrics', { over, measured: plain, unit: 'µs' });
  bench.check('a request with metrics', { over, measured: counted, unit: 'µs' });
  // A decision takes milliseconds.
  bench.check('what metrics cost', { over, measured: counted - plain, unit: 'µs', target: { atMost: 50 } });
  const readAt = performance.now();
  await metrics.registry.metrics();
  bench.check('one reading', { over: 'one', measured: performance.now() - readAt, unit: 'ms' });
});
