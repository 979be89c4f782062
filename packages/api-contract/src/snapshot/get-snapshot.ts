import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { cursor, label, timestamp, uuid } from '../primitives.ts';
import { toBase64 } from './base64.ts';

/** How many rows a page carries at most. */
export const MAX_SNAPSHOT_ROWS = 5_000;

const change = z.int().check(z.positive());
const sha256 = z.string().check(z.regex(/^[\w+/]{43}=$/));

/** The first line of a page. */
export const snapshotManifest = z.object({
  /** Names the feed: cursors of another one start from the beginning. */
  snapshot_id: label(64),
  checkpoint_id: uuid,
  /** `off`: the domain simply collects, every code is accepted and the snapshot is empty. */
  ticketing: z.enum(['on', 'off']),
  /** How many tickets the whole snapshot has, as of this page's reading. */
  count: z.int().check(z.nonnegative()),
  /** `formatDigest` of the whole snapshot, as of this page's reading. */
  digest: z.string().check(z.regex(/^[0-9a-f]{24}$/)),
  /** When this page was read: server time. */
  generated_at: timestamp,
  /** The position after this page: it resumes a download that broke off, and later gets only what has changed. */
  cursor,
  /** Whether this page begins at the beginning: what the device held before is replaced. */
  from_start: z.boolean(),
  /** base64 of the domain's 32-byte snapshot key. */
  snapshot_key: sha256,
  /** How many lines follow. */
  rows: z.int().check(z.nonnegative(), z.maximum(MAX_SNAPSHOT_ROWS)),
  /** base64 of the SHA-256 of every byte after this line's line feed. */
  rows_sha256: sha256,
  /** Whether nothing newer stood when this page was read: `count` and `digest` must then fit what the device holds. */
  complete: z.boolean(),
});
export type SnapshotManifest = z.infer<typeof snapshotManifest>;

const sealedRow = z.object({ key: sha256, sealed: z.string().check(z.minLength(40)), change });
const removedRow = z.object({ key: sha256, removed: z.literal(true), change });

/** A ticket's newest state, or that it is gone, in the order of `change`. A later row of a key replaces an earlier one. */
export const snapshotRow = z.union([sealedRow, removedRow]);
export type SnapshotRow = z.infer<typeof snapshotRow>;

export const snapshotPage = z.object({ manifest: snapshotManifest, rows: z.array(snapshotRow) });
export type SnapshotPage = z.infer<typeof snapshotPage>;

/**
 * GET /tickets/v0/snapshot: a page of the domain's tickets in NDJSON, a manifest and then rows. It is a change feed:
 * without a cursor from the beginning, with one what came after it. A page that was cut off or changed on its way is
 * no answer (`unreachable`); the same cursor gets it again.
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
