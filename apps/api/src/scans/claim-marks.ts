import { CLAIM_MARKS, type Scan, type ScanMark } from '@scantix/api-contract';
import { happenedAt } from '@scantix/api-contract/rules';

/** A session of a clerk, in epoch milliseconds. */
export interface ClerkSession {
  readonly deviceId: string;
  readonly from: number;
  /** When it expired or was ended, whichever came first. */
  readonly until: number;
}

/** What is known of the clerk whom a scan names. */
export interface ClaimedClerk {
  /** Epoch milliseconds; `null`: not disabled. */
  readonly disabledAt: number | null;
  /** The sessions on the devices that name or deliver the scan, and maybe on others. */
  readonly sessions: readonly ClerkSession[];
}

/** A claim that is older is marked. Devices keep what they have sent for 30 days. */
export const MAX_CLAIM_AGE_MS = 31 * 86_400_000;

/** How long an app goes on without a server after its session has expired (`OFFLINE_SESSION_GRACE_MS` as shipped). */
const OFFLINE_GRACE_MS = 12 * 3_600_000;

/** What a measured clock offset may be wrong by, and a device that has measured none yet. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Why the time or the clerk that a scan claims is in doubt. Pure. A session on the device that delivers the scan
 * (`deliveredBy`) is as good as one on the device that it claims: a device may have got another id since.
 */
export function claimMarks(
  scan: Scan,
  { disabledAt, sessions }: ClaimedClerk,
  { deliveredBy, receivedAt }: { deliveredBy: string; receivedAt: number },
): ScanMark[] {
  const at = happenedAt(scan, { receivedAt });
  const hadSession = sessions.some(
    ({ deviceId, from, until }) =>
      (deviceId === scan.device_id || deviceId === deliveredBy) &&
      at >= from - CLOCK_TOLERANCE_MS &&
      at <= until + OFFLINE_GRACE_MS + CLOCK_TOLERANCE_MS,
  );
  return [
    ...(hadSession ? [] : (['no_session'] as const)),
    ...(disabledAt !== null && at > disabledAt + CLOCK_TOLERANCE_MS ? (['clerk_disabled'] as const) : []),
    ...(receivedAt - at > MAX_CLAIM_AGE_MS ? (['claimed_long_ago'] as const) : []),
  ];
}

/** Whether Reports and filters take the arrival of a scan for its time, since its claim is in doubt. */
export const isClaimInDoubt = (marks: readonly ScanMark[]) => marks.some((mark) => CLAIM_MARKS.includes(mark));
