import { ApiError } from '../http/api-error.ts';
import type { Clock } from '../system/clock.ts';
import type { Upstream } from './upstream.ts';

/** How long a service may take for its whole answer, in milliseconds. */
export const UPSTREAM_TIMEOUT_MS = 10_000;

/** How long nothing is sent to a service that did not answer, in milliseconds. */
const REST_MS = 5_000;

/** In bytes; answers of ingestion are short. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** The headers of an answer that say when to come back. */
const KEPT = /^(x-(ratelimit|ingestlimit|sentry-rate-limits?)(-|$)|x-sentry-rate-limits$|retry-after$)/;

/** Sends what somebody has posted, and resolves with the service's answer. */
export type Forward = (body: Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>>) => Promise<Response>;

/**
 * Creates the way to one service. After a failure it rests: callers are told to come back, and nobody waits for a service
 * that is down. The answer has status, JSON and limits, and no other header.
 */
export function createForward(
  { address, headers: own }: Upstream,
  {
    clock,
    onFailure,
    timeoutMs = UPSTREAM_TIMEOUT_MS,
  }: { clock: Clock; onFailure: (err: unknown) => void; timeoutMs?: number },
): Forward {
  let restsUntil = 0;
  return async (body, headers) => {
    const restMs = restsUntil - clock.now();
    // Longer than a rest: the clock was set back.
    if (restMs > 0 && restMs <= REST_MS) throw unavailable(restMs);
    try {
      // No redirect is followed: the service is where the operator says.
      const options = { method: 'POST', redirect: 'manual', headers: { ...headers, ...own }, body } as const;
      const answer = await fetch(address, { ...options, signal: AbortSignal.timeout(timeoutMs) });
      const text = await readText(answer);
      if (answer.status < 200 || (answer.status >= 300 && answer.status < 400))
        throw new Error(`Status ${answer.status}`);
      const kept = [...answer.headers].filter(([name]) => KEPT.test(name));
      const isEmpty = answer.status === 204;
      return new Response(isEmpty ? null : text, {
        status: answer.status,
        headers: [...kept, ['Cache-Control', 'no-store'], ...(isEmpty ? [] : JSON_TYPE)] as [string, string][],
      });
    } catch (err) {
      restsUntil = clock.now() + REST_MS;
      onFailure(err);
      throw unavailable(REST_MS);
    }
  };
}

const JSON_TYPE = [['Content-Type', 'application/json']];

function unavailable(retryAfterMs: number): ApiError {
  return new ApiError('unavailable', 'The service for telemetry does not answer', { retryAfterMs });
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('The answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
