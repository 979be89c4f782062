import type { ApiOutcome, Scan, ScanResult } from '@scantix/api-contract';
import type { Clock } from '../clock.ts';
import type { ScanTransport } from '../scan-ledger.ts';

export interface SendInTimeOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Sends once. A transport that hangs, even one that ignores its signal, or throws is an unreachable server. */
export function sendInTime(
  transport: ScanTransport,
  scans: Scan[],
  { clock, timeoutMs, signal }: SendInTimeOptions,
): Promise<ApiOutcome<{ results: ScanResult[] }>> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const fail = (cause: unknown) => {
      resolve({ ok: false, failure: { kind: 'unreachable', cause } });
      controller.abort(cause);
    };
    const onStop = () => fail(signal.reason);
    if (signal.aborted) return onStop();
    const cancel = clock.after(timeoutMs, () => fail(new DOMException(`no answer in ${timeoutMs} ms`, 'TimeoutError')));
    signal.addEventListener('abort', onStop, { once: true });
    transport
      .send(scans, { signal: controller.signal })
      .then(resolve, fail)
      .finally(() => {
        cancel();
        signal.removeEventListener('abort', onStop);
      });
  });
}
