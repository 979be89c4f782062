import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { createPasswords } from '../../src/auth/passwords.ts';
import { deriveSecrets } from '../../src/auth/secrets.ts';
import { createServices } from '../../src/create-services.ts';
import { migrate } from '../../src/database/migrate.ts';
import type { Database } from '../../src/database/tables.ts';
import { systemClock } from '../../src/system/clock.ts';
import { createLog } from '../../src/system/log.ts';
import { systemRandom } from '../../src/system/random.ts';
import { addTestDomain } from '../../src/testing/test-domains.ts';

/** The secret of every process of the benchmark: each accepts the sessions that were opened beforehand. */
export const AUTH_SECRET = 'a secret of benchmarks and of nothing else';
const LIFETIME_S = 24 * 3_600;

/** A device that a clerk is signed in at. */
export interface GateSession {
  readonly token: string;
  readonly deviceId: string;
}

/** A domain of the benchmark, with tickets `{name}-0` and so on. */
export interface Venue {
  readonly id: string;
  readonly name: string;
  readonly clerk: string;
  readonly clerkId: string;
  readonly checkpointId: string;
  readonly tickets: number;
  readonly gates: readonly GateSession[];
}

/** What the app needs to serve a database of the benchmark in this process. */
export function appParts(db: Database) {
  const lifetimes = { accessTokenS: LIFETIME_S, sessionS: LIFETIME_S, rememberedSessionS: LIFETIME_S };
  const [random, clock] = [systemRandom, systemClock];
  const parts = { db, clock, random, log: createLog({ level: 'silent' }), lifetimes };
  return { ...parts, passwords: createPasswords({ random }), secrets: deriveSecrets(AUTH_SECRET) };
}

/** So many take a slow machine less than the time limit of a statement. */
const TICKETS_A_STATEMENT = 20_000;

/** Makes the tables. @returns a function that adds domains */
export async function openVenues(db: Database) {
  await migrate(db);
  const { sessions, newId } = createServices(appParts(db));
  return async function addVenue(name: string, { gates, tickets }: { gates: number; tickets: number }): Promise<Venue> {
    const domain = await addTestDomain(db, { name, passwordHash: 'none', newId, now: Date.now() });
    for (let first = 0; first < tickets; first += TICKETS_A_STATEMENT) {
      const last = Math.min(first + TICKETS_A_STATEMENT, tickets) - 1;
      await sql`
        insert into tickets (id, domain_id, barcode, status, holder, type, order_name, works_at, entries_allowed,
          updated_at, search_text)
        select gen_random_uuid(), ${domain.id}, convert_to(code, 'UTF8'), 'valid', 'Visitor ' || n, 'Day ticket',
          'R-' || n / 10, '{}', 1, now(), lower(code || chr(10) || 'visitor ' || n || chr(10) || 'r-' || n / 10)
        from (select n, ${name}::text || '-' || n as code
          from generate_series(${first}::integer, ${last}::integer) as n) as made`.execute(db);
    }
    const opened: GateSession[] = [];
    for (let gate = 0; gate < gates; gate += 1) {
      const deviceId = `${name}-gate-${gate}`;
      const { id, login } = domain.clerk;
      const by = { id, login, passwordHash: 'none', domainId: domain.id };
      const session = { ...by, deviceId, rememberMe: true, address: '127.0.0.1' };
      opened.push({ token: (await sessions.open(session)).tokens.access_token, deviceId });
    }
    const { login: clerk, id: clerkId } = domain.clerk;
    const checkpointId = domain.gates[0].id;
    return { id: domain.id, name, clerk, clerkId, checkpointId, tickets, gates: opened };
  };
}

/** The body of a call with entries of the venue's tickets from `first` on. */
export function scansBody(venue: Venue, { deviceId }: GateSession, first: number, count: number): string {
  const what = { symbology: 'qr_code', scan_method: 'camera', mode: 'entry', checkpoint_id: venue.checkpointId };
  const who = { device_id: deviceId, claimed_by: venue.clerk, claimed_at: new Date().toISOString() };
  const scans = Array.from({ length: count }, (_, index) => {
    return { id: uuidv7(), barcode: `${venue.name}-${first + index}`, ...what, ...who };
  });
  return JSON.stringify({ scans });
}
