import {
  type ApiErrorCode,
  type postScans as endpoint,
  type ScanResult,
  scan as scanSchema,
} from '@scantix/api-contract';
import * as z from 'zod/mini';
import { ApiError } from '../http/api-error.ts';
import { type Answer, type ClerkCall, describeIssues } from '../http/implement.ts';
import type { Log } from '../system/log.ts';
import type { ScanInContext } from './found-scan.ts';
import { isDataError } from './is-data-error.ts';
import { loadScanContexts } from './load-scan-contexts.ts';
import type { ScanRecorder } from './record-batch.ts';
import { recordScans } from './record-scans.ts';

/** What weighs on the database lasts for seconds rather than milliseconds. */
const RETRY_AFTER_MS = 2_000;

/** Judges and answers each scan of a call on its own, in the order of the call. */
export async function receiveScans(
  { log, ...recorder }: ScanRecorder & { readonly log: Log },
  { clerk, body }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const parsed = body.scans.map((candidate) => ({ id: candidate.id, scan: z.safeParse(scanSchema, candidate) }));
  const scans = parsed.flatMap(({ scan }) => (scan.success ? [scan.data] : []));
  const contextOf = await loadScanContexts(recorder.db, clerk, scans);
  const answers: (ScanResult | undefined)[] = [];
  const candidates: (ScanInContext & { index: number })[] = [];
  for (const [index, { id, scan }] of parsed.entries()) {
    if (!scan.success) {
      answers[index] = rejected(id, 'invalid_request', `Invalid scan: ${describeIssues(scan.error)}`);
      continue;
    }
    const context = contextOf(scan.data);
    if ('code' in context) answers[index] = rejected(id, context.code, context.message);
    else candidates.push({ index, scan: scan.data, context });
  }
  // A scan without an answer stays in the device's outbox and is sent again.
  let isOverloaded = false;
  const recorded = await recordScans(recorder, candidates, (err) => {
    isOverloaded ||= !isDataError(err);
    log.error({ err }, 'scan not recorded');
  });
  for (const candidate of candidates) answers[candidate.index] = answerFor(candidate, recorded.get(candidate));
  const results = answers.filter((answer) => answer !== undefined);
  if (results.length === 0) {
    // A scan at fault must not hold back the device's others.
    const delay = isOverloaded ? { retryAfterMs: RETRY_AFTER_MS } : {};
    throw new ApiError('unavailable', 'Server error: no scan could be recorded', delay);
  }
  return { results };
}

/** A deliverer without `scan` learns nothing of the ticket: the claimed name would make any scan a look-up. */
function answerFor({ context: { submitter } }: ScanInContext, result: ScanResult | undefined): ScanResult | undefined {
  if (!result?.verdict || submitter.rights.includes('scan')) return result;
  const { ticket: _ticket, first_use: _firstUse, works_at: _worksAt, ...verdict } = result.verdict;
  return { ...result, verdict };
}

function rejected(id: string, code: ApiErrorCode, message: string): ScanResult {
  return { id, status: 'rejected', error: { code, message } };
}
