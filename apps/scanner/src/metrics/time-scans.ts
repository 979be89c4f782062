import type { AnalyticsLogger } from '@scantix/analytics-logger';
import type { ScanLedger } from '@scantix/scan-ledger';
import type { ScanDesk } from '../scan/scan-desk.ts';

export interface TimedScansOptions {
  readonly desk: ScanDesk;
  readonly ledger: Pick<ScanLedger, 'decide'>;
  readonly logger: Pick<AnalyticsLogger, 'log'>;
  /** @default performance.now */
  readonly now?: () => number;
}

/** The same desk, and how long each scan took: until it was read, until it was kept, until it was decided. */
export function timeScans({ desk, ledger, logger, now = () => performance.now() }: TimedScansOptions): ScanDesk {
  return {
    async take(code, place) {
      const startedAt = now();
      const recorded = await desk.take(code, place);
      if (!recorded) return null;
      const keptMs = now() - startedAt;
      // The views ask for the same verdict at the same time, and both get the one.
      void ledger.decide(recorded.scan.id).then(
        ({ certainty }) =>
          logger.log({
            name: 'scan_timed',
            category: 'scanner',
            module: 'scanner',
            properties: {
              scanMethod: code.method,
              format: code.symbology,
              ...(code.readMs !== undefined && { readMs: Math.round(code.readMs) }),
              keptMs: Math.round(keptMs),
              decidedMs: Math.round(now() - startedAt),
              certainty,
            },
          }),
        () => {},
      );
      return recorded;
    },
  };
}
