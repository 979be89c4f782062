import type { AnalyticsError } from './errors.ts';

/** What became of a batch: taken, but for `failed` events that will never be; or not taken at all. */
export type SendResult =
  | { readonly ok: true; readonly failed: number }
  | { readonly ok: false; readonly error: AnalyticsError };

/** Where batches go. Never throws. */
export interface LogSink {
  /** Sends events, one line of JSON each. */
  send(lines: readonly string[]): Promise<SendResult>;
}
