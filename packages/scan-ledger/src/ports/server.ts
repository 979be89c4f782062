import type { ApiOutcome, ConflictRecord, Scan, ScanResult, Undo, UndoResult } from '@scantix/api-contract';
import type { SnapshotPage, SnapshotRow, SnapshotSegment } from '@scantix/api-contract/snapshot';

interface CallOptions {
  readonly signal: AbortSignal;
}

/** The newest open conflicts of a domain. */
export interface ConflictPage {
  readonly items: readonly ConflictRecord[];
  /** Whether more are open than these. */
  readonly hasMore: boolean;
}

/** The server's calls for scans, undos and conflicts, made with the signed-in session. */
export interface ScanTransport {
  /** Records scans in the order given; a repeat gets the first answer. A rejection is `unreachable`. */
  send(scans: Scan[], options: CallOptions): Promise<ApiOutcome<{ results: ScanResult[] }>>;
  /** Takes an entry or exit back; a repeat gets the first answer. A rejection is `unreachable`. */
  undo(scanId: string, undo: Undo, options: CallOptions): Promise<ApiOutcome<UndoResult>>;
  /** Lists the newest open conflicts of the domain. A rejection is `unreachable`. */
  listConflicts(options: CallOptions): Promise<ApiOutcome<ConflictPage>>;
  /** Closes a conflict for everybody. A rejection is `unreachable`. */
  acknowledgeConflict(id: string, options: CallOptions): Promise<ApiOutcome<unknown>>;
}

/** The source of the domain's tickets: `GET /tickets/v0/snapshot`, page by page, and the segments that pages name. */
export interface TicketsSource {
  /**
   * Fetches a page. A rejection is `unreachable`.
   * @param page a `null` cursor asks for the first page
   */
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
