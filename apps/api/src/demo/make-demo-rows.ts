import type { Checkpoint } from '@scantix/api-contract';
import type { Insertable } from 'kysely';
import { foldLogin } from '../auth/login-key.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Tables } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import { createIdSource } from '../system/random.ts';
import { DEMO_DOMAINS, DEMO_PASSWORD, type DemoDomain } from './demo-domains.ts';
import { makeDemoTicketRows, ticketColumns } from './make-demo-ticket-rows.ts';
import type { DayClerk } from './plan-demo-day.ts';
import { playDemoDay } from './play-demo-day.ts';
import { createDice, createSeededRandom } from './seeded-random.ts';

const SEED = 20_261_121;
/** Ids start at this instant, so that they are the same on every machine. */
const IDS_FROM = Date.UTC(2026, 9, 1);
const DAY_MS = 24 * 3_600_000;

type DemoTable = 'domains' | 'workgroups' | 'checkpoints' | 'workgroup_checkpoints' | 'clerks' | 'tickets' | 'scans';

/** The rows of the demo by table. */
export type DemoRows = { [Table in DemoTable]: Insertable<Tables[Table]>[] };

/** Makes the domains, clerks and tickets of the demo, and the scans of yesterday. */
export async function makeDemoRows({
  clock,
  passwords,
  password = DEMO_PASSWORD,
  tickets: count,
}: {
  clock: Clock;
  passwords: Passwords;
  /** How many tickets the domains have together. */
  tickets: number;
  password?: string | undefined;
}): Promise<DemoRows> {
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
    const made = addDomain(rows, domain, { newId, now });
    const [clerk, ...others] = await addClerks(rows, domain, { ...made, newId, now, passwords, password });
    if (!clerk) throw new Error('A demo domain needs a clerk');
    const tickets = makeDemoTicketRows(domain, { ...made, dice, newId, now, tickets: count });
    const { visitors } = domain;
    const day = { tickets, clerks: [clerk, ...others], checkpoints: made.checkpoints, visitors, dice, newId } as const;
    for (const scan of playDemoDay({ ...day, endsAt: now - DAY_MS })) rows.scans.push(scan);
    for (const { row } of tickets) rows.tickets.push(ticketColumns(row));
  }
  return rows;
}

/** A domain in the rows: its id, its checkpoints by name, and the ids of its workgroups by name. */
interface MadeDomain {
  readonly domainId: string;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  readonly workgroups: ReadonlyMap<string, string>;
}

function addDomain(
  rows: DemoRows,
  domain: DemoDomain,
  { newId, now }: { newId: () => string; now: number },
): MadeDomain {
  const domainId = newId();
  rows.domains.push({ id: domainId, name: domain.name, ticketing: 'on', created_at: new Date(now) });
  const checkpoints = new Map<string, Checkpoint>();
  for (const [position, name] of domain.checkpoints.entries()) {
    const id = newId();
    rows.checkpoints.push({ id, domain_id: domainId, name, position });
    checkpoints.set(name, { id, name });
  }
  const workgroups = new Map<string, string>();
  for (const [name, { checkpoints: scansAt, rights }] of Object.entries(domain.workgroups)) {
    const id = newId();
    rows.workgroups.push({ id, domain_id: domainId, name, rights: [...rights] });
    workgroups.set(name, id);
    for (const checkpoint of scansAt) {
      const checkpoint_id = checkpoints.get(checkpoint)?.id ?? '';
      rows.workgroup_checkpoints.push({ domain_id: domainId, workgroup_id: id, checkpoint_id });
    }
  }
  return { domainId, checkpoints, workgroups };
}

async function addClerks(
  rows: DemoRows,
  domain: DemoDomain,
  made: MadeDomain & { newId: () => string; now: number; passwords: Passwords; password: string },
): Promise<DayClerk[]> {
  const { domainId, newId, now, passwords, password } = made;
  const clerks: DayClerk[] = [];
  for (const [index, { login, userName, workgroup }] of domain.clerks.entries()) {
    const [id, workgroupId] = [newId(), made.workgroups.get(workgroup) ?? ''];
    rows.clerks.push({
      id,
      domain_id: domainId,
      workgroup_id: workgroupId,
      login,
      login_key: foldLogin(login),
      user_name: userName,
      password_hash: await passwords.hash(password),
      disabled_at: null,
      created_at: new Date(now),
    });
    const { checkpoints: names = [], rights = [] } = domain.workgroups[workgroup] ?? {};
    const checkpoints = names.flatMap((name) => made.checkpoints.get(name) ?? []);
    const named = { login, userName, domain: domain.name, workgroup };
    const ids = { id, domainId, workgroupId, sessionId: '', deviceId: `demo-phone-${index + 1}` };
    const device = { deviceSeenAt: null, deviceCheckpointId: null, deviceKey: null };
    const unused = { ...device, epoch: null, receipt: 0, hasWebhooks: false, scansAt: [] };
    clerks.push({ ...named, ...ids, ...unused, rights, ticketing: 'on', checkpoints });
  }
  return clerks;
}
