import type { ApiOutcome } from '@scantix/api-contract';
import type { Clock } from '../ports/clock.ts';
import { type LedgerTime, readClocks } from './ledger-time.ts';

/** Returns the same port; each answer to one of its calls measures the server's clock. */
export function measuredCalls<Port extends object>(
  port: Port,
  { time, clock }: { readonly time: Pick<LedgerTime, 'measure'>; readonly clock: Pick<Clock, 'now' | 'monotonicNow'> },
): Port {
  return new Proxy(port, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return async (...parameters: unknown[]): Promise<ApiOutcome<unknown>> => {
        const sent = readClocks(clock);
        const outcome: ApiOutcome<unknown> = await call.apply(target, parameters);
        const answered = outcome.ok ? outcome : outcome.failure;
        time.measure('answer' in answered ? answered.answer.date : null, sent);
        return outcome;
      };
    },
  });
}
