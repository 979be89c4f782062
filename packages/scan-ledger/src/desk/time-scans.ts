import type { ScanMethod, Symbology, Verdict } from '@scantix/api-contract';
import type { ScanDesk } from './create-scan-desk.ts';

/** How long one scan took. */
export interface ScanTiming {
  readonly scanMethod: ScanMethod;
  readonly format: Symbology;
  /** From the first frame that showed the code to its decode, in milliseconds. */
  readonly readMs?: number;
  /** From the decode to the durable record, in milliseconds. */
  readonly keptMs: number;
  /** From the decode to the verdict, in milliseconds. */
  readonly decidedMs: number;
  readonly certainty: Verdict['certainty'];
}

/** Options of timeScans. */
export interface TimeScansOptions {
  readonly desk: ScanDesk;
  readonly ledger: { decide(id: string): Promise<Verdict> };
  /** Called with the timing of each scan that has a verdict. */
  readonly onTiming: (timing: ScanTiming) => void;
  /** Returns monotonic milliseconds. @default performance.now */
  readonly now?: () => number;
}

/** Returns the same desk, which also measures how long each scan takes until it is decoded, saved and decided. */
export function timeScans({ desk, ledger, onTiming, now = () => performance.now() }: TimeScansOptions): ScanDesk {
  return {
    async take(code, context) {
      const startedAt = now();
      const recorded = await desk.take(code, context);
      if (!recorded) return null;
      const keptMs = now() - startedAt;
      const onVerdict = ({ certainty }: Verdict) =>
        onTiming({
          scanMethod: code.method,
          format: code.symbology,
          ...(code.readMs !== undefined && { readMs: Math.round(code.readMs) }),
          keptMs: Math.round(keptMs),
          decidedMs: Math.round(now() - startedAt),
          certainty,
        });
      // The views ask for the same verdict at the same time; both get the same one. One that fails is not timed.
      void ledger.decide(recorded.scan.id).then(onVerdict, () => {});
      return recorded;
    },
  };
}
