import { AnalyticsError } from './errors.ts';

/** A message that dashboards search for to the letter. */
const FORBIDDEN = 'Forbidden';
/** A rate limit lasts this long at most, in milliseconds, whatever reset the service names. */
export const RATE_LIMIT_MS = 10 * 60_000;

/**
 * The error for an answer of 400 or above. The client's own errors are not used: for a 429 it may throw
 * a `TypeError` instead, it spells 'Forbidden' differently, and it wraps the message.
 */
export async function readRefusal(response: Response, now: () => number): Promise<AnalyticsError> {
  if (response.status === 429) return readRateLimit(response.headers, now());
  if (response.status === 401) return new AnalyticsError('forbidden', FORBIDDEN);
  const text = await response.text().catch(() => '');
  return new AnalyticsError('rejected', messageOf(text) ?? (text.slice(0, 200) || `Status ${response.status}`));
}

function messageOf(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' && message ? message : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Names the limit and the time to its reset. The headers give the reset in epoch seconds; one that is further away than a
 * limit may last, as it is where the device's clock is slow, counts as that long.
 */
function readRateLimit(headers: Headers, at: number): AnalyticsError {
  const type = headers.has('X-IngestLimit-Reset') || headers.has('X-IngestLimit-Limit') ? 'ingest' : 'api';
  const reset = Number(headers.get(type === 'ingest' ? 'X-IngestLimit-Reset' : 'X-RateLimit-Reset') ?? Number.NaN);
  const retryAt = Number.isFinite(reset) && reset > 0 ? Math.min(reset * 1000, at + RATE_LIMIT_MS) : undefined;
  const seconds = retryAt === undefined ? 0 : Math.max(0, Math.ceil((retryAt - at) / 1000));
  const message = `${type} limit exceeded, try again in ${Math.floor(seconds / 60)}m${seconds % 60}s`;
  return new AnalyticsError('rate-limited', message, retryAt === undefined ? {} : { retryAt });
}
