import type { TicketView, Verdict } from '@scantix/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordAudit } from '../audit/record-audit.ts';
import { takeTurn } from '../database/turns.ts';
import { createSnapshotSource, type SnapshotSource } from '../snapshot/create-snapshot-source.ts';
import { systemClock } from '../system/clock.ts';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { type Erasure, eraseHolder } from './erase-holder.ts';
import { importAudited } from './import-audited.ts';
import { importFile } from './import-file.ts';

/** The guarantees of an erasure, on any database. */
export function describeErasure(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let snapshot: SnapshotSource;
  let clerk: SignedIn;
  beforeAll(async () => {
    const database = await createDatabase();
    snapshot = createSnapshotSource({ db: database.db, clock: systemClock, maxRows: 4, tailRows: 1 });
    server = await startTestServer(database, { snapshot });
    clerk = await server.signIn();
  }, START_MS);
  afterAll(async () => {
    await snapshot.stop();
    await server.stop();
  });

  const erase = (erasure: Omit<Erasure, 'domainId'>, domainId = server.north.id) =>
    eraseHolder(server.db, { ...erasure, domainId, at: new Date(), rowsAtOnce: 2 });

  /** Every column of every table that has one of these texts, in any form that is not sealed. */
  async function placesOf(...texts: string[]): Promise<string[]> {
    const { rows: columns } = await sql<{ table_name: string; column_name: string; data_type: string }>`
      select columns.table_name, column_name, data_type from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.db);
    const places: string[] = [];
    for (const { table_name, column_name, data_type } of columns) {
      const column = sql.ref(column_name);
      const text = data_type === 'bytea' ? sql`encode(${column}, 'escape')` : sql`${column}::text`;
      const { rows } = await sql<{ found: number }>`
        select count(*)::int as found from ${sql.table(table_name)}
        where ${text} ilike any(${texts.map((each) => `%${each}%`)})`.execute(server.db);
      if (rows[0]?.found) places.push(`${table_name}.${column_name}`);
    }
    return places;
  }
  const shown = (ticket: Pick<TicketView, 'holder' | 'note' | 'order' | 'seat'>): Verdict => ({
    ...({ outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry' } as const),
    decided_at: new Date(server.clock.now()).toISOString(),
    ticket: { type: 'Day ticket', entries_left: 0, entries_allowed: 1, valid_from: null, valid_until: null, ...ticket },
  });
  const addWebhook = () =>
    server.db
      .insertInto('webhooks')
      .values({
        ...{ domain_id: server.north.id, id: server.newId(), url: 'https://shop.example/hook' },
        ...{ events: ['scan.accepted'], holder_data: true, secret: Buffer.of(1), created_at: new Date() },
      })
      .execute();
  const giveTo = (barcode: string, holder: string) =>
    server.db
      .updateTable('tickets')
      .set({ holder, search_text: '' })
      .where('domain_id', '=', server.north.id)
      .where('barcode', '=', Buffer.from(barcode))
      .execute();
  const segments = () => server.db.selectFrom('snapshot_segments').select(['sha256', 'domain_id']).execute();

  test('leaves the name of a holder in no table, and keeps tickets and scans', async () => {
    const { north, south } = server;
    const person = { holder: 'Zora Quillfeather', note: 'Zora sits in front' };
    const where = { section: 'Balcony left', seat: 'Row Q, seat 77' };
    await north.addTicket('ERASE-1', { ...person, order_name: 'Q-ORDER-77', ...where });
    await north.addTicket('ERASE-2', { holder: 'Zora Quillfeather-Smith' });
    await south.addTicket('ERASE-1', { holder: 'Somebody Else' });
    const device_verdict = shown({ ...person, order: 'Q-ORDER-77', seat: 'Row Q, seat 77' });
    await addWebhook();
    const scan = { id: server.newId(), barcode: 'ERASE-1', device_verdict };
    await clerk.post(scan, { id: server.newId(), barcode: 'ERASE-1' }, { id: server.newId(), barcode: 'ERASE-2' });
    const detail = { state: 'done', file: 'Tickets of Zora Quillfeather.csv', read: 1 };
    await recordAudit(server.db, {
      action: 'tickets.imported',
      domainId: north.id,
      actor: { kind: 'operator' },
      detail,
    });
    await snapshot.makeSegments();
    const ofSeat = ['tickets.seat', 'scans.verdict', 'scans.device_verdict'];
    expect(await placesOf('row q, seat')).toEqual(expect.arrayContaining(ofSeat));
    expect(await placesOf('zora quillfeather', 'q-order-77', 'zora sits')).toEqual(
      expect.arrayContaining([
        'tickets.holder',
        'tickets.note',
        'scans.verdict',
        'scans.device_verdict',
        'webhook_deliveries.data',
        'scans.search_text',
      ]),
    );
    const before = await segments();

    expect(await erase({ holder: ' zora QUILLFEATHER ', dryRun: true })).toEqual({ tickets: 1, scans: 2 });
    expect(await placesOf('q-order-77')).not.toEqual([]);
    expect(await erase({ holder: ' zora QUILLFEATHER ' })).toEqual({ tickets: 1, scans: 2 });

    const named = ['zora quillfeather"', 'zora quillfeather\n', 'zora quillfeather.csv', 'q-order-77', 'zora sits'];
    expect(await placesOf(...named, 'row q, seat')).toEqual([]);
    // Many visitors have it.
    expect(await placesOf('balcony left')).toEqual(expect.arrayContaining(['tickets.section', 'scans.verdict']));
    const stays = await server.db
      .selectFrom('tickets')
      .selectAll()
      .where('domain_id', '=', north.id)
      .orderBy('id')
      .execute();
    expect(stays.map(({ holder, entries_used }) => [holder, entries_used])).toEqual([
      [null, 1],
      ['Zora Quillfeather-Smith', 1],
    ]);
    const left = await segments();
    const isLeft = ({ sha256 }: { sha256: Uint8Array }) =>
      left.some((each) => Buffer.compare(each.sha256, sha256) === 0);
    expect(before.filter(({ domain_id }) => domain_id === north.id).some(isLeft)).toBe(false);
    expect(before.filter(({ domain_id }) => domain_id === south.id).every(isLeft)).toBe(true);
    // A second time there is nothing left.
    expect(await erase({ holder: 'Zora Quillfeather' })).toEqual({ tickets: 0, scans: 0 });
  });

  test.each<[barcode: string, erasure: Omit<Erasure, 'domainId'>]>([
    ['NUL\u0000-1', { holder: 'Nora Null' }],
    ['NUL\u0000-2', { barcodes: ['NUL\u0000-2'] }],
  ])('reaches %j, whose U+0000 PostgreSQL does not read in JSON, by %j', async (barcode, erasure) => {
    const search_text = 'nul\ufffd\nnora null\n';
    await server.north.addTicket(barcode, { holder: 'Nora Null', order_name: null, search_text });
    await addWebhook();
    await clerk.post({ id: server.newId(), barcode });
    expect(await placesOf('nora null')).toEqual(
      expect.arrayContaining(['tickets.holder', 'scans.verdict', 'webhook_deliveries.data']),
    );
    expect(await erase(erasure)).toEqual({ tickets: 1, scans: 1 });
    expect(await placesOf('nora null')).toEqual([]);
    const message = await server.db
      .selectFrom('webhook_deliveries')
      .select('data')
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(message.data)).toMatchObject({ scan: { barcode }, ticket: { type: 'Day ticket' } });
  });

  test('reaches a scan whose verdict has no ticket, after the ticket has got another holder', async () => {
    await server.north.addTicket('EARLIER-1', { holder: 'Olga Earlier' });
    const decided_at = new Date(server.clock.now()).toISOString();
    const device_verdict = {
      ...({ outcome: 'accepted', reason: 'server_unreachable', certainty: 'device', mode: 'entry' } as const),
      decided_at,
    };
    await clerk.post({ id: server.newId(), barcode: 'EARLIER-1', device_verdict, clerk_decision: 'let_in' });
    async function* chunks() {
      yield new TextEncoder().encode('barcode,holder\nEARLIER-1,Olga Earlier-Later\n');
    }
    const importer = { db: server.db, clock: server.clock, newId: server.newId, domainId: server.north.id };
    await importFile(importer, { format: 'csv', chunks: chunks(), options: {} });
    expect(await placesOf('olga earlier')).toEqual(expect.arrayContaining(['scans.search_text', 'tickets.holder']));
    expect(await erase({ holder: 'olga EARLIER' })).toEqual({ tickets: 0, scans: 1 });
    expect((await placesOf('olga earlier')).filter((place) => !place.startsWith('tickets'))).toEqual([]);
    expect(await placesOf('earlier-later')).toContain('tickets.holder');
  });

  test.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('finds a name in %s by the same name in %s', async (stored, typed) => {
    const barcode = `FORM-${stored}`;
    const holder = `Zoé Formwell ${stored}`.normalize(stored);
    await server.north.addTicket(barcode, { holder });
    await clerk.post({ id: server.newId(), barcode });
    await server.north.addTicket(`MOVED-${stored}`, { holder });
    await clerk.post({ id: server.newId(), barcode: `MOVED-${stored}` });
    await giveTo(`MOVED-${stored}`, 'Ivo Later');
    const detail = { state: 'done', file: `${holder}.csv`, read: 1 };
    await recordAudit(server.db, {
      ...{ action: 'tickets.imported', domainId: server.north.id, actor: { kind: 'operator' }, detail },
    });
    expect(await erase({ holder: `zoé FORMWELL ${stored}`.normalize(typed) })).toEqual({ tickets: 1, scans: 2 });
    expect(await placesOf('formwell')).toEqual([]);
  });

  test.each(['Émile Zola', 'ÖZLEM ÇELIK', 'İbrahim Yılmaz', 'ΓΙΩΡΓΟΣ'])(
    'finds %s in letters that the database does not fold as JavaScript does',
    async (holder) => {
      const barcode = server.newId();
      await server.north.addTicket(barcode, { holder });
      await clerk.post({ id: server.newId(), barcode });
      await giveTo(barcode, 'Ivo Later');
      const detail = { state: 'done', file: `${holder}.csv`, read: 1 };
      await recordAudit(server.db, {
        ...{ action: 'tickets.imported', domainId: server.north.id, actor: { kind: 'operator' }, detail },
      });
      expect(await erase({ holder: holder.toLowerCase() })).toEqual({ tickets: 0, scans: 1 });
      expect(await placesOf(holder)).toEqual([]);
    },
  );

  test('a phone that was offline and a later import do not bring the name back', async () => {
    await server.north.addTicket('AGAIN-1', { holder: 'Yorick Underhill' });
    expect(await erase({ barcodes: ['AGAIN-1'] })).toMatchObject({ tickets: 1 });
    const verdict = shown({ holder: 'Yorick Underhill', order: null });
    const id = server.newId();
    await clerk.post({ id, barcode: 'AGAIN-1' });
    await clerk.post({ id, barcode: 'AGAIN-1', device_verdict: verdict });
    await clerk.post({ id: server.newId(), barcode: 'AGAIN-1', device_verdict: verdict });
    async function* chunks() {
      yield new TextEncoder().encode('barcode,holder,type,section,seat\nAGAIN-1,Yorick Underhill,VIP,Stalls,Row U\n');
    }
    const importer = { db: server.db, clock: server.clock, newId: server.newId, domainId: server.north.id };
    const report = await importFile(importer, { format: 'csv', chunks: chunks(), options: {} });
    expect(report).toMatchObject({ changed: 1, erased: 1 });
    expect(await placesOf('underhill', 'row u')).toEqual([]);
  });

  test('a phone that was offline brings back no name that the ticket does not have', async () => {
    const { north, south } = server;
    await north.addTicket('ANOTHERS', { holder: 'Ivo Later' });
    await south.addTicket('UNUSED', { holder: 'Tilda Offline' });
    await erase({ holder: 'Tilda Offline' });
    await erase({ holder: 'Tilda Offline' }, south.id);
    await server.db.updateTable('domains').set({ ticketing: 'off' }).where('id', '=', south.id).execute();
    const collector = await server.signIn(south.clerk.login);
    const device_verdict = shown({ holder: 'Tilda Offline', order: 'T-ORDER-5', note: 'Tilda sits', seat: 'Row T' });
    for (const barcode of ['ANOTHERS', 'NO-TICKET', 'UNUSED']) {
      const by = barcode === 'UNUSED' ? collector : clerk;
      const gate = barcode === 'UNUSED' ? { checkpoint_id: south.gates[0].id } : {};
      const late = { id: server.newId(), barcode, ...gate };
      expect(await by.post({ ...late, id: server.newId(), device_verdict })).toMatchObject([{ status: 'recorded' }]);
      expect(await by.post(late)).toMatchObject([{ status: 'recorded' }]);
      expect(await by.post({ ...late, device_verdict })).toMatchObject([{ status: 'repeated' }]);
    }
    await server.db.updateTable('domains').set({ ticketing: 'on' }).where('id', '=', south.id).execute();
    expect(await placesOf('tilda', 't-order-5', 'row t')).toEqual([]);
  });

  test('an import that runs meanwhile does not bring back the name of its file', async () => {
    async function* chunks() {
      await erase({ holder: 'Berta Filename' });
      yield new TextEncoder().encode('barcode\nFILE-1\n');
    }
    const importer = { db: server.db, clock: server.clock, newId: server.newId, domainId: server.north.id };
    const file = { format: 'csv', chunks: chunks(), options: { file: 'Berta Filename.csv' } } as const;
    await importAudited(importer, file, { by: { actor: { kind: 'operator' } } });
    expect(await placesOf('berta filename')).toEqual([]);
  });

  test('a process that has read the name to seal it cannot store the segment any more', async () => {
    await server.north.addTicket('TURN-1', { holder: 'Xaver Loom' });
    const turn = await takeTurn(server.db, 'snapshot_sealers', server.north.id);
    await erase({ barcodes: ['TURN-1'] });
    const left = await server.db.selectFrom('snapshot_sealers').select('owner').execute();
    expect(left.map(({ owner }) => owner)).not.toContain(turn?.id);
  });

  test('a segment in the memory of a process is no longer given out', async () => {
    await snapshot.makeSegments();
    const [one] = (await segments()).filter(({ domain_id }) => domain_id === server.north.id);
    const url = `${server.url}/tickets/v0/snapshot/segments/${Buffer.from(one?.sha256 ?? []).toString('hex')}?checkpoint=${server.north.gates[0].id}`;
    const get = async () => {
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${clerk.tokens.access_token}` } });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await get()).toBe(200);
    await erase({ barcodes: ['TURN-1'] });
    expect(await get()).toBe(404);
  });

  test('lets calls through while it looks through many scans', async () => {
    for (let start = 0; start < 200; start += 50) {
      await clerk.post(
        ...Array.from({ length: 50 }, (_, index) => ({ id: server.newId(), barcode: `MANY-${start + index}` })),
      );
    }
    const ended: string[] = [];
    const erasing = erase({ holder: 'Ulla Many' }).then(() => ended.push('erasure'));
    const posting = clerk.post({ id: server.newId(), barcode: 'AT-A-GATE' }).then(() => ended.push('scan'));
    await Promise.all([erasing, posting]);
    expect(ended).toEqual(['scan', 'erasure']);
  });

  test('of another domain does not exist', async () => {
    await server.south.addTicket('FAR', { holder: 'Wanda Far' });
    expect(await erase({ holder: 'Wanda Far', barcodes: ['FAR'] })).toEqual({ tickets: 0, scans: 0 });
    expect(await placesOf('wanda far')).not.toEqual([]);
  });

  test('a ticket that somebody else has got since it was found keeps its holder', async () => {
    const barcode = 'MOVED-ON';
    await server.north.addTicket(barcode, { holder: 'Ada Former' });
    await clerk.post({ id: server.newId(), barcode });
    const ofTicket = { barcode: Buffer.from(barcode), domain_id: server.north.id };
    const begin = server.db.transaction.bind(server.db);
    const execute = async (work: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
      const ofBarcode = server.db.updateTable('tickets').where('barcode', '=', ofTicket.barcode);
      await ofBarcode
        .where('domain_id', '=', ofTicket.domain_id)
        .set({ holder: 'Ivo Later', search_text: '' })
        .execute();
      return begin().execute(work);
    };
    vi.spyOn(server.db, 'transaction').mockImplementationOnce(() => Object.assign(begin(), { execute }));
    expect(await erase({ holder: 'Ada Former' })).toEqual({ tickets: 0, scans: 1 });
    const ticket = server.db.selectFrom('tickets').select(['holder', 'erased_at']);
    expect(await ticket.where('barcode', '=', ofTicket.barcode).executeTakeFirst()).toEqual({
      ...{ holder: 'Ivo Later', erased_at: null },
    });
    expect(await placesOf('ada former')).toEqual([]);
  });
}
