import { PassThrough } from 'node:stream';
import { createApiClient, postScans, undoScan } from '@scantix/api-contract';
import { createApiPorts, type ScanTransport, type TicketsSource } from '@scantix/scan-ledger';
import type { FakeClock } from '@scantix/scan-ledger/testing';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { createPasswords } from '../../src/auth/passwords.ts';
import { createApp } from '../../src/create-app.ts';
import { createServices } from '../../src/create-services.ts';
import { createSnapshotSource } from '../../src/snapshot/create-snapshot-source.ts';
import { createLog } from '../../src/system/log.ts';
import { systemRandom } from '../../src/system/random.ts';
import { openMemoryDatabase } from '../../src/testing/open-memory-database.ts';
import { TEST_SECRETS } from '../../src/testing/start-test-server.ts';
import { addTestDomain, type TestDomain } from '../../src/testing/test-domains.ts';

/** The device of the model. */
export const DEVICE = 'device-1';
/** Longer than any run, which moves the clock by days. */
const LIFETIME_S = 365 * 24 * 3_600;
const YEAR = { accessTokenS: LIFETIME_S, sessionS: LIFETIME_S, rememberedSessionS: LIFETIME_S };

/** One domain of the API as a run uses it. */
export interface ModelServer {
  readonly checkpointId: string;
  /** The login names of two clerks. */
  readonly clerks: readonly [string, string];
  /** The calls of this device. */
  readonly ports: ScanTransport & TicketsSource;
  /** Cuts the calls of this device, or lets them through again. */
  setReachable(reachable: boolean): void;
  /** Loses the answer to the next call with scans. */
  loseAnswer(): void;
  /** Scans an entry at another device. Resolves with the scan's id. */
  scanElsewhere(barcode: string): Promise<string>;
  /** Takes a scan back at another device. Resolves with whether that is done. */
  undoElsewhere(scanId: string): Promise<boolean>;
  /** Issues a ticket, or changes it. */
  setTicket(barcode: string, columns: { status?: 'valid' | 'cancelled'; entries_allowed?: number }): Promise<void>;
  /** Changes what the second clerk may do. */
  limitColleague: TestDomain['limitColleague'];
  read(): Promise<ServerContent>;
}

/** What the database holds of a domain. */
export interface ServerContent {
  /** The number of scans of this device. */
  readonly recorded: number;
  readonly conflicts: number;
  readonly tickets: ReadonlyMap<
    string,
    { readonly used: number; readonly inside: number; readonly first: string | null }
  >;
}

/** The API in this process, over one database in memory. */
export interface ModelApi {
  /** Adds two domains for a run, which moves the clock of the API. */
  addDomains(clock: FakeClock): Promise<Record<'north' | 'south', ModelServer>>;
  close(): Promise<void>;
}

