import { AnalyticsError, type SendResult } from '../index.ts';
import type { LogService, ServiceConduct } from './batch-sink-contract.ts';

/** A log service in memory whose failures a test sets, and the sink that sends to it. */
export interface MemoryLogService extends LogService {
  behave(conduct: ServiceConduct): void;
  accepted(): readonly string[];
}

const LIMIT_MS = 60_000;

/** Creates a log service that accepts everything. */
export function createMemoryLogService(): MemoryLogService {
  const lines: string[] = [];
  let conduct: ServiceConduct = 'accepts everything';

  function receive(sent: readonly string[]): SendResult {
    switch (conduct) {
      case 'accepts everything':
        lines.push(...sent);
        return { ok: true, failed: 0 };
      case 'refuses the first event':
        lines.push(...sent.slice(1));
        return { ok: true, failed: Math.min(1, sent.length) };
      case 'limits the rate':
        return refuse(new AnalyticsError('rate-limited', 'api limit exceeded', { retryAt: Date.now() + LIMIT_MS }));
      case 'forbids':
        return refuse(new AnalyticsError('forbidden', 'Forbidden'));
      case 'rejects':
        return refuse(new AnalyticsError('rejected', 'no'));
      default:
        return refuse(new AnalyticsError('unreachable', 'No answer from the log service'));
    }
  }

  return {
    sink: { send: async (sent) => receive(sent) },
    behave(next) {
      conduct = next;
    },
    accepted: () => [...lines],
  };
}

function refuse(error: AnalyticsError): SendResult {
  return { ok: false, error };
}
