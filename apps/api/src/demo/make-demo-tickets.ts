import type { TicketState } from '@scantix/api-contract/rules';
import { ean13 } from './ean-13.ts';
import type { Dice } from './seeded-random.ts';
import type { ShowcaseTicketState } from './showcase-tickets.ts';

/** A ticket to create, with its code. */
export interface DemoTicket extends ShowcaseTicketState {
  readonly code: string;
}

type Names = readonly [string, ...string[]];

const FIRST_NAMES: Names = [
  'Ada',
  'Bilal',
  'Chiara',
  'Dmitri',
  'Elif',
  'Femi',
  'Gwen',
  'Hana',
  'Ivo',
  'Jamila',
  'Kofi',
  'Lene',
  'Malik',
  'Nadia',
  'Olek',
  'Priya',
  'Quentin',
  'Rosa',
  'Sven',
  'Tala',
  'Umar',
  'Vera',
  'Wen',
  'Yuki',
  'Zofia',
];
const LAST_NAMES: Names = [
  'Abara',
  'Berg',
  'Costa',
  'Dubois',
  'Eriksen',
  'Farouk',
  'García',
  'Haas',
  'Ito',
  'Jansen',
  'Kowalska',
  'Lopes',
  'Mbeki',
  'Novák',
  "O'Neill",
  'Petrov',
  'Quist',
  'Rossi',
  'Singh',
  'Tanaka',
  'Ueda',
  'Vargas',
  'Wagner',
  'Yılmaz',
  'Zhou',
];
const TYPES: Names = ['Day ticket Sat', 'Day ticket Sun', 'Weekend pass', 'Guest list', 'Crew'];
const NOTES: Names = ['Proof of age needed', 'Wheelchair place', 'Child, with an adult', 'Press: hand out the badge'];
const SECTIONS: Names = ['Balcony left', 'Balcony right', 'Stalls'];
const STATUS_BY_PERCENT: Readonly<Record<number, TicketState['status']>> = {
  70: 'cancelled',
  71: 'cancelled',
  72: 'cancelled',
  73: 'blocked',
  74: 'blocked',
  75: 'unpaid',
  76: 'unpaid',
  77: 'unpaid',
};

/** Makes typical tickets: most are valid, some are not, some have been used. They give every verdict. */
export function makeDemoTickets(
  dice: Dice,
  { count, prefix, checkpoints }: { count: number; prefix: string; checkpoints: readonly [string, ...string[]] },
): DemoTicket[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(6, '0');
    const code =
      index % 10 === 9
        ? ean13(`871125${number}`)
        : `${prefix}-${number}-${dice.below(1_679_616).toString(36).padStart(4, '0').toUpperCase()}`;
    const holder = `${dice.pick(FIRST_NAMES)} ${dice.pick(LAST_NAMES)}`;
    const type = dice.pick(TYPES);
    return { code, holder, type, ...placeOf(index), ...circumstances(index % 100, dice, checkpoints) };
  });
}

/** One ticket of four is for a seat. */
function placeOf(index: number): Partial<ShowcaseTicketState> {
  if (index % 4 !== 3) return {};
  const nth = (index - 3) / 4;
  const inSection = Math.floor(nth / SECTIONS.length);
  const seat = `Row ${1 + Math.floor(inSection / 24)}, seat ${1 + (inSection % 24)}`;
  return { section: SECTIONS[nth % SECTIONS.length] ?? SECTIONS[0], seat };
}

function circumstances(
  percent: number,
  dice: Dice,
  checkpoints: readonly [string, ...string[]],
): Partial<ShowcaseTicketState> {
  const status = STATUS_BY_PERCENT[percent];
  if (status) return { status };
  if (percent < 70) return {};
  if (percent < 82) return { note: dice.pick(NOTES) };
  if (percent < 84) return { validFromDays: 30 + dice.below(300) };
  if (percent < 86) return { validUntilDays: -1 - dice.below(30) };
  if (percent < 89) return { worksAt: [checkpoints.at(-1) ?? checkpoints[0]] };
  if (percent < 93) return { entriesAllowed: 2 + dice.below(5) };
  return { enteredAt: [dice.pick(checkpoints)] };
}
