import type { Scan } from '@scantix/api-contract';
import type { Clock } from '../clock.ts';
import type { ScanTransport } from '../scan-ledger.ts';
import type { Settlement } from '../scan-store.ts';
import { callInTime } from './call-in-time.ts';
import type { ClockOffset } from './clock-offset.ts';
import { judgeFailure } from './judge-failure.ts';
import { settleResults } from './settle-results.ts';

export interface DeliverOptions {
  readonly transport: Pick<ScanTransport, 'send'>;
  readonly clock: Clock;
  readonly clockOffset: ClockOffset;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Writes what the server said, before anything else is sent. */
  readonly settle: (settlements: Settlement[]) => Promise<void>;
}

/** `ok`: the server answered, and for at least one of the scans. */
export type Delivery =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterMs?: number; readonly message?: string };

/** Sends scans and settles what is answered. A batch that is refused as a whole is halved until the culprit is alone. */
export async function deliver(scans: readonly Scan[], options: DeliverOptions): Promise<Delivery> {
  const { transport, clock, clockOffset, settle } = options;
  const startedAt = clock.now();
  const outcome = await callInTime((signal) => transport.send([...scans], { signal }), options);
  const endedAt = clock.now();
  const receivedAt = new Date(endedAt).toISOString();

  if (outcome.ok) {
    clockOffset.measure(outcome.date, startedAt, endedAt);
    const settlements = settleResults(scans, outcome.value.results, receivedAt);
    await settle(settlements);
    return { ok: settlements.length > 0 };
  }

  const failure = judgeFailure(outcome.failure);
  if (failure.kind === 'retry-and-tell') return { ok: false, message: failure.message };
  if (failure.kind === 'retry') return { ok: false, ...failure };

  const [first] = scans;
  if (first && scans.length === 1) {
    const { code, message } = failure;
    const answer = { verdict: null, receivedAt, knewDeviceVerdict: true };
    await settle([{ id: first.id, sync: 'quarantined', ...answer, error: { code, message } }]);
    return { ok: true };
  }
  const middle = Math.ceil(scans.length / 2);
  const left = await deliver(scans.slice(0, middle), options);
  return left.ok ? deliver(scans.slice(middle), options) : left;
}
