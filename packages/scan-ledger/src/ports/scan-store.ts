import type { ConflictStore } from './conflict-store.ts';
import type { LogStore } from './log-store.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { UndoStore } from './undo-store.ts';

/**
 * One storage behind all ports of scans. Each method is atomic, safe beside other tabs over the same storage, and
 * throws LedgerError.
 */
export interface ScanStore extends LogStore, OutboxStore, UndoStore, ConflictStore {
  /** Prepares the storage; the other methods do so by themselves. */
  open(): Promise<void>;
  /** Returns the id that the storage got when it was made: another one after it was deleted. */
  installation(): Promise<string>;
  close(): void;
}
