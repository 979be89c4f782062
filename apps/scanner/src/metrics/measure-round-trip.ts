import { browserNetwork } from '../browser/network.ts';

/** As long as this is slow beyond doubt. */
const PATIENCE_MS = 10_000;

/**
 * One round trip to the API in milliseconds, by its health answer; `null` without a network or a looker, where there is
 * nothing to say. The answer itself is of no interest, so that it may be opaque: an API elsewhere need not allow it.
 */
export async function measureRoundTrip(apiBaseUrl: string): Promise<number | null> {
  if (!browserNetwork.isOnline() || document.visibilityState !== 'visible') return null;
  const startedAt = performance.now();
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await fetch(new URL('/healthz', apiBaseUrl), { cache: 'no-store', credentials: 'omit', mode: 'no-cors', signal });
    return performance.now() - startedAt;
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? PATIENCE_MS : null;
  }
}
