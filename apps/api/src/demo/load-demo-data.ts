import { barcodeBytes, type Checkpoint } from '@scantix/api-contract';
import { type Insertable, sql } from 'kysely';
import { foldLogin } from '../auth/login-key.ts';
import type { Passwords } from '../auth/passwords.ts';
import { searchText } from '../database/search-text.ts';
import type { Database, Tables } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import { createIdSource } from '../system/random.ts';
import { barcodeHash } from '../ticket-rows/find-ticket.ts';
import type { TicketRow } from '../ticket-rows/ticket-state.ts';
import { DEMO_DOMAINS, DEMO_PASSWORD, type DemoDomain, HARBOUR_LIGHTS, OLD_MILL } from './demo-domains.ts';
import { type DemoTicket, makeDemoTickets } from './make-demo-tickets.ts';
import { type DayClerk, type DayTicket, playDemoDay } from './play-demo-day.ts';
import { createDice, createSeededRandom } from './seeded-random.ts';
import { SHOWCASE_TICKETS } from './showcase-tickets.ts';

const SEED = 20_261_121;
/** Ids are the same wherever the demo is loaded: they begin at this instant. */
const IDS_FROM = Date.UTC(2026, 9, 1);
const TICKETS_OF_HARBOUR_LIGHTS = 1_600;
const TICKETS_OF_OLD_MILL = 400;
const DAY_MS = 24 * 3_600_000;
const ROWS_PER_INSERT = 500;
const SHOWCASE_CODES = new Set(SHOWCASE_TICKETS.map(({ code }) => code));

