import { barcodeBytes, type Checkpoint } from '@scantix/api-contract';
import type { Insertable } from 'kysely';
import { searchText } from '../database/search-text.ts';
import type { Tables } from '../database/tables.ts';
import { barcodeHash } from '../ticket-rows/find-ticket.ts';
import type { TicketRow } from '../ticket-rows/ticket-state.ts';
import { type DemoDomain, HARBOUR_LIGHTS } from './demo-domains.ts';
import { type DemoTicket, makeDemoTickets } from './make-demo-tickets.ts';
import type { DayTicket } from './plan-demo-day.ts';
import type { Dice } from './seeded-random.ts';
import { SHOWCASE_TICKETS } from './showcase-tickets.ts';

const DAY_MS = 24 * 3_600_000;
const SHOWCASE_CODES = new Set(SHOWCASE_TICKETS.map(({ code }) => code));

interface RowContext {
  readonly domainId: string;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  readonly newId: () => string;
  readonly now: number;
}

interface TicketsOptions {
  readonly dice: Dice;
  /** The tickets of all domains. */
  readonly tickets: number;
}

/** Makes the tickets of a demo domain, each with its row. */
export function makeDemoTicketRows(
  domain: DemoDomain,
  { dice, tickets, ...context }: RowContext & TicketsOptions,
): DayTicket[] {
  return ticketsOf(domain, { dice, tickets }).map((demo, index) => makeTicket(demo, { ...context, index }));
}

function ticketsOf(domain: DemoDomain, { dice, tickets }: TicketsOptions): DemoTicket[] {
  const shown =
    domain === HARBOUR_LIGHTS
      ? SHOWCASE_TICKETS.flatMap(({ code, ticket }) => (ticket ? [{ code, ...ticket }] : []))
      : [];
  const [first = '', ...others] = domain.checkpoints;
  const count = Math.round(domain.share * tickets) - shown.length;
  return [...shown, ...makeDemoTickets(dice, { count, prefix: domain.prefix, checkpoints: [first, ...others] })];
}

function makeTicket(
  demo: DemoTicket,
  { domainId, checkpoints, index, newId, now }: RowContext & { readonly index: number },
): DayTicket {
  const inDays = (days: number | undefined) => (days === undefined ? null : new Date(now + days * DAY_MS));
  const barcode = barcodeBytes(demo.code);
  const order = `R-${100_000 + Math.floor(index / 2)}`;
  const row: TicketRow = {
    id: newId(),
    domain_id: domainId,
    barcode,
    barcode_hash: barcodeHash(barcode),
    status: demo.status ?? 'valid',
    holder: demo.holder,
    type: demo.type,
    note: demo.note ?? null,
    order_name: order,
    section: demo.section ?? null,
    seat: demo.seat ?? null,
    valid_from: inDays(demo.validFromDays),
    valid_until: inDays(demo.validUntilDays),
    works_at: (demo.worksAt ?? []).flatMap((name) => checkpoints.get(name)?.id ?? []),
    entries_allowed: demo.entriesAllowed ?? 1,
    entries_used: 0,
    inside: 0,
    first_use: null,
    last_entry: null,
    recent_effects: [],
    search_text: searchText(demo.code, demo.holder, order),
    erased_at: null,
    updated_at: new Date(now),
  };
  return { demo, row, shown: SHOWCASE_CODES.has(demo.code) };
}

/** A ticket's row as it is inserted. */
export function ticketColumns({ barcode_hash: _made, ...row }: TicketRow): Insertable<Tables['tickets']> {
  return {
    ...row,
    first_use: row.first_use && JSON.stringify(row.first_use),
    last_entry: row.last_entry && JSON.stringify(row.last_entry),
    recent_effects: JSON.stringify(row.recent_effects),
  };
}
