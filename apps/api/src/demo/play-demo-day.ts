import type { Checkpoint, Scan } from '@scantix/api-contract';
import { applyEffect, decideScan, judgeScan, toVerdict } from '@scantix/api-contract/rules';
import type { Insertable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { receivedScan } from '../scans/found-scan.ts';
import { scanRow } from '../scans/scan-row.ts';
import { usageColumns } from '../ticket-rows/ticket-state.ts';
import { DAY_LENGTH_MS, type DayPlanOptions, MINUTE_MS, type PlannedScan, planDemoDay } from './plan-demo-day.ts';

/** While the network of one checkpoint is down, its devices decide by themselves and send later. */
const OUTAGE = { from: 80 * MINUTE_MS, until: 92 * MINUTE_MS };

export interface DemoDayOptions extends DayPlanOptions {
  /** Epoch milliseconds. */
  readonly endsAt: number;
  readonly newId: () => string;
}

/** Plays three hours of scans with a rush in the middle, judged one after the other by the rules. */
export function playDemoDay(options: DemoDayOptions): Insertable<Tables['scans']>[] {
  const offline = options.clerks[0].checkpoints.at(-1);
  return planDemoDay(options)
    .toSorted((one, other) => one.at - other.at)
    .map((planned) => playScan(planned, options, offline));
}

function playScan(
  { at: sinceOpening, code, ticket, mode, checkpoint, clerk }: PlannedScan,
  { checkpoints, endsAt, dice, newId }: DemoDayOptions,
  offline: Checkpoint | undefined,
): Insertable<Tables['scans']> {
  const opensAt = endsAt - DAY_LENGTH_MS;
  const claimedAt = opensAt + sinceOpening;
  const late = checkpoint.id === offline?.id && sinceOpening >= OUTAGE.from && sinceOpening < OUTAGE.until;
  const receivedAt = late
    ? opensAt + OUTAGE.until + dice.below(20_000)
    : claimedAt + 60 + dice.below(171) + dice.below(170);
  const context = {
    submitter: clerk,
    address: null,
    requestId: undefined,
    claimer: clerk,
    claimed: { disabledAt: null, sessions: [{ deviceId: clerk.deviceId, from: 0, until: endsAt }] },
    outsideRights: false,
    checkpoint,
    checkpoints: new Map([...checkpoints.values()].map((each) => [each.id, each])),
  };
  const { deviceId } = clerk;
  const claim: Scan = {
    id: newId(),
    barcode: code,
    symbology: /^\d{13}$/.test(code) ? 'ean_13' : dice.pick(['qr_code', 'qr_code', 'qr_code', 'code_128', 'aztec']),
    scan_method: dice.below(20) === 0 ? 'manual' : 'camera',
    mode,
    checkpoint_id: checkpoint.id,
    claimed_at: new Date(claimedAt).toISOString(),
    clock_offset_ms: 0,
    device_id: deviceId,
    claimed_by: clerk.login,
  };
  const received = receivedScan({ scan: claim, context, row: ticket?.row, receivedAt });
  const decision = decideScan(claim, { at: claimedAt, ticketing: 'on', ticket: received.ticket });
  const shown = { device_verdict: toVerdict(decision, { mode, at: claimedAt, certainty: 'device' }) };
  const scan: Scan = late ? { ...claim, ...shown } : claim;
  const judgement = judgeScan({ ...received, scan });
  if (ticket && received.ticket && judgement.effect) {
    const used = applyEffect(received.ticket, judgement.effect);
    ticket.row = { ...ticket.row, ...usageColumns(used) };
  }
  return scanRow({ scan, context, row: ticket?.row, receivedAt }, judgement);
}