/** Fills a database that has no domain yet; leaves any other alone. Two processes that start at once load it once. */
export async function loadDemoData({
  db,
  clock,
  passwords,
}: {
  db: Database;
  clock: Clock;
  passwords: Passwords;
}): Promise<{ loaded: boolean }> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('scantix demo data'))`.execute(trx);
    if (await trx.selectFrom('domains').select('id').limit(1).executeTakeFirst()) return { loaded: false };
    const rows = await makeDemoRows({ clock, passwords });
    for (const table of TABLES_IN_ORDER) await insertAll(trx, table, rows[table]);
    return { loaded: true };
  });
}

const TABLES_IN_ORDER = [
  'domains',
  'workgroups',
  'checkpoints',
  'workgroup_checkpoints',
  'clerks',
  'tickets',
  'scans',
] as const;

type DemoRows = { [Table in (typeof TABLES_IN_ORDER)[number]]: Insertable<Tables[Table]>[] };

async function insertAll<Table extends keyof DemoRows>(
  trx: Database,
  table: Table,
  rows: DemoRows[Table],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const chunk = rows.slice(start, start + ROWS_PER_INSERT) as Insertable<Tables[Table]>[];
    await trx
      .insertInto<keyof DemoRows>(table)
      .values(chunk as never)
      .execute();
  }
}

async function makeDemoRows({ clock, passwords }: { clock: Clock; passwords: Passwords }): Promise<DemoRows> {
  const random = createSeededRandom(SEED);
  const dice = createDice(random);
  const newId = createIdSource({ clock: { now: () => IDS_FROM }, random });
  const now = clock.now();
  const rows: DemoRows = {
    domains: [],
    workgroups: [],
    checkpoints: [],
    workgroup_checkpoints: [],
    clerks: [],
    tickets: [],
    scans: [],
  };
  for (const domain of DEMO_DOMAINS) {
    const place = addPlace(rows, domain, { newId, now });
    const clerks: DayClerk[] = [];
    for (const [index, { login, userName, workgroup }] of domain.clerks.entries()) {
      const [id, workgroupId] = [newId(), place.workgroups.get(workgroup) ?? ''];
      rows.clerks.push({
        id,
        domain_id: place.domainId,
        workgroup_id: workgroupId,
        login,
        login_key: foldLogin(login),
        user_name: userName,
        password_hash: await passwords.hash(DEMO_PASSWORD),
        disabled_at: null,
        created_at: new Date(now),
      });
      const places = (domain.workgroups[workgroup] ?? []).flatMap((name) => place.checkpoints.get(name) ?? []);
      const names = { login, userName, domain: domain.name, workgroup };
      const ids = { id, domainId: place.domainId, workgroupId, sessionId: '', deviceId: `demo-phone-${index + 1}` };
      clerks.push({ ...names, ...ids, ticketing: 'on', places });
    }
    const tickets = ticketsOf(domain, dice).map((demo, index) => makeTicket(demo, { ...place, index, newId, now }));
    const [clerk, ...others] = clerks;
    if (!clerk) throw new Error('A demo domain needs a clerk');
    const day = { tickets, clerks: [clerk, ...others], checkpoints: place.checkpoints, dice, newId } as const;
    rows.scans.push(...playDemoDay({ ...day, endsAt: now - DAY_MS }));
    rows.tickets.push(...tickets.map(({ row }) => ticketColumns(row)));
  }
  return rows;
}

function ticketsOf(domain: DemoDomain, dice: ReturnType<typeof createDice>): DemoTicket[] {
  const [first = '', ...others] = domain.checkpoints;
  const make = (count: number, prefix: string) =>
    makeDemoTickets(dice, { count, prefix, checkpoints: [first, ...others] });
  if (domain === OLD_MILL) return make(TICKETS_OF_OLD_MILL, 'OM');
  if (domain !== HARBOUR_LIGHTS) return [];
  const shown = SHOWCASE_TICKETS.flatMap(({ code, ticket }) => (ticket ? [{ code, ...ticket }] : []));
  return [...shown, ...make(TICKETS_OF_HARBOUR_LIGHTS - shown.length, 'HL')];
}

interface Place {
  readonly domainId: string;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  readonly workgroups: ReadonlyMap<string, string>;
}

function addPlace(rows: DemoRows, domain: DemoDomain, { newId, now }: { newId: () => string; now: number }): Place {
  const domainId = newId();
  rows.domains.push({ id: domainId, name: domain.name, ticketing: 'on', created_at: new Date(now) });
  const checkpoints = new Map<string, Checkpoint>();
  for (const [position, name] of domain.checkpoints.entries()) {
    const id = newId();
    rows.checkpoints.push({ id, domain_id: domainId, name, position });
    checkpoints.set(name, { id, name });
  }
  const workgroups = new Map<string, string>();
  for (const [name, at] of Object.entries(domain.workgroups)) {
    const id = newId();
    rows.workgroups.push({ id, domain_id: domainId, name });
    workgroups.set(name, id);
    for (const place of at) {
      const checkpoint_id = checkpoints.get(place)?.id ?? '';
      rows.workgroup_checkpoints.push({ domain_id: domainId, workgroup_id: id, checkpoint_id });
    }
  }
  return { domainId, checkpoints, workgroups };
}

interface TicketSurroundings extends Place {
  readonly index: number;
  readonly newId: () => string;
  readonly now: number;
}

function makeTicket(demo: DemoTicket, { domainId, checkpoints, index, newId, now }: TicketSurroundings): DayTicket {
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
    valid_from: inDays(demo.validFromDays),
    valid_until: inDays(demo.validUntilDays),
    works_at: (demo.worksAt ?? []).flatMap((name) => checkpoints.get(name)?.id ?? []),
    entries_allowed: demo.entriesAllowed ?? 1,
    entries_used: 0,
    inside: false,
    first_use: null,
    last_entry: null,
    recent_effects: [],
    search_text: searchText(demo.code, demo.holder, order),
    updated_at: new Date(now),
  };
  return { demo, row, shown: SHOWCASE_CODES.has(demo.code) };
}

function ticketColumns({ barcode_hash: _made, ...row }: TicketRow): Insertable<Tables['tickets']> {
  return {
    ...row,
    first_use: row.first_use && JSON.stringify(row.first_use),
    last_entry: row.last_entry && JSON.stringify(row.last_entry),
    recent_effects: JSON.stringify(row.recent_effects),
  };
}
