import type { Checkpoint, Scan, ScanMode } from '@scantix/api-contract';
import { applyEffect, decideScan, judgeScan, toVerdict } from '@scantix/api-contract/rules';
import type { Insertable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { receivedScan } from '../scans/found-scan.ts';
import { scanRow } from '../scans/scan-row.ts';
import type { TicketRow } from '../ticket-rows/ticket-state.ts';
import type { DemoTicket } from './make-demo-tickets.ts';
import type { Dice } from './seeded-random.ts';

const MINUTE_MS = 60_000;
const DAY_LENGTH_MS = 180 * MINUTE_MS;
/** While the network of one gate is down, its devices decide and send later. */
const OUTAGE = { from: 80 * MINUTE_MS, until: 92 * MINUTE_MS };

/** A ticket of the demo and its row, which the day's scans change. */
export interface DayTicket {
  readonly demo: DemoTicket;
  row: TicketRow;
  /** Printed for visitors to try: only what its description says has happened to it. */
  readonly shown: boolean;
}

/** A clerk with the places where they scan, each on a phone of their own. */
export interface DayClerk extends SignedInClerk {
  readonly deviceId: string;
  readonly places: readonly Checkpoint[];
}

interface Presented {
  /** Milliseconds since the doors opened. */
  readonly at: number;
  readonly code: string;
  readonly ticket?: DayTicket;
  readonly mode: ScanMode;
  readonly place: Checkpoint;
  readonly clerk: DayClerk;
}

export interface DemoDayOptions {
  readonly tickets: readonly DayTicket[];
  readonly clerks: readonly [DayClerk, ...DayClerk[]];
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** Epoch milliseconds. */
  readonly endsAt: number;
  readonly dice: Dice;
  readonly newId: () => string;
}

/** Three hours at the doors with a rush in the middle, decided one after the other by the rules that decide any scan. */
export function playDemoDay(options: DemoDayOptions): Insertable<Tables['scans']>[] {
  const outagePlace = options.clerks[0].places.at(-1);
  return presentations(options)
    .toSorted((one, other) => one.at - other.at)
    .map((presented) => scanIt(presented, options, outagePlace));
}

function presentations({ tickets, clerks, checkpoints, dice }: DemoDayOptions): Presented[] {
  const day: Presented[] = [];
  const visit = (code: string, more: { ticket?: DayTicket; place?: Checkpoint } = {}): Presented => {
    const clerk = dice.pick(clerksAt(clerks, more.place));
    const [first, ...others] = clerk.places;
    if (!first) throw new Error('A demo clerk needs a checkpoint');
    const place = more.place ?? dice.pick([first, ...others]);
    const presented: Presented = { at: rush(dice), code, mode: 'entry', clerk, ...more, place };
    day.push(presented);
    return presented;
  };
  for (const ticket of tickets) {
    const { code, enteredAt = [] } = ticket.demo;
    const entries = enteredAt.flatMap((name) => checkpoints.get(name) ?? []);
    for (const place of entries) visit(code, { ticket, place });
    if (ticket.shown || entries.length > 0 || dice.below(10) < 7) continue;
    const first = visit(code, { ticket });
    const later = dice.below(100);
    if (later < 3) day.push({ ...first, at: first.at + 4_000 + dice.below(12_000) });
    else if (later < 7) day.push({ ...visit(code, { ticket }), at: first.at + (5 + dice.below(30)) * MINUTE_MS });
    else if (later < 13) day.push({ ...first, mode: 'exit', at: first.at + (20 + dice.below(40)) * MINUTE_MS });
  }
  for (let count = Math.ceil(tickets.length / 120); count > 0; count -= 1) visit(`EVENT-2025-${dice.below(90_000)}`);
  return day.filter(({ at }) => at < DAY_LENGTH_MS);
}

/** Few come early or late, most in the middle: the mean of three dice. */
function rush(dice: Dice): number {
  return Math.floor((dice.below(DAY_LENGTH_MS) + dice.below(DAY_LENGTH_MS) + dice.below(DAY_LENGTH_MS)) / 3);
}

function clerksAt(clerks: DemoDayOptions['clerks'], place: Checkpoint | undefined): DemoDayOptions['clerks'] {
  const [first, ...others] = clerks.filter(({ places }) => !place || places.some(({ id }) => id === place.id));
  return first ? [first, ...others] : clerks;
}

function scanIt(
  { at: sinceOpening, code, ticket, mode, place, clerk }: Presented,
  { checkpoints, endsAt, dice, newId }: DemoDayOptions,
  outagePlace: Checkpoint | undefined,
): Insertable<Tables['scans']> {
  const opensAt = endsAt - DAY_LENGTH_MS;
  const claimedAt = opensAt + sinceOpening;
  const late = place.id === outagePlace?.id && sinceOpening >= OUTAGE.from && sinceOpening < OUTAGE.until;
  const receivedAt = late
    ? opensAt + OUTAGE.until + dice.below(20_000)
    : claimedAt + 60 + dice.below(171) + dice.below(170);
  const context = {
    submitter: clerk,
    claimer: clerk,
    checkpoint: place,
    checkpoints: new Map([...checkpoints.values()].map((checkpoint) => [checkpoint.id, checkpoint])),
  };
  const { deviceId } = clerk;
  const claim: Scan = {
    id: newId(),
    barcode: code,
    symbology: /^\d{13}$/.test(code) ? 'ean_13' : dice.pick(['qr_code', 'qr_code', 'qr_code', 'code_128', 'aztec']),
    scan_method: dice.below(20) === 0 ? 'manual' : 'camera',
    mode,
    checkpoint_id: place.id,
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
    ticket.row = {
      ...ticket.row,
      entries_used: used.entriesUsed,
      inside: used.inside,
      first_use: used.firstUse,
      last_entry: used.lastEntry,
      recent_effects: used.recentEffects,
    };
  }
  return scanRow({ scan, context, row: ticket?.row, receivedAt }, judgement);
}