/** Starts the API for any number of runs, one after the other. */
export async function startModelApi(): Promise<ModelApi> {
  const db = await openMemoryDatabase();
  let shared: FakeClock;
  const clock = { now: () => shared.now() };
  const log = createLog({ level: 'silent' });
  const passwords = createPasswords({ random: systemRandom });
  const parts = { db, clock, random: systemRandom, secrets: TEST_SECRETS, log, passwords, lifetimes: YEAR };
  const snapshot = createSnapshotSource({ db, clock });
  const app = createApp({ ...parts, snapshot });
  const { sessions, newId } = createServices(parts);
  let domains = 0;

  async function addDomain(name: string): Promise<ModelServer> {
    const domain = await addTestDomain(db, { name, passwordHash: 'none', newId, now: clock.now() });
    for (const [barcode, entries_allowed] of [
      ['A', 1],
      ['B', 2],
    ] as const)
      await domain.addTicket(barcode, { entries_allowed });
    const session = {
      id: domain.clerk.id,
      domainId: domain.id,
      login: domain.clerk.login,
      passwordHash: 'none',
      deviceId: DEVICE,
      rememberMe: true,
    };
    const { access_token } = (await sessions.open({ ...session, address: '127.0.0.1' })).tokens;
    let reachable = true;
    let losing = false;

    async function call(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers);
      headers.set('Authorization', `Bearer ${access_token}`);
      // Downloads watch the connection of their caller.
      const outgoing = new PassThrough();
      const answer = await app.request(String(input), { ...init, headers }, { outgoing });
      const dated = new Response(await answer.arrayBuffer(), answer);
      outgoing.destroy();
      // With milliseconds, and half a second less: the ledger adds half of the second that the header is cut to.
      dated.headers.set('Date', new Date(clock.now() - 500).toISOString());
      return dated;
    }

    async function callOfDevice(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      if (!reachable) throw new TypeError('Failed to fetch');
      const isLost = losing && init?.method === 'POST' && new URL(String(input)).pathname.endsWith(postScans.path);
      const answer = await call(input, init);
      if (!isLost) return answer;
      losing = false;
      throw new TypeError('Failed to fetch');
    }

    const baseUrl = 'http://api';
    const { transport, tickets } = createApiPorts(createApiClient({ baseUrl, fetch: callOfDevice }));
    const direct = createApiClient({ baseUrl, fetch: call });
    return {
      checkpointId: domain.gates[0].id,
      clerks: [domain.clerk.login, domain.colleague.login],
      ports: { ...transport, ...tickets },
      setReachable(to) {
        reachable = to;
      },
      loseAnswer() {
        losing = true;
      },
      async scanElsewhere(barcode) {
        const id = uuidv7();
        const what = { symbology: 'qr_code', scan_method: 'camera', mode: 'entry' } as const;
        const where = { checkpoint_id: domain.gates[1].id, device_id: 'elsewhere', claimed_by: domain.clerk.login };
        const claimed_at = new Date(clock.now()).toISOString();
        const answer = await direct.call(postScans, {
          body: { scans: [{ id, barcode, ...what, ...where, claimed_at }] },
        });
        if (!answer.ok || answer.value.results[0]?.verdict?.reason !== 'ok')
          throw new Error(`scan elsewhere: ${JSON.stringify(answer)}`);
        return id;
      },
      async undoElsewhere(scanId) {
        const by = { device_id: 'elsewhere', claimed_by: domain.clerk.login };
        const body = { id: uuidv7(), ...by, claimed_at: new Date(clock.now()).toISOString() };
        const answer = await direct.call(undoScan, { params: { id: scanId }, body });
        if (!answer.ok) throw new Error(`undo elsewhere: ${JSON.stringify(answer)}`);
        return answer.value.status === 'recorded';
      },
      async setTicket(barcode, columns) {
        const { numUpdatedRows } = await db
          .updateTable('tickets')
          .set(columns)
          .where('domain_id', '=', domain.id)
          .where('barcode', '=', Buffer.from(barcode))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) await domain.addTicket(barcode, columns);
      },
      limitColleague: domain.limitColleague,
      read: () => readContent(domain),
    };
  }

  async function readContent({ id }: TestDomain): Promise<ServerContent> {
    const { rows } = await sql<{ recorded: number; conflicts: number; tickets: [string, TicketCells][] | null }>`
      select
        (select count(*)::int from scans where domain_id = ${id} and device_id = ${DEVICE}) as recorded,
        (select count(*)::int from scan_conflicts where domain_id = ${id} and acknowledged_at is null) as conflicts,
        (select json_agg(json_build_array(convert_from(barcode, 'UTF8'), json_build_object(
          'used', entries_used, 'inside', inside, 'first', first_use->>'scan_id')))
        from tickets where domain_id = ${id}) as tickets`.execute(db);
    const [{ recorded, conflicts, tickets } = { recorded: 0, conflicts: 0, tickets: [] }] = rows;
    return { recorded, conflicts, tickets: new Map(tickets) };
  }

  return {
    async addDomains(given) {
      shared = given;
      domains += 1;
      return { north: await addDomain(`North ${domains}`), south: await addDomain(`South ${domains}`) };
    },
    async close() {
      await snapshot.stop();
      await db.destroy();
    },
  };
}

type TicketCells = { readonly used: number; readonly inside: number; readonly first: string | null };
