import { createClerkRows } from './clerk-rows.ts';
import * as leasing from './lease-chain.ts';
import type { LogDatabase } from './log-database.ts';
import { createOutboxRows } from './outbox-rows.ts';
import { createRecoveryRows } from './recovery-rows.ts';
import { createSettledRows } from './settled-rows.ts';
import { createUndoRows } from './undo-rows.ts';

/** The part of the store that neither a view nor the recording of a scan waits for. */
export type LaterRows = ReturnType<typeof createLaterRows>;

/** Creates it over the database. It is loaded when it is first used, so that no view waits for it. */
export const createLaterRows = (database: LogDatabase) => ({
  ...createOutboxRows(database),
  ...createUndoRows(database),
  ...createClerkRows(database),
  ...createRecoveryRows(database),
  ...createSettledRows(database),
  leasing,
});
