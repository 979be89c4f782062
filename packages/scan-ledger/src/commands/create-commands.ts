import { createAcknowledge } from './acknowledge.ts';
import type { CommandContext } from './command-context.ts';
import { createDecideByClerk } from './decide-by-clerk.ts';
import { createRecord } from './record.ts';
import { createResend } from './resend.ts';
import { createUndo, createUndoElsewhere } from './undo.ts';

/** Creates the commands of the ledger. */
export function createCommands(context: CommandContext) {
  return {
    record: createRecord(context),
    decideByClerk: createDecideByClerk(context),
    undo: createUndo(context),
    undoElsewhere: createUndoElsewhere(context),
    acknowledgeConflict: createAcknowledge(context),
    resendQuarantined: createResend(context),
  };
}
