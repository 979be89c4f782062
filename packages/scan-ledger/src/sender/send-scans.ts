import type { Scan } from '@scantix/api-contract';
import type { Settlement } from '../model/settlement.ts';
import type { ScanTransport } from '../ports/server.ts';
import { type CallInTimeOptions, callInTime } from '../timing/call-in-time.ts';
import { classifyFailure, type FailureAction } from './classify-failure.ts';
import { settleResults } from './settle-results.ts';

/** Options of sendScans. */
export interface SendScansOptions extends CallInTimeOptions {
  readonly transport: Pick<ScanTransport, 'send'>;
  /** Writes the answers, before anything else is sent. */
  readonly settle: (settlements: Settlement[]) => Promise<void>;
}

/** Why a call is repeated later: with the delay that the server asked for, and the message for a person. */
export interface CallFailure {
  readonly retryAfterMs?: number;
  readonly message?: string;
}

/** What to remember of a failure that is worth a retry. */
export function toCallFailure({ kind: _, ...failure }: Exclude<FailureAction, { kind: 'split' }>): CallFailure {
  return failure;
}

/** `ok`: the server answered for at least one of the scans; `settlements` of those answered. */
export type SendResult =
  | { readonly ok: true; readonly settlements: readonly Settlement[] }
  | { readonly ok: false; readonly failure: CallFailure };

/** Sends scans and settles those answered. A batch refused as a whole is halved until the scan at fault is alone. */
export async function sendScans(scans: readonly Scan[], options: SendScansOptions): Promise<SendResult> {
  const { transport, clock, settle } = options;
  const outcome = await callInTime((signal) => transport.send([...scans], { signal }), options);
  const receivedAt = new Date(clock.now()).toISOString();

  if (outcome.ok) {
    const settlements = settleResults(scans, outcome.value.results, { receivedAt, epoch: outcome.answer.epoch });
    await settle(settlements);
    return settlements.length > 0 ? { ok: true, settlements } : { ok: false, failure: {} };
  }

  const action = classifyFailure(outcome.failure);
  if (action.kind !== 'split') return { ok: false, failure: toCallFailure(action) };
  const [first] = scans;
  if (first && scans.length === 1) {
    const { code, message } = action;
    const answer = { verdict: null, receivedAt, knewDeviceVerdict: true };
    const settlements = [{ id: first.id, sync: 'quarantined' as const, ...answer, error: { code, message } }];
    await settle(settlements);
    return { ok: true, settlements };
  }
  const middle = Math.ceil(scans.length / 2);
  const left = await sendScans(scans.slice(0, middle), options);
  // A scan without an answer may be of the same barcode as one of the other half.
  if (!left.ok || left.settlements.length < middle) return left;
  const right = await sendScans(scans.slice(middle), options);
  return right.ok ? { ok: true, settlements: [...left.settlements, ...right.settlements] } : right;
}
