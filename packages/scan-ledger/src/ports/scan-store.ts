import type { ClerkDecision, Verdict } from '@scantix/api-contract';
import type { ConflictStore } from './conflict-store.ts';
import type { LogStore } from './log-store.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { UndoStore } from './undo-store.ts';

/** What clerks decide of scans that nobody else has decided. */
export interface ClerkStore {
  /**
   * Saves a clerk's decision, durably. Returns the verdict that is valid now: the clerk's, or an earlier one that leaves
   * nothing open; `null` where there is no such scan, or it has no verdict.
   * @param decidedAt ISO 8601, UTC
   */
  saveClerkDecision(id: string, decision: ClerkDecision, decidedAt: string): Promise<Verdict | null>;
}

/**
 * One storage behind all ports of scans. Each method is atomic, safe beside other tabs over the same storage, and
 * throws LedgerError.
 */
export interface ScanStore extends LogStore, OutboxStore, UndoStore, ClerkStore, ConflictStore {
  /** Prepares the storage; the other methods do so by themselves. */
  open(): Promise<void>;
  /** Returns the id that the storage got when it was made: another one after it was deleted. */
  installation(): Promise<string>;
  close(): void;
}
