import { barcodeBytes, type Checkpoint, type Verdict } from '@scantix/api-contract';
import { applyEffect, decideVerdict, type TicketState } from '@scantix/api-contract/rules';
import { type Insertable, sql } from 'kysely';
import { foldLogin } from '../auth/login-key.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tables } from '../database/tables.ts';
import { createIdSource } from '../random.ts';
import { payloadHash } from '../scans/payload-hash.ts';
import { serverVerdict } from '../scans/server-verdict.ts';
import { searchText } from '../search-text.ts';
import { usageColumns } from '../tickets/ticket-state.ts';
import { DEMO_DOMAINS, DEMO_PASSWORD, type DemoDomain, HARBOUR_LIGHTS, OLD_MILL } from './demo-places.ts';
import { type DemoTicket, makeDemoTickets } from './demo-tickets.ts';
import { createDice, createSeededRandom } from './seeded-random.ts';
import { SHOWCASE_TICKETS } from './showcase-tickets.ts';

const SEED = 20_261_121;
/** Ids are the same wherever the demo is loaded: they begin at this instant. */
const IDS_FROM = Date.UTC(2026, 9, 1);
const TICKETS_OF_HARBOUR_LIGHTS = 1_600;
const TICKETS_OF_OLD_MILL = 400;
const DAY_MS = 24 * 3_600_000;
const ROWS_PER_INSERT = 500;

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
    for (const { login, userName, workgroup } of domain.clerks) {
      rows.clerks.push({
        id: newId(),
        domain_id: place.domainId,
        workgroup_id: place.workgroups.get(workgroup) ?? '',
        login,
        login_key: foldLogin(login),
        user_name: userName,
        password_hash: await passwords.hash(DEMO_PASSWORD),
        disabled_at: null,
        created_at: new Date(now),
      });
    }
    const clerk = rows.clerks.find(({ domain_id }) => domain_id === place.domainId);
    if (!clerk) throw new Error('A demo domain needs a clerk');
    for (const ticket of ticketsOf(domain, dice)) addTicket(rows, ticket, { ...place, clerk, newId, now });
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
  readonly clerk: { readonly id: string; readonly login: string; readonly user_name: string };
  readonly newId: () => string;
  readonly now: number;
}

function addTicket(rows: DemoRows, ticket: DemoTicket, around: TicketSurroundings): void {
  const { domainId, checkpoints, newId, now } = around;
  const id = newId();
  const entered = (ticket.enteredAt ?? []).flatMap((name) => checkpoints.get(name) ?? []);
  const validFrom = ticket.validFromDays === undefined ? null : now + ticket.validFromDays * DAY_MS;
  const validUntil = ticket.validUntilDays === undefined ? null : now + ticket.validUntilDays * DAY_MS;
  const state: TicketState = {
    status: ticket.status ?? 'valid',
    holder: ticket.holder,
    type: ticket.type,
    note: ticket.note ?? null,
    order: `R-${100_000 + Math.floor(rows.tickets.length / 2)}`,
    validFrom,
    validUntil,
    worksAt: (ticket.worksAt ?? []).flatMap((name) => checkpoints.get(name) ?? []),
    entriesAllowed: ticket.entriesAllowed ?? 1,
    entriesUsed: 0,
    inside: false,
    firstUse: null,
    lastEntry: null,
    recentEffects: [],
  };
  const after = entered.reduce(
    (before, checkpoint) => addEntry(rows, { ticketId: id, code: ticket.code, state: before, checkpoint }, around),
    state,
  );
  rows.tickets.push({
    id,
    domain_id: domainId,
    barcode: barcodeBytes(ticket.code),
    status: state.status,
    holder: state.holder,
    type: state.type,
    note: state.note,
    order_name: state.order,
    valid_from: validFrom === null ? null : new Date(validFrom),
    valid_until: validUntil === null ? null : new Date(validUntil),
    works_at: state.worksAt.map((checkpoint) => checkpoint.id),
    entries_allowed: state.entriesAllowed,
    ...usageColumns(after),
    search_text: searchText(ticket.code, state.holder, state.order),
    updated_at: new Date(now),
  });
}

/** An entry of the day before, decided by the rules like any other. */
function addEntry(
  rows: DemoRows,
  { ticketId, code, state, checkpoint }: { ticketId: string; code: string; state: TicketState; checkpoint: Checkpoint },
  { domainId, clerk, newId, now }: TicketSurroundings,
): TicketState {
  const at = now - DAY_MS + rows.scans.length * 17_000;
  const id = newId();
  const deviceId = 'demo-device';
  const decision = decideVerdict({
    mode: 'entry',
    at,
    checkpointId: checkpoint.id,
    deviceId,
    ticketing: 'on',
    ticket: state,
  });
  const verdict: Verdict = serverVerdict(decision, { mode: 'entry', at });
  const claimedAt = new Date(at);
  const scan = {
    id,
    barcode: code,
    symbology: 'qr_code',
    scan_method: 'camera',
    mode: 'entry',
    checkpoint_id: checkpoint.id,
    claimed_at: claimedAt.toISOString(),
    device_id: deviceId,
    claimed_by: clerk.login,
  } as const;
  rows.scans.push({
    domain_id: domainId,
    id,
    barcode: barcodeBytes(code),
    raw: null,
    symbology: scan.symbology,
    scan_method: scan.scan_method,
    mode: scan.mode,
    checkpoint_id: checkpoint.id,
    claimed_at: claimedAt,
    received_at: claimedAt,
    happened_at: claimedAt,
    clock_offset_ms: 0,
    device_id: deviceId,
    claimed_by: clerk.id,
    submitted_by: clerk.id,
    ticket_id: ticketId,
    outcome: verdict.outcome,
    reason: verdict.reason,
    verdict: JSON.stringify(verdict),
    device_verdict: null,
    effect: decision.effect,
    effect_at: decision.effect === 'none' ? null : claimedAt,
    payload_hash: payloadHash(scan),
    search_text: searchText(code, state.holder),
  });
  if (decision.effect === 'none') return state;
  return applyEffect(state, {
    ...{ scanId: id, kind: decision.effect, at, deviceId },
    ...{ checkpointId: checkpoint.id, clerk: clerk.user_name, checkpoint: checkpoint.name },
  });
}
