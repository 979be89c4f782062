import { MAX_IMPORT_BYTES } from '@scantix/api-contract';
import { MAX_BODY_BYTES } from '../http/implement.ts';
import { MAX_SCANS_BODY_BYTES } from '../scans/mount.ts';

/** What a call carries that is not only JSON. */
export interface CallMedia {
  /** Types of its body, beside none or JSON, with what stands in it. */
  readonly request?: Readonly<Record<string, string>>;
  /** Types of its answer, in place of JSON or beside it. */
  readonly answer?: Readonly<Record<string, string>>;
  /** Whether it may answer with the JSON of its schema, too. */
  readonly orJson?: true;
  /** In bytes. */
  readonly maxBody?: number;
}

const ROWS = 'Lines of SnapshotRow.';

const IMPORT: CallMedia = {
  request: {
    'text/csv': 'RFC 4180 with a header line.',
    'application/x-ndjson': 'Lines of ImportRow.',
  },
  answer: { 'application/x-ndjson': 'Where it is accepted: lines of ImportProgress.' },
  orJson: true,
  maxBody: MAX_IMPORT_BYTES,
};

const MEDIA: Readonly<Record<string, CallMedia>> = {
  postScans: { maxBody: MAX_SCANS_BODY_BYTES },
  importTickets: IMPORT,
  importDomainTickets: IMPORT,
  exportTickets: {
    answer: { 'text/csv': 'RFC 4180, for spreadsheets.', 'application/x-ndjson': 'Lines of ImportRow.' },
  },
  exportScansAsCsv: { answer: { 'text/csv': 'RFC 4180, for spreadsheets.' } },
  exportScansAsJson: { answer: { 'application/json': 'An array of ScanRecord.' } },
  getSnapshot: { answer: { 'application/x-ndjson': `A line with the SnapshotManifest. ${ROWS}` } },
  getSnapshotSegment: { answer: { 'application/x-ndjson': ROWS } },
  watchReports: { answer: { 'text/event-stream': 'Events named `changed`.' } },
};

/** What a call of this name carries, beside JSON of its schemas. */
export function mediaOf(name: string): CallMedia & { readonly maxBody: number } {
  return { maxBody: MAX_BODY_BYTES, ...MEDIA[name] };
}
