import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { cursor, label, timestamp, uuid } from '../primitives.ts';
import { toBase64 } from './base64.ts';

/** The most rows of a page. */
export const MAX_SNAPSHOT_ROWS = 5_000;

const change = z.int().check(z.positive());
const sha256 = z.string().check(z.regex(/^[\w+/]{43}=$/));

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
  authenticated: true,
  query: z.object({ checkpoint: uuid, cursor: z.optional(cursor) }),
  response: snapshotPage,
  read: readSnapshotPage,
});

const LINE_FEED = 10;

async function readSnapshotPage(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const end = bytes.indexOf(LINE_FEED);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const manifest = snapshotManifest.parse(JSON.parse(decoder.decode(bytes.subarray(0, end))));
  const body = bytes.subarray(end + 1);
  const sum = toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
  if (sum !== manifest.rows_sha256) throw new Error('The page is not what was sent');
  const lines = decoder.decode(body).split('\n').slice(0, -1);
  if (lines.length !== manifest.rows) throw new Error('The page has another number of rows than it says');
  return { manifest, rows: lines.map((line) => JSON.parse(line)) };
}
