import { createHash } from 'node:crypto';
import type { getSnapshotSegment as endpoint } from '@scantix/api-contract/snapshot';
import { acceptsCoding } from '../http/accepts-coding.ts';
import { ApiError } from '../http/api-error.ts';
import type { ClerkCall } from '../http/implement.ts';
import { requireCheckpoint } from '../scanner-config/require-checkpoint.ts';
import { decompress } from './compress.ts';
import type { Caller } from './create-download-slots.ts';
import type { SnapshotSource } from './create-snapshot-source.ts';
import { dropSegments, hasSegment, readSegmentBody } from './segments.ts';

/** Answers with a segment of the clerk's domain. */
export function sendSegment(source: SnapshotSource, call: ClerkCall<typeof endpoint>): Promise<Response> {
  return source.slots.run(call.context, (caller) => sendBody(source, call, caller));
}

async function sendBody(
  { db, reads, bodies }: SnapshotSource,
  { clerk, params: { sha256 }, query, context }: ClerkCall<typeof endpoint>,
  caller: Caller,
): Promise<Response> {
  const body = await reads.run(async () => {
    caller.assertListening();
    // The rights of the checkpoint are those of its segments.
    await requireCheckpoint(db, clerk, query.checkpoint);
    if (clerk.ticketing === 'off') return 'unknown';
    const { domainId } = clerk;
    // One in memory may have been deleted with a holder's data.
    if (!(await hasSegment(db, domainId, Buffer.from(sha256, 'hex')))) return 'unknown';
    return (await bodies.get(`${domainId} ${sha256}`, () => readWhole(db, domainId, sha256))) ?? 'unknown';
  });
  if (body === 'unknown') throw new ApiError('not_found', 'Unknown segment: ask for the manifest again');
  if (!body)
    throw new ApiError('unavailable', 'Many devices are downloading: wait for a moment', { retryAfterMs: 1_000 });
  caller.assertListening();
  // A browser keeps the answer and shows it again much later: no clock may be set by it.
  context.env.outgoing.sendDate = false;
  const headers = {
    'Content-Type': 'application/x-ndjson',
    'Cache-Control': 'private, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  };
  if (!acceptsCoding('gzip', context.req.header('Accept-Encoding'))) {
    return context.body(new Uint8Array(await decompress(body)), 200, headers);
  }
  return context.body(body as Uint8Array<ArrayBuffer>, 200, { ...headers, 'Content-Encoding': 'gzip' });
}

/** Reads a body. One that is not what its address says is dropped: no device could ever use it. */
async function readWhole(db: SnapshotSource['db'], domainId: string, sha256: string): Promise<Uint8Array | null> {
  const address = Buffer.from(sha256, 'hex');
  const body = await readSegmentBody(db, domainId, address);
  if (!body) return null;
  const lines = await decompress(body).catch(() => null);
  if (lines && createHash('sha256').update(lines).digest().equals(address)) return body;
  await dropSegments(db, domainId, address);
  return null;
}
