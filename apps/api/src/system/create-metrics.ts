import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What this process counts. Every label has few values, all from the program: nobody can make one by a request. */
export type Metrics = ReturnType<typeof createMetrics>;

/** What is told of a pool of connections. */
export type WatchedPool = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/** What is told of a queue. */
export interface WatchedQueue {
  waiting(): number;
  oldestSeconds(): number;
}

/** Around the decision budgets of the app, 0.4 s and 3 s. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.4, 1, 3, 10];

/** Creates the metrics of a process. @param processFigures memory, event loop and garbage of this process too */
export function createMetrics({ build, processFigures = false }: { build: string; processFigures?: boolean }) {
  const registry = new Registry();
  const registers = [registry];
  if (processFigures) collectDefaultMetrics({ register: registry });
  const info = { name: 'scantix_build_info', help: 'The build that runs: 1.', labelNames: ['build'], registers };
  new Gauge(info).set({ build }, 1);
  const pools = new Map<string, WatchedPool>();
  new Gauge({
    name: 'scantix_pool_connections',
    help: 'Connections to PostgreSQL; waiting: calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  let queue: WatchedQueue | undefined;
  new Gauge({
    name: 'scantix_scans_waiting',
    help: 'Scans that wait for their transaction in this process.',
    registers,
    collect() {
      this.set(queue?.waiting() ?? 0);
    },
  });
  new Gauge({
    name: 'scantix_scans_oldest_seconds',
    help: 'How long the oldest of them has waited.',
    registers,
    collect() {
      this.set(queue?.oldestSeconds() ?? 0);
    },
  });
  return {
    registry,
    decisions: new Counter({
      name: 'scantix_decisions_total',
      help: 'Scans that were answered as recorded for the first time.',
      labelNames: ['outcome', 'certainty'],
      registers,
    }),
    scanAnswers: new Counter({
      name: 'scantix_scan_answers_total',
      help: 'Answers for scans: recorded, repeated or rejected.',
      labelNames: ['status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'scantix_request_seconds',
      help: 'Time until the answer begins, by the template of its route.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    refusals: new Counter({
      name: 'scantix_refusals_total',
      help: 'Security events: docs/security.md.',
      labelNames: ['event', 'reason'],
      registers,
    }),
    telemetry: new Counter({
      name: 'scantix_telemetry_total',
      help: 'Requests to the proxy for telemetry, by the answer of the service or the code of the refusal.',
      labelNames: ['to', 'outcome'],
      registers,
    }),
    streams: new Gauge({ name: 'scantix_open_streams', help: 'Live streams of Reports.', registers }),
    /** Tells of a pool of connections, at each reading. */
    watchPool(pool: string, watched: WatchedPool) {
      pools.set(pool, watched);
    },
    /** Tells of the queue of scans, at each reading. */
    watchScans(watched: WatchedQueue) {
      queue = watched;
    },
  };
}
