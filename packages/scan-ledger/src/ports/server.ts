import type { ApiOutcome, ConflictRecord, Scan, ScanResult, Undo, UndoResult } from '@scantix/api-contract';
import type { SnapshotPage, SnapshotRow, SnapshotSegment } from '@scantix/api-contract/snapshot';

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

/** The source of the domain's tickets: `GET /tickets/v0/snapshot`, page by page, and the segments that pages name. */
export interface TicketsSource {
  /** @param page a `null` cursor asks for the first page */
  fetchPage(
    page: { checkpointId: string; cursor: string | null },
    options: CallOptions,
  ): Promise<ApiOutcome<SnapshotPage>>;
  /** Resolves to the rows that arrived and their hash, which may be another than the segment's. */
  fetchSegment(
    segment: { checkpointId: string; segment: SnapshotSegment },
    options: CallOptions,
  ): Promise<ApiOutcome<{ sha256: string; rows: SnapshotRow[] }>>;
}
