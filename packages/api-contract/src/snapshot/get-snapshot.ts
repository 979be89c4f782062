import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { cursor, label, timestamp, uuid } from '../primitives.ts';
import { toBase64 } from './base64.ts';

/** The most rows of a page. */
export const MAX_SNAPSHOT_ROWS = 5_000;

const segmentHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const change = z.int().check(z.positive());
const sha256 = z.string().check(z.regex(/^[\w+/]{43}=$/));

/** A sealed part of the snapshot that never changes: fetch it with `getSnapshotSegment`. */
export const snapshotSegment = z.object({
  /** SHA-256 of its lines, in hexadecimal digits: its address. */
  sha256: segmentHash,
  /** How many lines it has. */
  rows: z.int().check(z.nonnegative()),
  /** The position after this segment. It resumes an interrupted download. */
  cursor,
});
/** A sealed part of the snapshot that never changes. */
export type SnapshotSegment = z.infer<typeof snapshotSegment>;

/** The first line of a page. */
export const snapshotManifest = z.object({
  /** The id of the feed. A cursor of another feed starts from the beginning. */
  snapshot_id: label(64),
  checkpoint_id: uuid,
  /** `off`: the domain collects; every code is accepted and the snapshot is empty. */
  ticketing: z.enum(['on', 'off']),
  /** How many tickets the whole snapshot has when this page is read. */
  count: z.int().check(z.nonnegative()),
  /** `formatDigest` of the whole snapshot when this page is read. */
  digest: z.string().check(z.regex(/^[0-9a-f]{24}$/)),
  /** When this page was read, on the server's clock. */
  generated_at: timestamp,
  /** The position after this page. It resumes an interrupted download and later requests only changes. */
  cursor,
  /** Whether this page is the first one: the device drops the tickets it had. */
  from_start: z.boolean(),
  /**
   * What comes before this page's rows, in this order. Only for a caller of wire version 1 and later. @default none
   */
  segments: z.optional(z.array(snapshotSegment)),
  /** The version of the sealed rows that a reader must know. @default 1 */
  row_format: z.optional(z.int()),
  /** base64 of the domain's 32-byte snapshot key. */
  snapshot_key: sha256,
  /** How many lines follow. */
  rows: z.int().check(z.nonnegative(), z.maximum(MAX_SNAPSHOT_ROWS)),
  /** base64 of the SHA-256 of every byte after this line's line feed. */
  rows_sha256: sha256,
  /** Whether this page was the last when it was read: `count` and `digest` must then match the device's tickets. */
  complete: z.boolean(),
});
/** The first line of a page. */
export type SnapshotManifest = z.infer<typeof snapshotManifest>;

const sealedRow = z.object({ key: sha256, sealed: z.string().check(z.minLength(40)), change });
const removedRow = z.object({ key: sha256, removed: z.literal(true), change });

/** A ticket's newest state, or that it is gone. Rows are in the order of `change`; a later row replaces an earlier one. */
export const snapshotRow = z.union([sealedRow, removedRow]);
/** A ticket's newest state, or that it is gone. */
export type SnapshotRow = z.infer<typeof snapshotRow>;

/** A page: its manifest and rows. */
export const snapshotPage = z.object({ manifest: snapshotManifest, rows: z.array(snapshotRow) });
/** A page: its manifest and rows. */
export type SnapshotPage = z.infer<typeof snapshotPage>;

/**
 * GET /tickets/v0/snapshot: a page of the domain's tickets in NDJSON, a manifest and then rows. It is a change feed:
 * without a cursor from the beginning, with one the changes after it. A page that is truncated or altered on its way is
 * `unreachable`; ask again with the same cursor.
 */
export const getSnapshot = defineEndpoint({
  method: 'GET',
  path: '/tickets/v0/snapshot',
  needs: ['scan'],
  query: z.object({ checkpoint: uuid, cursor: z.optional(cursor) }),
  response: snapshotPage,
  read: readSnapshotPage,
});

/**
 * GET /tickets/v0/snapshot/segments/{sha256}: the lines of a segment that a manifest has named. 404 once it is no longer
 * kept: ask for the manifest again, with the cursor reached so far.
 */
export const getSnapshotSegment = defineEndpoint({
  method: 'GET',
  path: '/tickets/v0/snapshot/segments/{sha256}',
  needs: ['scan'],
  params: z.object({ sha256: segmentHash }),
  query: z.object({ checkpoint: uuid }),
  response: z.object({
    /** SHA-256 of what has arrived: anything else than its address is not the segment. */
    sha256: segmentHash,
    rows: z.array(snapshotRow),
  }),
  read: readSnapshotSegment,
});

const LINE_FEED = 10;

async function readSnapshotPage(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const end = bytes.indexOf(LINE_FEED);
  const manifest = snapshotManifest.parse(JSON.parse(decode(bytes.subarray(0, end))));
  const body = bytes.subarray(end + 1);
  const sum = toBase64(await hash(body));
  if (sum !== manifest.rows_sha256) throw new Error('The page is not what was sent');
  const rows = parseLines(body);
  if (rows.length !== manifest.rows) throw new Error('The page has another number of rows than it says');
  return { manifest, rows };
}

async function readSnapshotSegment(response: Response): Promise<unknown> {
  const body = new Uint8Array(await response.arrayBuffer());
  const sha256 = Array.from(await hash(body), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { sha256, rows: parseLines(body) };
}

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
const hash = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

function parseLines(body: Uint8Array): unknown[] {
  return decode(body)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
