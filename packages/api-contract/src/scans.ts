import * as z from 'zod/mini';
import { barcode, SYMBOLOGIES, symbology } from './barcode.ts';
import { CLERK_DECISIONS } from './clerk-decisions.ts';
import { defineEndpoint } from './endpoint.ts';
import { API_ERROR_CODES } from './errors.ts';
import { answered, answeredNames, anyUuid, label, timestamp, uuid } from './primitives.ts';
import { clerkDecisionOf, isForClerk } from './rules/clerk-decision.ts';
import { answeredMode, answeredReason, checkpoint, claimedVerdict, scanMode, verdict } from './verdict.ts';

/** How a barcode was read. */
export const SCAN_METHODS = ['camera', 'manual', 'image', 'hardware'] as const;
/** Schema of a scan method. */
export const scanMethod = z.enum(SCAN_METHODS);
/** One of the scan methods. */
export type ScanMethod = z.infer<typeof scanMethod>;

/** The most scans of one call. */
export const MAX_SCANS_PER_CALL = 200;

/** In characters of JSON: more than the verdict of any ticket that can be imported has. */
const MAX_VERDICT_LENGTH = 131_072;

function isStorableVerdict(shown: z.infer<typeof claimedVerdict>): boolean {
  const json = JSON.stringify(shown);
  // An escaped backslash before `u0000` is one that somebody has typed.
  return json.length <= MAX_VERDICT_LENGTH && !/[^\\](\\\\)*\\u0000/.test(json);
}

const scanParts = z.object({
  id: uuid,
  barcode,
  /** base64 of the symbol's bytes, if the engine gives them. */
  raw: z.optional(z.base64().check(z.maxLength(16384))),
  symbology,
  scan_method: scanMethod,
  mode: scanMode,
  checkpoint_id: uuid,
  claimed_at: timestamp,
  /** Server clock minus device clock, in milliseconds, as the device measured it. */
  clock_offset_ms: z.optional(z.number()),
  /**
   * The server's time when the offset was measured. The scan was made later, so a clock that was set back since cannot
   * move it before this time.
   */
  clock_checked_at: z.optional(timestamp),
  device_id: label(128),
  /** The login name of the clerk who scanned. Another clerk may be signed in when the scan is sent. */
  claimed_by: label(120),
  /** The id of that clerk, whose login name may change while the scan waits. Not part of the scan's identity. */
  claimed_by_id: z.optional(anyUuid),
  /**
   * What the clerk was shown before the server answered, certainty `device`; in a scan that is offered again it may be
   * the server's own first verdict. It is not part of the scan's identity: a
   * scan that was sent without it may be repeated with it. The first one that arrives counts.
   */
  device_verdict: z.optional(claimedVerdict.check(z.refine(isStorableVerdict, 'too long, or U+0000'))),
  /**
   * What the clerk decided under a `device_verdict` that was left undecided. That verdict then has the outcome of the
   * decision (`accepted` or `refused`), so that a server without this field gives it the same effect; an undecided one
   * is taken with it too. Not part of the scan's identity.
   */
  clerk_decision: z.optional(z.enum(CLERK_DECISIONS)),
  /** Whether the server had answered for it before: it may have lost the scan since. Not part of the scan's identity. */
  offered_again: z.optional(z.boolean()),
});

/** One scan as a device claims it. Idempotent by `id`: a repeat gets the first verdict. */
export const scan = scanParts.check(
  z.refine(
    ({ clerk_decision: decision, device_verdict: shown }) =>
      !decision || (shown && (isForClerk(shown) || clerkDecisionOf(shown) === decision)),
    'the clerk decides what the device left undecided, and as its verdict says',
  ),
);
/** One scan as a device claims it. */
export type Scan = z.infer<typeof scan>;

/** A device let somebody in (or out) whom the server would have refused. */
export const scanConflict = z.object({
  id: uuid,
  /** The scan that used the ticket up, if that is the conflict. */
  with_scan_id: z.optional(uuid),
  /** Why the server would have refused. */
  kind: answeredReason,
  acknowledged_at: z.optional(timestamp),
  /** The login name of the clerk who acknowledged it. */
  acknowledged_by: z.optional(z.string()),
});
/** A conflict as it travels with its scan. */
export type ScanConflict = z.infer<typeof scanConflict>;

