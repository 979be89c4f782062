import type { Context, Hono } from 'hono';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { createClerkPace, createClerkSlots } from '../http/clerk-limits.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { readChunks } from '../http/read-json.ts';
import type { Clock } from '../system/clock.ts';
import type { Metrics } from '../system/create-metrics.ts';
import type { Log } from '../system/log.ts';
import { createForward, UPSTREAM_TIMEOUT_MS } from './forward.ts';
import type { TelemetryUpstreams, Upstream } from './upstream.ts';

export interface TelemetryParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clientAddress: ClientAddress;
  readonly telemetry?: TelemetryUpstreams;
  /** For the body and the service's answer, each. @default 10 s */
  readonly telemetryTimeoutMs?: number;
}

/** Where the app sends its events, in place of Axiom. */
export const EVENTS_PATH = '/telemetry/v0/events';
/** What stands before `/api/{project}/envelope/`, as in the path of a DSN. */
export const ERRORS_PATH = '/telemetry/v0/errors';

/** A venue's devices have one address: 500 of them send 100 times a second. */
const PACE = { burst: 600, drainMs: 5 };

/** They bound memory: each holds a body. A gate's call needs none of them. */
const SLOTS = { perClerk: 6, total: 8, retryAfterMs: 5_000 };

/** In bytes. An uncompressed replay is the largest that is sent. */
const MAX_BYTES = { axiom: 1024 * 1024, sentry: 4 * 1024 * 1024 };

/**
 * Mounts the proxy for telemetry (specification section 7: third parties), which adds the tokens of the server. Nothing else
 * of a request is sent on: no cookie, no token, no address.
 */
export function mountTelemetry(app: Hono<AppEnv>, parts: TelemetryParts): void {
  const { clock, telemetry = {}, telemetryTimeoutMs: timeoutMs = UPSTREAM_TIMEOUT_MS } = parts;
  const slots = createClerkSlots(SLOTS);
  const pace = createClerkPace({ clock, ...PACE, message: 'Too much telemetry: wait a moment' });

  const mount = (to: 'axiom' | 'sentry', path: string, upstream: Upstream) => {
    const onFailure = (err: unknown) => parts.log.warn({ err, to }, 'telemetry not delivered');
    const forward = createForward(upstream, { clock, onFailure, timeoutMs });
    const answer = async (context: Context<AppEnv>) => {
      requireOwnPage(context);
      const address = parts.clientAddress(context);
      pace.take(address);
      const leave = slots.enter(address);
      try {
        const body = await readBody(context, MAX_BYTES[to], timeoutMs);
        return await forward(body, keptHeaders(context));
      } finally {
        leave();
      }
    };
    app.post(path, async (context) => {
      const counted = (outcome: string) => parts.metrics.telemetry.inc({ to, outcome });
      try {
        const response = await answer(context);
        counted(`${Math.floor(response.status / 100)}xx`);
        return response;
      } catch (error) {
        counted(error instanceof ApiError ? error.code : 'failed');
        throw error;
      }
    });
  };
  if (telemetry.axiom) mount('axiom', EVENTS_PATH, telemetry.axiom);
  if (telemetry.sentry) mount('sentry', `${ERRORS_PATH}/api/:project/envelope/`, telemetry.sentry);
}

/** Pages of other origins cannot use the proxy. A browser says where a request comes from; other programs say nothing. */
function requireOwnPage(context: Context<AppEnv>): void {
  const site = context.req.header('Sec-Fetch-Site') ?? 'same-origin';
  if (site !== 'same-origin') throw new ApiError('forbidden', 'Only for the app’s own pages');
}

/** Which of the caller's headers say how to read the body. */
function keptHeaders(context: Context<AppEnv>): Record<string, string> {
  const encoding = context.req.header('Content-Encoding');
  if (encoding !== undefined && encoding !== 'gzip') throw new ApiError('invalid_request', 'Only gzip is understood');
  return { 'Content-Type': 'application/x-ndjson', ...(encoding ? { 'Content-Encoding': encoding } : {}) };
}

/** @throws ApiError `too_large`, or `unavailable`: it came too slowly */
async function readBody(
  context: Context<AppEnv>,
  maxBytes: number,
  withinMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const late = Promise.withResolvers<never>();
  const slow = { retryAfterMs: 1_000, headers: { Connection: 'close' } };
  const timer = setTimeout(() => late.reject(new ApiError('unavailable', 'The body came too slowly', slow)), withinMs);
  try {
    const chunks = readChunks(context.req.raw, { maxBytes });
    const parts: Uint8Array[] = [];
    for (;;) {
      const next = await Promise.race([chunks.next(), late.promise]);
      if (next.done) return Buffer.concat(parts);
      parts.push(next.value);
    }
  } finally {
    clearTimeout(timer);
  }
}
