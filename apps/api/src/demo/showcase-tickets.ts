import type { Reason, Symbology } from '@scantix/api-contract';
import type { TicketState } from '@scantix/api-contract/rules';
import { ean13 } from './ean-13.ts';

/** A ticket of the printable page. Until it is used, it gives a known verdict at *Gate A, harbour*. */
export interface ShowcaseTicket {
  readonly code: string;
  readonly symbology: Extract<Symbology, 'qr_code' | 'code_128' | 'pdf417' | 'data_matrix' | 'aztec' | 'ean_13'>;
  /** The reason of its verdict in the mode `entry`. */
  readonly gives: Reason;
  /** Absent: no ticket has the code. */
  readonly ticket?: ShowcaseTicketState;
  /** What else to try with it. */
  readonly hint?: string;
}

export interface ShowcaseTicketState {
  readonly holder: string;
  readonly type: string;
  readonly status?: TicketState['status'];
  readonly note?: string;
  /** Days from the day when the demo was loaded. */
  readonly validFromDays?: number;
  readonly validUntilDays?: number;
  readonly worksAt?: readonly string[];
  readonly entriesAllowed?: number;
  readonly section?: string;
  readonly seat?: string;
  /** The checkpoints where it was used. */
  readonly enteredAt?: readonly string[];
}

const good = (holder: string, type = 'Day ticket Sat'): ShowcaseTicketState => ({ holder, type });

/** Every verdict, and every symbology more than once. */
export const SHOWCASE_TICKETS: readonly ShowcaseTicket[] = [
  {
    code: 'HL-2026-0001',
    symbology: 'qr_code',
    gives: 'ok',
    ticket: { ...good('Amaia Etxeberria'), section: 'Balcony left', seat: 'Row 4, seat 12' },
    hint: 'Scan it again at once: you let this one in',
  },
  { code: 'HL-2026-0002', symbology: 'code_128', gives: 'ok', ticket: good('Wiremu Parata', 'Weekend pass') },
  { code: 'HL-2026-0003', symbology: 'pdf417', gives: 'ok', ticket: good('Noor van Dijk') },
  { code: 'HL-2026-0004', symbology: 'data_matrix', gives: 'ok', ticket: good('Kwame Boateng') },
  { code: 'HL-2026-0005', symbology: 'aztec', gives: 'ok', ticket: good('Lucía Ferrer', 'Weekend pass') },
  { code: ean13('871125301102'), symbology: 'ean_13', gives: 'ok', ticket: good('Haruto Endo') },
  {
    code: 'HL/2026?seat=A 12&row=100%#north',
    symbology: 'qr_code',
    gives: 'ok',
    ticket: good('Zoë Martin', 'Guest list'),
    hint: 'A code may hold any text',
  },
  {
    code: 'HL-2026-0008',
    symbology: 'data_matrix',
    gives: 'ok',
    ticket: { holder: 'Family Adeyemi', type: 'Family ticket', entriesAllowed: 4, section: 'Family lawn' },
    hint: 'Lets four people in, one scan each',
  },
  {
    code: 'HL-2026-0009',
    symbology: 'code_128',
    gives: 'needs_attention',
    ticket: {
      holder: 'Finn Maguire',
      type: 'Youth',
      note: 'Under 18: ask for the wristband of the accompanying adult',
    },
  },
  {
    code: 'HL-2026-0010',
    symbology: 'aztec',
    gives: 'needs_attention',
    ticket: {
      holder: 'Ines Carvalho',
      type: 'Day ticket Sat',
      note: 'Wheelchair place: show the way to the ramp at Gate B',
      seat: 'Wheelchair place 3',
    },
  },
  {
    code: 'HL-2026-0011',
    symbology: 'pdf417',
    gives: 'already_used',
    ticket: { ...good('Ravi Menon'), enteredAt: ['Gate B, main hall'] },
    hint: 'In mode exit: accepted, once',
  },
  {
    code: ean13('871125301111'),
    symbology: 'ean_13',
    gives: 'already_used',
    ticket: { ...good('Greta Holm', 'Weekend pass'), enteredAt: ['Gate A, harbour'] },
  },
  { code: 'HL-2026-9999', symbology: 'qr_code', gives: 'unknown_code', hint: 'No ticket has this code' },
  { code: ean13('400638133393'), symbology: 'ean_13', gives: 'unknown_code', hint: 'A felt pen, not a ticket' },
  {
    code: 'HL-2026-0013',
    symbology: 'data_matrix',
    gives: 'cancelled',
    ticket: { ...good('Oskar Nyman'), status: 'cancelled' },
  },
  {
    code: 'HL-2026-0014',
    symbology: 'aztec',
    gives: 'blocked',
    ticket: { ...good('Lea Fontaine'), status: 'blocked' },
  },
  {
    code: ean13('871125301115'),
    symbology: 'ean_13',
    gives: 'unpaid',
    ticket: { ...good('Bruno Esposito'), status: 'unpaid' },
  },
  {
    code: 'HL-2026-0016',
    symbology: 'qr_code',
    gives: 'not_yet_valid',
    ticket: { ...good('Sofia Lindgren', 'Day ticket, next year'), validFromDays: 365 },
  },
  {
    code: 'HL-2026-0017',
    symbology: 'code_128',
    gives: 'expired',
    ticket: { ...good('Mateo Vidal', 'Day ticket, last week'), validUntilDays: -7 },
  },
  {
    code: 'HL-2026-0018',
    symbology: 'pdf417',
    gives: 'wrong_checkpoint',
    ticket: { ...good('Jonas Weber', 'Crew'), worksAt: ['Backstage door', 'Gate C, north'] },
    hint: 'Works at Gate C, north',
  },
];
