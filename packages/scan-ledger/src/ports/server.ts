import type { ApiOutcome, ConflictRecord, Scan, ScanResult, Undo, UndoResult } from '@scantix/api-contract';
import type { SnapshotPage } from '@scantix/api-contract/snapshot';

interface CallOptions {
  readonly signal: AbortSignal;
}

/** The server's calls for scans, undos and conflicts, made with the signed-in session. */
export interface ScanTransport {
  send(scans: Scan[], options: CallOptions): Promise<ApiOutcome<{ results: ScanResult[] }>>;
  undo(scanId: string, undo: Undo, options: CallOptions): Promise<ApiOutcome<UndoResult>>;
  /** Lists every open conflict of the domain. */
  listConflicts(options: CallOptions): Promise<ApiOutcome<readonly ConflictRecord[]>>;
  acknowledgeConflict(id: string, options: CallOptions): Promise<ApiOutcome<unknown>>;
}

/** The source of the domain's tickets, page by page: `GET /tickets/v0/snapshot`. */
export interface TicketsSource {
  /** @param page a `null` cursor asks for the first page */
  fetchPage(
    page: { checkpointId: string; cursor: string | null },
    options: CallOptions,
  ): Promise<ApiOutcome<SnapshotPage>>;
}
