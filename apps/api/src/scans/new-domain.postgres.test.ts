import { createApiClient, postScans, type Scan, undoScan } from '@scantix/api-contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '../create-app.ts';
import { openPostgres } from '../database/open-database.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, withToken } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import type { TestDomain } from '../testing/test-domains.ts';

const SCANS = 20_000;

// As on the first day of a domain: the statistics were made when only another domain had scans.
test(
  'a scan and an undo of a domain that the statistics do not know read the scans that they name',
  async () => {
    const database = await createPostgresDatabase();
    const server = await startTestServer(database);
    const { north, south } = server;
    // The one connection of a process, so that what it has read can be counted.
    const db = openPostgres({ url: database.url ?? '', maxConnections: 1, onIdleError: () => {} });

    async function fill(domain: TestDomain, clerk: SignedIn): Promise<void> {
      await domain.addTicket('FIRST');
      await clerk.post({ id: server.newId(), barcode: 'FIRST' });
      const columns = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_name = 'scans' and is_generated = 'NEVER' and column_name not in ('id', 'barcode', 'receipt')`.execute(
        db,
      );
      const others = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
      await sql`
        insert into scans (id, barcode, ${others})
        select gen_random_uuid(), convert_to('COPY-' || n, 'UTF8'), ${others}
        from scans cross join generate_series(1, ${SCANS}) as n where domain_id = ${domain.id}`.execute(db);
    }

    await fill(south, await server.signIn(south.clerk.login));
    for (const table of ['scans', 'scan_undos', 'scan_conflicts']) {
      await sql`analyze ${sql.table(table)}`.execute(db);
      // A partitioned table has no such setting.
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db).catch(() => {});
    }
    const clerk = await server.signIn();
    await fill(north, clerk);
    await north.addTicket('NOW');
    await north.addTicket('TWICE');

    async function countRead(work: () => Promise<unknown>): Promise<number> {
      const count = async () => {
        await sql`select pg_stat_force_next_flush()`.execute(db);
        const { rows } = await sql<{ rows: string }>`
          select sum(seq_tup_read + idx_tup_fetch) as rows from pg_stat_user_tables where relname ~ '^scan'`.execute(
          db,
        );
        return Number(rows[0]?.rows);
      };
      const before = await count();
      await work();
      return (await count()) - before;
    }

    const app = createApp({ ...server.parts, db });
    const local: typeof fetch = async (input, init) => app.fetch(new Request(input, init));
    const api = createApiClient({ baseUrl: server.url, fetch: withToken(clerk.tokens.access_token, local) });
    const scan = () => ({ ...clerk.scan(), id: server.newId(), barcode: 'NOW' });
    const post = async (sent: Scan) => {
      const { results } = expectValue(await api.call(postScans, { body: { scans: [sent] } }));
      expect(results[0]?.verdict?.outcome).toBe('accepted');
    };
    const undo = async ({ id, claimed_at, claimed_by, device_id }: Scan) => {
      const body = { id: server.newId(), claimed_at, claimed_by, device_id };
      expect(expectValue(await api.call(undoScan, { params: { id }, body })).status).toBe('recorded');
    };
    // A connection plans the checks of foreign keys anew for the first five times.
    for (let time = 0; time < 6; time += 1) {
      const early = scan();
      await post(early);
      await undo(early);
    }
    const measured = scan();
    const read = [await countRead(() => post(measured)), await countRead(() => undo(measured))];
    // Each of these devices let the visitor of a used ticket in while the server's answer was on its way.
    await post({ ...scan(), barcode: 'TWICE' });
    for (let time = 0; time < 6; time += 1) {
      const refused = { ...scan(), barcode: 'TWICE', device_id: `device-${time}` };
      const [answer] = await clerk.post(refused);
      expect(answer?.verdict?.reason).toBe('already_used');
      const decided_at = refused.claimed_at;
      const letIn = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at } as const;
      const rows = await countRead(async () => {
        const scans = [{ ...refused, device_verdict: letIn }];
        const { results } = expectValue(await api.call(postScans, { body: { scans } }));
        expect(results[0]?.conflict?.kind).toBe('already_used');
      });
      if (time === 5) read.push(rows);
    }
    expect(read.filter((rows) => rows > 100)).toEqual([]);
    await db.destroy();
    await server.stop();
  },
  START_MS,
);
