import type { AnalyticsError } from './errors.ts';

/** How a batch ended: accepted, except for `failed` events that the service refused for good; or not accepted at all. */
export type SendResult =
  | { readonly ok: true; readonly failed: number }
  | { readonly ok: false; readonly error: AnalyticsError };

/** Where batches go. Never throws. */
export interface BatchSink {
  /** Sends events, one line of JSON each. */
  send(lines: readonly string[]): Promise<SendResult>;
}
