import type { Hono, MiddlewareHandler } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Sessions } from '../auth/sessions.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { DomainWatch } from './domain-watch.ts';

export interface LiveReportsParts {
  readonly watch: DomainWatch;
  readonly sessions: Sessions;
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly isStopping: () => boolean;
}

const TICK_MS = 2_000;
const TICKS_BETWEEN_CHECKS = 8;

/**
 * GET /scantix/v0/reports/live: an event stream, read by `fetch` with the bearer header, that says `changed` at its
 * start and whenever the numbers of the domain have changed, at most once in two seconds. Every 16 seconds a comment keeps
 * the line open. It ends with the session or the process.
 */
export function mountLiveReports(
  app: Hono<AppEnv>,
  { watch, sessions, requireSession, isStopping }: LiveReportsParts,
): void {
  app.get('/scantix/v0/reports/live', requireSession, (context) => {
    const { domainId } = context.get('clerk');
    const token = (context.req.header('Authorization') ?? '').slice('Bearer '.length);
    context.header('Cache-Control', 'no-store');
    // A proxy that buffers would hold the events back.
    context.header('X-Accel-Buffering', 'no');
    return streamSSE(context, async (stream) => {
      let changed = true;
      const unwatch = watch.watch(domainId, () => {
        changed = true;
      });
      try {
        for (let tick = 1; !stream.aborted && !isStopping(); tick += 1) {
          if (changed) {
            changed = false;
            await stream.writeSSE({ event: 'changed', data: '{}' });
          }
          if (tick % TICKS_BETWEEN_CHECKS === 0) {
            if (!(await sessions.identify(token)).ok) return;
            await stream.write(': still here\n\n');
          }
          await stream.sleep(TICK_MS);
        }
      } finally {
        unwatch();
      }
    });
  });
}