/** The answer for one scan, matched by id, never by position. A rejection says why. */
export const scanResult = z
  .object({
    id: z.string(),
    /** One that the reader does not know: `rejected`. */
    status: answered(['recorded', 'repeated', 'rejected'], 'rejected'),
    verdict: z.optional(verdict),
    conflict: z.optional(scanConflict),
    /** The ticket's change number in the snapshot after the scan's effect; absent if no ticket changed. */
    change: z.optional(z.number()),
    /** The receipt number of the newest change of the scan, counted for each device; absent from older servers. */
    receipt: z.optional(z.number()),
    error: z.optional(z.object({ code: answered(API_ERROR_CODES, 'invalid_request'), message: z.string() })),
  })
  .check(
    z.overwrite((result) =>
      result.status === 'rejected'
        ? { error: { code: 'invalid_request' as const, message: 'The server is newer than this app.' }, ...result }
        : result,
    ),
  );
/** The answer for one scan. */
export type ScanResult = z.infer<typeof scanResult>;

/**
 * POST /scantix/v0/scanner/scans: records scans. The envelope accepts anything with an id, and each scan is parsed by
 * the `scan` schema alone, so an invalid one does not fail the others. A scan without a result was not recorded: send it
 * again.
 */
export const postScans = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/scanner/scans',
  needs: 'session',
  body: z.object({
    scans: z
      .array(z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(64)) }))
      .check(z.minLength(1), z.maxLength(MAX_SCANS_PER_CALL)),
  }),
  response: z.object({ results: z.array(scanResult) }),
});

/** That an entry or exit was taken back: the undo's id, the server's time, and the clerk's login name. */
export const scanUndone = z.object({
  id: uuid,
  at: timestamp,
  by: z.string(),
  /** The login name of the clerk who delivered the undo, if that was another one. */
  submitted_by: z.optional(z.string()),
  /** Whether a device sent it again, since a restored database had lost it. */
  offered_again: z.optional(z.boolean()),
});
/** That a scan was taken back. */
export type ScanUndone = z.infer<typeof scanUndone>;

/**
 * Why somebody should look at a scan. `outside_rights`: its clerk had no right to scan there. Its claim is in doubt:
 * `no_session`: of a time at which that clerk was not signed in on that device; `clerk_disabled`: after the clerk was
 * disabled; `claimed_long_ago`: more than 31 days before it arrived. `late_from_another_device`: another device than the
 * one that delivered it told of the entry or exit.
 */
export const SCAN_MARKS = [
  'outside_rights',
  'no_session',
  'clerk_disabled',
  'claimed_long_ago',
  'late_from_another_device',
] as const;
/** The marks of a claim in doubt: lists and Reports take the time of its arrival. */
export const CLAIM_MARKS: readonly ScanMark[] = ['no_session', 'clerk_disabled', 'claimed_long_ago'];
/** One of the marks of a scan. */
export type ScanMark = (typeof SCAN_MARKS)[number];

/** A scan as the server has recorded it, with its verdict and what became of it. */
export const scanRecord = z.object({
  id: uuid,
  barcode: z.string(),
  symbology: answered(SYMBOLOGIES, 'unknown'),
  scan_method: answered(SCAN_METHODS, 'hardware'),
  mode: answeredMode,
  checkpoint,
  claimed_at: timestamp,
  received_at: timestamp,
  claimed_by: z.string(),
  submitted_by: z.string(),
  device_id: z.string(),
  /** The one that counts: a late verdict of the device before the server's, unless it came too late to take an entry back. */
  verdict,
  /** The server's, where a late verdict of the device counts in its place. */
  first_verdict: z.optional(verdict),
  device_verdict: z.optional(verdict),
  /** What the clerk decided. One that the reader does not know is read as `turned_away`: it lets nobody in. */
  clerk_decision: z.optional(answered(CLERK_DECISIONS, 'turned_away')),
  conflict: z.optional(scanConflict),
  undone: z.optional(scanUndone),
  marks: z.optional(answeredNames<ScanMark>(SCAN_MARKS)),
});
/** A scan as the server has recorded it, with its verdict and what became of it. */
export type ScanRecord = z.infer<typeof scanRecord>;
