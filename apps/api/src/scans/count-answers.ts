import type { ScanResult } from '@scantix/api-contract';
import type { Metrics } from '../system/create-metrics.ts';

/** Counts what was answered for scans. */
export function countAnswers({ decisions, scanAnswers }: Metrics, results: readonly ScanResult[]): void {
  for (const { status, verdict } of results) {
    scanAnswers.inc({ status });
    if (status === 'recorded' && verdict) decisions.inc({ outcome: verdict.outcome, certainty: verdict.certainty });
  }
}
