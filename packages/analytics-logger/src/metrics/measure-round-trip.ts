/** What a round trip is measured with. */
export interface RoundTripOptions {
  /** The address to fetch; its answer is ignored. */
  readonly url: string | URL;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Whether a measurement makes sense now. @default the browser is online and the page, if there is one, is visible */
  readonly isActive?: () => boolean;
  /** Milliseconds after which the round trip counts as this long. @default 10000 */
  readonly timeoutMs?: number;
}

/**
 * One round trip in milliseconds; `null` where none could be measured: offline, on a hidden page, or without a connection.
 * The answer may be opaque, so the server need not allow other origins. Never rejects.
 *
 * @example
 * const ms = await measureRoundTrip({ url: `${apiBaseUrl}/healthz` });
 */
export async function measureRoundTrip({
  url,
  fetch = globalThis.fetch,
  isActive = isPageActive,
  timeoutMs = 10_000,
}: RoundTripOptions): Promise<number | null> {
  if (!isActive()) return null;
  const startedAt = performance.now();
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    await fetch(url, { cache: 'no-store', credentials: 'omit', mode: 'no-cors', signal });
    return performance.now() - startedAt;
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? timeoutMs : null;
  }
}

function isPageActive(): boolean {
  return navigator.onLine && globalThis.document?.visibilityState !== 'hidden';
}
