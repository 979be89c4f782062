import { getSnapshot, TICKET_FORMAT } from '@scantix/api-contract/snapshot';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endTurn, keepTurn, takeTurn } from '../database/turns.ts';
import { systemClock } from '../system/clock.ts';
import { createSnapshotReader } from '../testing/snapshot-reader.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { createSealThread, type SealThread } from './create-seal-thread.ts';
import { createSnapshotSource, type SnapshotSource } from './create-snapshot-source.ts';
import { dropAllSegments, putSegment, sweepSegments } from './segments.ts';

const ROWS = 4;

/** The guarantees of the processes that seal segments, on any database. */
export function describeSealing(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let snapshot: SnapshotSource;
  let clerk: SignedIn;
  beforeAll(async () => {
    const database = await createDatabase();
    snapshot = createSource({ db: database.db });
    server = await startTestServer(database, { snapshot });
    clerk = await server.signIn();
    await addTickets('T', 4 * ROWS);
    await snapshot.makeSegments();
  }, START_MS);
  afterAll(async () => {
    await snapshot.stop();
    await server.stop();
  });

  const createSource = (options: { db: TestDatabase['db']; sealThread?: SealThread }) =>
    createSnapshotSource({ ...options, clock: systemClock, maxRows: ROWS, tailRows: ROWS });
  const addTickets = async (prefix: string, count: number, domain = server.north) => {
    for (let index = 0; index < count; index += 1) await domain.addTicket(`${prefix}-${index}`);
  };
  const read = () => createSnapshotReader({ api: clerk.api, checkpointId: server.north.gates[0].id });
  const askManifest = async () =>
    expectValue(await clerk.api.call(getSnapshot, { query: { checkpoint: server.north.gates[0].id } })).manifest;
  const current = (domainId = server.north.id) =>
    server.db
      .selectFrom('snapshot_segments')
      .selectAll()
      .where('domain_id', '=', domainId)
      .where('superseded_at', 'is', null)
      .orderBy('from_change')
      .execute();
  const feedOf = async (domainId: string) => {
    const feed = await server.db
      .selectFrom('ticket_feeds')
      .select(['snapshot_id', 'last_change'])
      .where('domain_id', '=', domainId)
      .executeTakeFirstOrThrow();
    return { domainId, snapshotId: feed.snapshot_id, lastChange: Number(feed.last_change) };
  };
  const segment = (from: number, to: number) => ({
    ...{ from, to, rows: 1, format: TICKET_FORMAT, sha256: Buffer.alloc(32, to), body: Buffer.of(1) },
  });

  test('a segment says the format of its rows, and a manifest the newest format that it names', async () => {
    expect((await current()).map(({ row_format }) => row_format)).toEqual(Array(4).fill(TICKET_FORMAT));
    expect(await askManifest()).toMatchObject({ row_format: TICKET_FORMAT });
    // A newer build sealed it, and this one runs again.
    const [first] = await current();
    const say = (row_format: number) =>
      server.db
        .updateTable('snapshot_segments')
        .set({ row_format })
        .where('sha256', '=', first?.sha256 ?? Buffer.of())
        .execute();
    await say(TICKET_FORMAT + 1);
    expect(await askManifest()).toMatchObject({ row_format: TICKET_FORMAT + 1 });
    await say(TICKET_FORMAT);
    expect(await askManifest()).toMatchObject({ row_format: TICKET_FORMAT });
  });

  test('another process that seals the domain is left to it, until its turn ends', async () => {
    await addTickets('LATER', 2 * ROWS);
    const until = new Date(Date.now() + 60_000);
    const owner = server.newId();
    await server.db.insertInto('snapshot_sealers').values({ domain_id: server.north.id, until, owner }).execute();
    const count = async () => (await askManifest()).segments?.length ?? 0;
    const before = await count();
    await snapshot.makeSegments();
    expect(await count()).toBe(before);
    await server.db
      .updateTable('snapshot_sealers')
      .set({ until: new Date(0) })
      .execute();
    await snapshot.makeSegments();
    expect((await askManifest()).rows).toBeLessThan(ROWS);
    const reader = read();
    await reader.catchUp();
  });

  test('two processes that seal at once make one set of segments', async () => {
    await addTickets('TWICE', 4 * ROWS);
    const other = createSource({ db: server.db });
    await Promise.all([snapshot.makeSegments(), other.makeSegments()]);
    await other.stop();
    const reader = read();
    await reader.catchUp();
    expect((await askManifest()).rows).toBeLessThan(ROWS);
  });

  test('a process whose turn has gone to another one stores nothing, and leaves the other its turn', async () => {
    const feed = await feedOf(server.north.id);
    const end = () => server.db.updateTable('snapshot_sealers').set({ until: new Date(0) });
    const slow = await takeTurn(server.db, 'snapshot_sealers', feed.domainId);
    await end().where('domain_id', '=', feed.domainId).execute();
    const next = await takeTurn(server.db, 'snapshot_sealers', feed.domainId);
    if (!slow || !next) throw new Error('no turn');
    const before = await current();
    const late = putSegment(server.db, slow, feed, { segment: segment(0, feed.lastChange), replaced: [] });
    await expect(late).rejects.toThrow('Another process seals');
    await endTurn(server.db, slow);
    expect([await keepTurn(server.db, slow), await keepTurn(server.db, next)]).toEqual([false, true]);
    expect(await current()).toEqual(before);
    await endTurn(server.db, next);
  });

  test('a segment of another feed, or of changes that a restored feed does not have, is not stored, or swept', async () => {
    const feed = await feedOf(server.south.id);
    const turn = await takeTurn(server.db, 'snapshot_sealers', feed.domainId);
    if (!turn) throw new Error('no turn');
    const put = (to: number, snapshotId = feed.snapshotId) =>
      putSegment(server.db, turn, { ...feed, snapshotId }, { segment: segment(0, to), replaced: [] });
    await expect(put(feed.lastChange + 1)).rejects.toThrow();
    await expect(put(feed.lastChange, server.newId())).rejects.toThrow();
    expect(await current(server.south.id)).toEqual([]);

    await server.south.addTicket('S-0');
    await put(feed.lastChange + 1);
    await sweepSegments(server.db);
    expect(await current(server.south.id)).toHaveLength(1);
    const restored = server.db.updateTable('ticket_feeds').set({ last_change: feed.lastChange });
    await restored.where('domain_id', '=', feed.domainId).execute();
    await sweepSegments(server.db);
    expect(await current(server.south.id)).toEqual([]);
    await endTurn(server.db, turn);
    await server.db.deleteFrom('tickets').where('domain_id', '=', feed.domainId).execute();
  });

  /** A sealing thread whose segments wait for what a test does first. */
  const createThread = (before: (barcode: string) => Promise<void> | void) => {
    const thread = createSealThread();
    const sealThread: SealThread = {
      ...thread,
      async segment(rows) {
        await before(Buffer.from(rows[0]?.ticket?.barcode ?? '', 'base64').toString());
        return thread.segment(rows);
      },
    };
    return { sealThread, source: createSource({ db: server.db, sealThread }) };
  };

  test('a domain that cannot be sealed does not keep the others from it', async () => {
    await addTickets('FAIL', 2 * ROWS);
    await addTickets('FAIL', 2 * ROWS, server.south);
    const before = [await current(), await current(server.south.id)].map(({ length }) => length);
    let first = true;
    const { source } = createThread(() => {
      if (!first) return;
      first = false;
      throw new Error('cannot be sealed');
    });
    await expect(source.makeSegments()).rejects.toThrow('could not be sealed');
    await source.stop();
    const after = [await current(), await current(server.south.id)].map(({ length }) => length);
    expect(after.filter((count, index) => count > (before[index] ?? 0))).toHaveLength(1);
    await snapshot.makeSegments();
  });

  test('a sealing whose turn an erasure takes is no failure, and the next one goes on', async () => {
    await addTickets('ERASED', 2 * ROWS);
    let erased: Promise<unknown> | undefined;
    const { source } = createThread(async () => {
      erased ??= server.db.transaction().execute((trx) => dropAllSegments(trx, server.north.id, async () => {}));
      await erased;
    });
    await source.makeSegments();
    await source.stop();
    expect(erased).toBeDefined();
    await snapshot.makeSegments();
    expect((await askManifest()).rows).toBeLessThan(ROWS);
  });

  test('a process that stops ends its sealing with the segment at hand', async () => {
    await addTickets('STOP', 4 * ROWS);
    let sealed = 0;
    let stopped: Promise<void> | undefined;
    const { source } = createThread(() => {
      sealed += 1;
      stopped ??= source.stop();
    });
    await source.makeSegments().catch(() => {});
    await stopped;
    expect(sealed).toBe(1);
    await snapshot.makeSegments();
    expect((await askManifest()).rows).toBeLessThan(ROWS);
  });

  test('a feed that begins anew is sealed anew', async () => {
    const before = read();
    await before.catchUp();
    await server.db
      .updateTable('ticket_feeds')
      .set({ snapshot_id: server.newId() })
      .where('domain_id', '=', server.north.id)
      .execute();
    expect((await askManifest()).segments).toEqual([]);
    await before.catchUp();
    await snapshot.makeSegments();
    const reader = read();
    await reader.catchUp();
    expect([reader.segments > 0, reader.manifest?.count]).toEqual([true, before.manifest?.count]);
  });

  test('a database that was restored from a backup gives out the segments of its own feed', async () => {
    const reader = read();
    await reader.catchUp();
    // Everything about the tickets goes back to this instant, while the process and its memory go on.
    const backup = await backUp();
    for (const code of ['LOST-1', 'LOST-2', 'LOST-3', 'LOST-4', 'LOST-5']) await server.north.addTicket(code);
    await clerk.post({ id: server.newId(), barcode: 'T-14' });
    await snapshot.makeSegments();
    await reader.catchUp();
    await backup.restore();
    for (const code of ['NEW-1', 'NEW-2', 'NEW-3', 'NEW-4', 'NEW-5']) await server.north.addTicket(code);
    await snapshot.makeSegments();
    const after = read();
    await after.catchUp();
    expect(await after.open('NEW-1')).toMatchObject({ entriesUsed: 0 });
    expect(await after.open('LOST-1')).toBeNull();
    expect(await after.open('T-14')).toMatchObject({ entriesUsed: 0 });
  });

  /** Copies everything about the tickets, as a backup does. */
  async function backUp() {
    const run = async (statements: string) => {
      for (const statement of statements.split(';')) await sql.raw(statement).execute(server.db);
    };
    await run(COPIED.map((table) => `create table ${table}_then as select * from ${table}`).join(';'));
    return { restore: () => run(RESTORE) };
  }
}

const COPIED = ['tickets', 'ticket_changes', 'ticket_feeds', 'snapshot_segments'] as const;
const RESTORE = `alter table tickets disable trigger user;
  delete from tickets where id not in (select id from tickets_then);
  update tickets set entries_used = old.entries_used, inside = old.inside, first_use = old.first_use,
    last_entry = old.last_entry, recent_effects = old.recent_effects from tickets_then old where old.id = tickets.id;
  alter table tickets enable trigger user;
  delete from ticket_changes;
  insert into ticket_changes select * from ticket_changes_then;
  update ticket_feeds set last_change = old.last_change, ticket_count = old.ticket_count, key_sum = old.key_sum,
    change_sum = old.change_sum from ticket_feeds_then old where old.domain_id = ticket_feeds.domain_id;
  delete from snapshot_segments;
  insert into snapshot_segments select * from snapshot_segments_then`;
