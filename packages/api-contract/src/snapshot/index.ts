export {
  getSnapshot,
  MAX_SNAPSHOT_ROWS,
  type SnapshotManifest,
  type SnapshotPage,
  type SnapshotRow,
  snapshotManifest,
  snapshotPage,
  snapshotRow,
} from './get-snapshot.ts';
export { importSnapshotKey, openTicket, sealTicket, ticketKey } from './seal-ticket.ts';
export { addRow, EMPTY_SUM, formatDigest, type SnapshotSum, subtractRow } from './snapshot-sum.ts';
export { encodeTicket } from './ticket-codec.ts';
