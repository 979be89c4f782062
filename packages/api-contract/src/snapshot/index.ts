export {
  getSnapshot,
  getSnapshotSegment,
  MAX_SNAPSHOT_ROWS,
  type SnapshotManifest,
  type SnapshotPage,
  type SnapshotRow,
  type SnapshotSegment,
  snapshotManifest,
  snapshotPage,
  snapshotRow,
  snapshotSegment,
} from './get-snapshot.ts';
export { importSnapshotKey, openTicket, sealTicket, ticketKey } from './seal-ticket.ts';
export { addRow, EMPTY_SUM, formatDigest, type SnapshotSum, subtractRow } from './snapshot-sum.ts';
export { encodeTicket, TICKET_FORMAT } from './ticket-codec.ts';
