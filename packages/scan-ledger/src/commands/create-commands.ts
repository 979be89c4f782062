import type { ScanLedger } from '../scan-ledger.ts';
import { createAcknowledge } from './acknowledge.ts';
import type { CommandContext } from './command-context.ts';
import { createRecord } from './record.ts';
import { createResend } from './resend.ts';
import { createUndo, createUndoElsewhere } from './undo.ts';

/** Creates the commands of the ledger. */
export function createCommands(context: CommandContext) {
  return {
    record: createRecord(context),
    // Few scans need it.
    decideByClerk: async (...call: Parameters<ScanLedger['decideByClerk']>) =>
      (await import('./decide-by-clerk.ts')).createDecideByClerk(context)(...call),
    undo: createUndo(context),
    undoElsewhere: createUndoElsewhere(context),
    acknowledgeConflict: createAcknowledge(context),
    resendQuarantined: createResend(context),
  };
}
