import { mayCall, watchReports } from '@scantix/api-contract';
import { streamSSE } from 'hono/streaming';
import type { Sessions } from '../auth/sessions.ts';
import type { ClerkCall } from '../http/implement.ts';
import type { Log } from '../system/log.ts';
import type { DomainWatch } from './domain-watch.ts';

interface Parts {
  readonly watch: DomainWatch;
  readonly log: Pick<Log, 'warn'>;
  readonly sessions: Sessions;
  readonly isStopping: () => boolean;
  /** Called once the stream has ended. */
  readonly onEnd: () => void;
  /** How often it looks for changes, in milliseconds. @default 2000 */
  readonly tickMs?: number;
}

const TICK_MS = 2_000;
const TICKS_BETWEEN_CHECKS = 8;

/**
 * Streams `changed` events of the clerk's domain, two at the start and after each change, at most one in two seconds. The
 * client reads the stream by `fetch` with the bearer header. A comment every 16 seconds keeps the connection open. The
 * stream ends with the session, the right or the process.
 */
export function streamChanges(
  { watch, log, sessions, isStopping, onEnd, tickMs = TICK_MS }: Parts,
  { clerk: { domainId }, context }: ClerkCall<typeof watchReports>,
): Response {
  const token = (context.req.header('Authorization') ?? '').slice('Bearer '.length);
  context.header('Cache-Control', 'no-store');
  // Without this a buffering proxy delays the events.
  context.header('X-Accel-Buffering', 'no');
  if (context.req.method === 'HEAD') {
    // Its answer has no body whose end could be awaited.
    onEnd();
    return context.body(null);
  }
  return streamSSE(context, async (stream) => {
    // Reports may be two seconds old, in another process too: the second event finds what the first could not.
    let events = 2;
    const unwatch = watch.watch(domainId, () => {
      events = 2;
    });
    try {
      for (let tick = 1; !stream.aborted && !isStopping(); tick += 1) {
        if (events > 0) {
          events -= 1;
          await stream.writeSSE({ event: 'changed', data: '{}' });
        }
        if (tick % TICKS_BETWEEN_CHECKS === 0) {
          const identity = await sessions.identify(token);
          if (!identity.ok || !mayCall(identity.clerk.rights, watchReports)) return;
          await stream.write(': still here\n\n');
        }
        await stream.sleep(tickMs);
      }
    } catch (err) {
      // Hono would print it with its message. The client asks for another stream.
      log.warn({ err }, 'reports stream ended');
    } finally {
      unwatch();
      onEnd();
    }
  });
}
