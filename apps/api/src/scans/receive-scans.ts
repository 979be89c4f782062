import { type postScans as endpoint, type ScanResult, scan as scanSchema } from '@scantix/api-contract';
import * as z from 'zod/mini';
import { isDatabaseLost } from '../database/lost-database.ts';
import { ApiError } from '../http/api-error.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { type Answer, type ClerkCall, describeIssues } from '../http/implement.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { currentRequestId } from '../system/current-request.ts';
import type { Log } from '../system/log.ts';
import type { ScanQueue } from './create-scan-queue.ts';
import { isDataError } from './is-data-error.ts';
import { rejected } from './record-together.ts';

/** What weighs on the database lasts for seconds rather than milliseconds. */
const RETRY_AFTER_MS = 2_000;

interface ReceiverParts {
  readonly log: Log;
  readonly scanQueue: ScanQueue;
  readonly clientAddress: ClientAddress;
}

/** No ticket is for more checkpoints: an import gives it 200 at most. */
const bounded = z.object({
  device_verdict: z.optional(z.object({ works_at: z.optional(z.array(z.unknown()).check(z.maxLength(500))) })),
});

/** Parses a scan. Each wrong part of a list takes time, and a body may have millions: a list without end is not read. */
function parseScan(candidate: unknown) {
  const { success, error } = z.safeParse(bounded, candidate);
  return success ? z.safeParse(scanSchema, candidate) : { success, error };
}

/** Judges and answers each scan of a call on its own, in the order of the call. */
export async function receiveScans(
  { log, scanQueue, clientAddress }: ReceiverParts,
  { clerk, body, context }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const parsed = body.scans.map((candidate) => ({ id: candidate.id, scan: parseScan(candidate) }));
  const scans = parsed.flatMap(({ scan }) => (scan.success ? [scan.data] : []));
  const delivery = { submitter: clerk, address: clientAddress(context), requestId: currentRequestId() };
  const { results: recorded, failures } = await scanQueue.record(delivery, scans);
  // As for other calls: devices send again what a lost database did not take.
  for (const err of new Set(failures)) log[isDatabaseLost(err) ? 'warn' : 'error']({ err }, 'scan not recorded');
  // A scan without an answer stays in the device's outbox and is sent again.
  const results = parsed.flatMap(({ id, scan }) => {
    if (!scan.success) return rejected(id, 'invalid_request', `Invalid scan: ${describeIssues(scan.error)}`);
    return answerFor(clerk, recorded.get(scan.data)) ?? [];
  });
  if (results.length === 0) {
    // A scan at fault must not hold back the device's others.
    const isOverloaded = failures.some((error) => !isDataError(error));
    const delay = isOverloaded ? { retryAfterMs: RETRY_AFTER_MS } : {};
    throw new ApiError('unavailable', 'Server error: no scan could be recorded', delay);
  }
  return { results };
}

/** A deliverer without `scan` learns nothing of the ticket: the claimed name would make any scan a look-up. */
function answerFor(submitter: SignedInClerk, result: ScanResult | undefined): ScanResult | undefined {
  if (!result?.verdict || submitter.rights.includes('scan')) return result;
  const { ticket: _ticket, first_use: _firstUse, works_at: _worksAt, ...verdict } = result.verdict;
  return { ...result, verdict };
}
