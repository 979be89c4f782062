import type { Checkpoint, ScanMethod, ScanMode, Symbology } from '@scantix/api-contract';
import { callApart } from '@scantix/runtime-utils';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { ScanToRecord } from '../model/scan-to-record.ts';

/** A code as it was presented: by camera, image, hardware scanner or keyboard. */
export interface PresentedCode {
  readonly text: string;
  /** The symbol's bytes, where the reader gives them. More than 12,288 bytes are left out. */
  readonly raw?: Uint8Array;
  readonly symbology: Symbology;
  readonly method: ScanMethod;
  /** From the first frame that showed the code to its decode, in milliseconds. */
  readonly readMs?: number;
}

/** Where and how this device scans now. */
export interface ScanContext {
  readonly checkpoint: Checkpoint;
  readonly mode: ScanMode;
}

/** The one entry of every way of scanning. */
export interface ScanDesk {
  /**
   * Records a code, then acknowledges it. Resolves once the scan is durable and acknowledged; with `null` while the same
   * code is being recorded, since two presses of a button are one scan.
   * @throws LedgerError when the scan could not be saved; it is not acknowledged then.
   */
  take(code: PresentedCode, context: ScanContext): Promise<LedgerScan | null>;
}

/** A scan for analytics. */
export interface PresentedScanEvent {
  readonly format: Symbology;
  /** The whole code. */
  readonly value: string;
  readonly scanMethod: ScanMethod;
  /** Whether the scan was saved. */
  readonly success: boolean;
}

/** Options of createScanDesk. */
export interface ScanDeskOptions {
  readonly ledger: { record(scan: ScanToRecord): Promise<LedgerScan> };
  /** Confirms a saved scan to the clerk: sound, vibration. An error of it becomes an unhandled rejection. */
  readonly acknowledge: () => void;
  /** Called for each presented code. An error of it becomes an unhandled rejection. @default none */
  readonly onScan?: (event: PresentedScanEvent) => void;
}

/**
 * Creates the desk: durable record first, then the acknowledgement.
 *
 * @example
 * const desk = createScanDesk({ ledger, acknowledge: () => sounds.tick() });
 * await desk.take({ text: 'T-1001', symbology: 'qr_code', method: 'camera' }, { checkpoint, mode: 'entry' });
 */
export function createScanDesk({ ledger, acknowledge, onScan = () => {} }: ScanDeskOptions): ScanDesk {
  const recording = new Set<string>();
  // An error of `acknowledge` or `onScan` does not fail the call: the scan is saved, and would be scanned again.
  const report = (event: PresentedScanEvent) => void callApart(() => onScan(event));
  return {
    async take({ text, raw, symbology, method }, { checkpoint, mode }) {
      const event = { format: symbology, value: text, scanMethod: method };
      if (recording.has(text)) return null;
      recording.add(text);
      try {
        const recorded = await ledger.record({
          barcode: text,
          symbology,
          scanMethod: method,
          mode,
          checkpointId: checkpoint.id,
          ...(raw ? { raw } : {}),
        });
        void callApart(acknowledge);
        report({ ...event, success: true });
        return recorded;
      } catch (error) {
        report({ ...event, success: false });
        throw error;
      } finally {
        recording.delete(text);
      }
    },
  };
}
