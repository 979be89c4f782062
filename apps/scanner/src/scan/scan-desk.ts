import type { AnalyticsLogger } from '@scantix/analytics-logger';
import type { Checkpoint, ScanMethod, ScanMode, Symbology } from '@scantix/api-contract';
import type { LedgerScan, ScanLedger } from '@scantix/scan-ledger';

/** A code as it came in, whatever way. */
export interface PresentedCode {
  readonly text: string;
  readonly raw?: Uint8Array;
  readonly symbology: Symbology;
  readonly method: ScanMethod;
  /** From the first frame that showed it, in milliseconds. */
  readonly readMs?: number;
}

/** Where and how this device scans now. */
export interface ScanPlace {
  readonly checkpoint: Checkpoint;
  readonly mode: ScanMode;
}

export interface ScanDesk {
  /**
   * Takes a code in: kept first, acknowledged after. Resolves once it is durable and ticked; with `null` while the
   * same code is being taken, since two presses of a button are one scan.
   * @throws LedgerError when the scan could not be kept; nothing has ticked then.
   */
  take(code: PresentedCode, place: ScanPlace): Promise<LedgerScan | null>;
}

export interface ScanDeskOptions {
  readonly ledger: Pick<ScanLedger, 'record'>;
  readonly logger: Pick<AnalyticsLogger, 'logScan'>;
  readonly sounds: { tick(): void };
  /** Whether a tick is felt too. @default true */
  readonly vibrates?: () => boolean;
  /** @default the device's vibration motor, where it has one */
  readonly vibrate?: (patternMs: number) => void;
}

/** The desk where every way of scanning comes together: durable record, then the tick (docs/architecture.md). */
export function createScanDesk({
  ledger,
  logger,
  sounds,
  vibrates = () => true,
  vibrate = (patternMs) => navigator.vibrate?.(patternMs),
}: ScanDeskOptions): ScanDesk {
  const underWay = new Set<string>();
  return {
    async take({ text, raw, symbology, method }, { checkpoint, mode }) {
      const event = { format: symbology, value: text, scanMethod: method };
      if (underWay.has(text)) return null;
      underWay.add(text);
      try {
        const recorded = await ledger.record({
          barcode: text,
          symbology,
          scanMethod: method,
          mode,
          checkpointId: checkpoint.id,
          ...(raw ? { raw } : {}),
        });
        sounds.tick();
        if (vibrates()) vibrate(30);
        logger.logScan({ ...event, success: true });
        return recorded;
      } catch (error) {
        logger.logScan({ ...event, success: false });
        throw error;
      } finally {
        underWay.delete(text);
      }
    },
  };
}
