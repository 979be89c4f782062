import type { Checkpoint, ScanMode } from '@scantix/api-contract';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import type { TicketRow } from '../ticket-rows/ticket-state.ts';
import type { DemoTicket } from './make-demo-tickets.ts';
import type { Dice } from './seeded-random.ts';

export const MINUTE_MS = 60_000;
export const DAY_LENGTH_MS = 180 * MINUTE_MS;

/** A ticket of the demo and its row, which the day's scans change. */
export interface DayTicket {
  readonly demo: DemoTicket;
  row: TicketRow;
  /** Printed for visitors to try, so the day has only the scans of its description. */
  readonly shown: boolean;
}

/** A clerk with a phone, and the checkpoints where they scan. */
export interface DayClerk extends SignedInClerk {
  readonly deviceId: string;
  readonly checkpoints: readonly Checkpoint[];
}

/** A scan of the day. */
export interface PlannedScan {
  /** Milliseconds since the doors opened. */
  readonly at: number;
  readonly code: string;
  readonly ticket?: DayTicket;
  readonly mode: ScanMode;
  readonly checkpoint: Checkpoint;
  readonly clerk: DayClerk;
}

export interface DayPlanOptions {
  readonly tickets: readonly DayTicket[];
  readonly clerks: readonly [DayClerk, ...DayClerk[]];
  /** The checkpoints of the domain by name. */
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** About how many of the tickets come. */
  readonly visitors: number;
  readonly dice: Dice;
}

/** Plans the scans of the day: entries, repeats, copies, exits and foreign codes. */
export function planDemoDay({ tickets, clerks, checkpoints, visitors, dice }: DayPlanOptions): PlannedScan[] {
  const day: PlannedScan[] = [];
  const visit = (code: string, more: { ticket?: DayTicket; checkpoint?: Checkpoint } = {}): PlannedScan => {
    const clerk = dice.pick(clerksAt(clerks, more.checkpoint));
    const [first, ...others] = clerk.checkpoints;
    if (!first) throw new Error('A demo clerk needs a checkpoint');
    const checkpoint = more.checkpoint ?? dice.pick([first, ...others]);
    const planned: PlannedScan = { at: arrival(dice), code, mode: 'entry', clerk, ...more, checkpoint };
    day.push(planned);
    return planned;
  };
  for (const ticket of tickets) {
    if (!ticket.shown && dice.below(tickets.length) >= visitors) continue;
    const { code, enteredAt = [] } = ticket.demo;
    const entries = enteredAt.flatMap((name) => checkpoints.get(name) ?? []);
    for (const checkpoint of entries) visit(code, { ticket, checkpoint });
    if (ticket.shown || entries.length > 0) continue;
    const first = visit(code, { ticket });
    const later = dice.below(100);
    if (later < 3) day.push({ ...first, at: first.at + 4_000 + dice.below(12_000) });
    else if (later < 7) day.push({ ...visit(code, { ticket }), at: first.at + (5 + dice.below(30)) * MINUTE_MS });
    else if (later < 13) day.push({ ...first, mode: 'exit', at: first.at + (20 + dice.below(40)) * MINUTE_MS });
  }
  for (let count = Math.ceil(visitors / 36); count > 0; count -= 1) visit(`EVENT-2025-${dice.below(90_000)}`);
  return day.filter(({ at }) => at < DAY_LENGTH_MS);
}

/** The mean of three dice: few visitors arrive early or late, most in the middle. */
function arrival(dice: Dice): number {
  return Math.floor((dice.below(DAY_LENGTH_MS) + dice.below(DAY_LENGTH_MS) + dice.below(DAY_LENGTH_MS)) / 3);
}

function clerksAt(clerks: DayPlanOptions['clerks'], checkpoint: Checkpoint | undefined): DayPlanOptions['clerks'] {
  const [first, ...others] = clerks.filter(
    (clerk) => !checkpoint || clerk.checkpoints.some(({ id }) => id === checkpoint.id),
  );
  return first ? [first, ...others] : clerks;
}
