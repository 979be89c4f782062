import type { ApiOutcome } from '@scantix/api-contract';
import type { Clock } from '../ports/clock.ts';

/** Time limit of a call that a person waits for. */
export const CALL_TIMEOUT_MS = 15_000;

/** Options of callInTime. */
export interface CallInTimeOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Makes one call. A call that throws, or exceeds its time limit even if it ignores its signal, is `unreachable`. */
export function callInTime<T>(
  call: (signal: AbortSignal) => Promise<ApiOutcome<T>>,
  { clock, timeoutMs, signal }: CallInTimeOptions,
): Promise<ApiOutcome<T>> {
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
    call(controller.signal)
      .then(resolve, fail)
      .finally(() => {
        cancel();
        signal.removeEventListener('abort', onStop);
      });
  });
}
