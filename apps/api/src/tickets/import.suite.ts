import { barcodeBytes, type ImportReport, importTickets, MAX_IMPORT_ERRORS } from '@scantix/api-contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, type TestServer, withToken } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { barcodeHash } from '../ticket-rows/find-ticket.ts';
import { importFile, startReport } from './import-file.ts';
import { describeImportOptions } from './import-options.suite.ts';

/** The guarantees of the import of tickets, on any database. */
export function describeImport(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase());
    clerk = await server.signIn();
  }, START_MS);
  afterAll(() => server.stop());

  type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  const send = (body: Body, { type = 'text/csv', by = clerk } = {}) =>
    withToken(by.tokens.access_token)(server.url + importTickets.path, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
      duplex: 'half',
    } as RequestInit);
  async function load(body: Body, options?: { type?: string; by?: SignedIn }): Promise<ImportReport> {
    const response = await send(body, options);
    expect(response.status).toBe(200);
    return importTickets.response.parse(await response.json());
  }
  const loadJson = (rows: readonly unknown[]) =>
    load(rows.map((row) => JSON.stringify(row)).join('\n'), { type: 'application/x-ndjson' });
  const counts = ({ read, created, changed, unchanged, rejected }: ImportReport) => ({
    ...{ read, created, changed, unchanged, rejected },
  });
  const ticket = (barcode: string, domainId = server.north.id) =>
    server.db
      .selectFrom('tickets')
      .selectAll()
      .where('domain_id', '=', domainId)
      .where('barcode_hash', '=', barcodeHash(barcodeBytes(barcode)))
      .executeTakeFirst();
  const lastChange = async () => {
    const feed = server.db.selectFrom('ticket_feeds').select('last_change').where('domain_id', '=', server.north.id);
    return Number((await feed.executeTakeFirstOrThrow()).last_change);
  };
  const verdict = async (barcode: string) => (await clerk.post({ id: server.newId(), barcode }))[0]?.verdict;

  /** A body that has a header and does not end. */
  function unfinished(): { body: ReadableStream<Uint8Array>; finish: () => void } {
    const made = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('barcode\n'));
        made.resolve(controller);
      },
    });
    return { body, finish: () => void made.promise.then((controller) => controller.close()) };
  }

  test('a second one of a domain is refused with a delay, and one of another domain is not', async () => {
    const slow = unfinished();
    const begun = async () => {
      const events = server.db.selectFrom('audit_events').select('id').where('domain_id', '=', server.north.id);
      return (await events.where('action', '=', 'tickets.imported').execute()).length;
    };
    const before = await begun();
    const first = load(slow.body);
    try {
      await vi.waitFor(async () => expect(await begun()).toBe(before + 1));
      const refused = await send('barcode\nTHIRD\n');
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ code: 'unavailable', retry_after_ms: 10_000 });
      const stranger = await server.signIn(server.south.clerk.login);
      expect(await load('barcode\nTHIRD\n', { by: stranger })).toMatchObject({ created: 1 });
    } finally {
      slow.finish();
      await first;
    }
    expect(await load('barcode\nTHIRD\n')).toMatchObject({ read: 1, created: 1 });
  });

  test('ends with the session of the clerk who sends it', async () => {
    const { id, login } = server.north.colleague;
    const disable = (disabled_at: Date | null) =>
      server.db.updateTable('clerks').set({ disabled_at }).where('id', '=', id).execute();
    const file = new TransformStream<Uint8Array, Uint8Array>();
    const writer = file.writable.getWriter();
    const write = (text: string) => writer.write(new TextEncoder().encode(text));
    const sent = send(file.readable, { by: await server.signIn(login) });
    await write('barcode\nBEFORE\n');
    const begun = server.db.selectFrom('ticket_importers').select('domain_id');
    await vi.waitFor(async () => expect(await begun.execute()).toHaveLength(1));
    await disable(new Date(server.clock.now()));
    server.clock.advance(16_000);
    await write('AFTER\n');
    await writer.close();
    const answer = await sent;
    await disable(null);
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ code: 'forbidden' })]);
    expect(await ticket('AFTER')).toBeUndefined();
  });

  test('of nothing, or of nothing good, admits nobody', async () => {
    expect(await load('barcode,type\n')).toEqual({ ...nothing, read: 0, rejected: 0 });
    expect(await load('', { type: 'application/x-ndjson' })).toEqual({ ...nothing, read: 0, rejected: 0 });
    expect(await load('barcode,status\nNONE,perhaps\n')).toMatchObject({ created: 0, rejected: 1 });
    expect(await verdict('NONE')).toMatchObject({ outcome: 'refused', reason: 'unknown_code' });
  });
  const nothing = {
    ...{ created: 0, changed: 0, unchanged: 0, cancelled: 0, erased: 0, errors: [], warnings: [], ignored_columns: [] },
    dry_run: false,
  };

  test('takes every column of CSV, with quotes, line breaks in a cell, a byte order mark and either line end', async () => {
    const header = 'barcode,status,holder,type,note,order,section,seat,valid_from,valid_until,works_at,entries_allowed';
    const full =
      '"C,1",valid,"Zoë ""Z"" Ç","Day, ticket","two\r\nlines",R-1,Balcony left,"Row 4, seat 12",2026-01-01T10:00:00+01:00,2030-01-01T00:00:00Z,Gate 1|Backstage,3';
    expect(await load(`\ufeff${header}\r\n${full}\r\n\r\nC-2,,,,,,,,,,,\r\n`)).toEqual({
      ...{ ...nothing, read: 2, created: 2, changed: 0, unchanged: 0, rejected: 0, errors: [] },
    });
    expect(await ticket('C,1')).toMatchObject({
      status: 'valid',
      holder: 'Zoë "Z" Ç',
      type: 'Day, ticket',
      note: 'two\r\nlines',
      order_name: 'R-1',
      section: 'Balcony left',
      seat: 'Row 4, seat 12',
      valid_from: new Date('2026-01-01T09:00:00Z'),
      valid_until: new Date('2030-01-01T00:00:00Z'),
      works_at: [server.north.gates[0].id, server.north.backstage.id].toSorted(),
      entries_allowed: 3,
      search_text: 'c,1\nzoë "z" ç\nr-1',
    });
    expect(await ticket('C-2')).toMatchObject({
      ...{ status: 'valid', type: 'Ticket', section: null, seat: null, works_at: [], entries_allowed: 1 },
    });
    expect(await verdict('C-2')).toMatchObject({ reason: 'ok' });
    expect(await load('type,barcode\nA,C-3\nB,C-4')).toMatchObject({ created: 2 });
    expect(await ticket('C-4')).toMatchObject({ type: 'B' });
  });

  test('takes NDJSON, with any barcode', async () => {
    const odd = 'ü\u0000\u001d\\x\n"🎫';
    const report = await loadJson([
      { barcode: odd, entries_allowed: 2, works_at: ['Gate 2'], holder: null, seat: 'Reihe ß, Platz 七 🎭' },
      { barcode: 'J-2', works_at: 'Gate 1|Gate 2' },
    ]);
    expect(report).toMatchObject({ read: 2, created: 2 });
    expect(await ticket(odd)).toMatchObject({
      ...{ entries_allowed: 2, works_at: [server.north.gates[1].id], section: null, seat: 'Reihe ß, Platz 七 🎭' },
    });
    expect((await ticket('J-2'))?.works_at).toHaveLength(2);
  });

  test('keeps every text as it is, in new tickets and beside tickets that are there', async () => {
    const texts = ['{a,b}', 'NULL', '"', '\\', '\\"x', ' a ', "o'x", 'a,b', '{}', '\n', '\\x41', '🎫'];
    const rows = texts.map((text, index) => ({
      barcode: `TEXT-${index}-${text}`,
      holder: text,
      order: text,
      note: text,
      section: text,
      seat: text,
    }));
    const all = async () => {
      for (const { barcode, holder } of rows) {
        const same = { holder, order_name: holder, note: holder, section: holder, seat: holder };
        expect(await ticket(barcode)).toMatchObject(same);
      }
    };
    expect(await loadJson(rows.slice(0, 5))).toMatchObject({ created: 5, changed: 0, unchanged: 0 });
    expect(await loadJson(rows)).toMatchObject({ created: texts.length - 5, changed: 0, unchanged: 5 });
    await all();
    expect(await loadJson(rows.map((row) => ({ ...row, type: 'Other' })))).toMatchObject({ changed: texts.length });
    await all();
  });

  test('changes nothing when it is sent again, and takes no change number', async () => {
    const csv = `barcode,holder,works_at,valid_from\n${Array.from({ length: 1_200 }, (_, i) => `AGAIN-${i},Ada,Gate 2|Gate 1,2026-01-01T00:00:00+02:00\n`).join('')}`;
    expect(counts(await load(csv))).toEqual({ read: 1_200, created: 1_200, changed: 0, unchanged: 0, rejected: 0 });
    const before = await lastChange();
    expect(counts(await load(csv))).toEqual({ read: 1_200, created: 0, changed: 0, unchanged: 1_200, rejected: 0 });
    expect(await lastChange()).toBe(before);
    expect(await load(csv.replace('AGAIN-7,Ada', 'AGAIN-7,Bo'))).toMatchObject({ changed: 1, unchanged: 1_199 });
    expect(await lastChange()).toBe(before + 1);
  });

  test('changes a seat, and leaves it where the file has no column for it', async () => {
    await load('barcode,section,seat\nSEATED,Stalls,Row 1\n');
    const before = await lastChange();
    expect(await load('barcode,seat\nSEATED,Row 1\n')).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await load('barcode,holder\nSEATED,Ada\n')).toMatchObject({ changed: 1 });
    expect(await load('barcode,seat\nSEATED,Row 2\n')).toMatchObject({ changed: 1 });
    expect(await lastChange()).toBe(before + 2);
    expect((await verdict('SEATED'))?.ticket).toMatchObject({ section: 'Stalls', seat: 'Row 2' });
    expect(await load('barcode,section,seat\nSEATED,,\n')).toMatchObject({ changed: 1 });
    expect(await ticket('SEATED')).toMatchObject({ holder: 'Ada', section: null, seat: null });
  });

  test('changes a ticket and never its usage, and leaves what it does not name', async () => {
    await load('barcode,holder,note,entries_allowed\nUSED,Ada,Press,2\n');
    expect(await verdict('USED')).toMatchObject({ reason: 'needs_attention' });
    const before = await ticket('USED');
    expect(await load('barcode,note,status\nUSED,,blocked\n')).toMatchObject({ changed: 1 });
    const after = await ticket('USED');
    expect(after).toMatchObject({ id: before?.id, holder: 'Ada', note: null, status: 'blocked', entries_allowed: 2 });
    for (const column of ['entries_used', 'inside', 'first_use', 'last_entry', 'recent_effects'] as const) {
      expect(after?.[column]).toEqual(before?.[column]);
    }
    expect(after?.entries_used).toBe(1);
    expect(await verdict('USED')).toMatchObject({ reason: 'blocked' });
    // Fewer entries than are used already.
    expect(await load('barcode,status,entries_allowed\nUSED,valid,0\n')).toMatchObject({ changed: 1 });
    const [elsewhere] = await clerk.post({ id: server.newId(), barcode: 'USED', device_id: 'other' });
    expect(elsewhere?.verdict).toMatchObject({ reason: 'already_used' });
  });

  test.each([
    ['an empty barcode', ',A', 'barcode'],
    ['a barcode of 8,193 bytes', `${'é'.repeat(4_096)}x,`, 'barcode'],
    ['a row of too many cells', 'X,A,B', 'cells'],
    ['a row of too few cells', 'X', 'cells'],
    ['a stray quote', 'X"y,', 'quote'],
    ['a quote with more behind it', '"X"y,', 'quote'],
    ['a row of 70,000 bytes', `${'x'.repeat(70_000)},`, '64 KiB'],
  ])('tells of %s by its line, and keeps the rows around it', async (name, row, message) => {
    const mark = name.replace(/\W/g, '-');
    const report = await load(`barcode,type\nBEFORE-${mark},A\n${row}\nAFTER-${mark},"two\nlines"\nLAST-${mark}\n`);
    expect(counts(report)).toEqual({ read: 4, created: 2, changed: 0, unchanged: 0, rejected: 2 });
    expect(report.errors).toEqual([
      { line: 3, message: expect.stringContaining(message) },
      { line: 6, message: '1 cells, and 2 columns' },
    ]);
  });

  test('a quote that nobody closes takes no good row with it', async () => {
    const report = await load('barcode,type\nOPEN-1,"A\nOPEN-2,B\nOPEN-3,C\n');
    expect(report).toMatchObject({ created: 2, rejected: 1, errors: [{ line: 2, message: expect.any(String) }] });
  });

  test('a row that is not UTF-8 is told, and never made into another text', async () => {
    const report = await load(Buffer.from('barcode\nB\u00e4d\nGOOD-UTF8\n', 'latin1'));
    expect(report).toMatchObject({ created: 1, errors: [{ line: 2, message: 'barcode: not UTF-8' }] });
  });

  test.each([
    [{ status: 'Valid' }, 'status'],
    [{ holder: 'a\u0000b' }, 'holder'],
    [{ type: 7 }, 'type'],
    [{ note: 'x'.repeat(2_001) }, 'note'],
    [{ section: 'x'.repeat(201) }, 'section'],
    [{ seat: 'x'.repeat(201) }, 'seat'],
    [{ seat: 'a\u0000b' }, 'seat'],
    [{ seat: 12 }, 'seat'],
    [{ valid_from: '2026-02-30T00:00:00Z' }, 'valid_from'],
    [{ valid_from: '21.11.2026' }, 'valid_from'],
    [{ valid_from: '0000-01-01T00:00:00Z' }, 'valid_from'],
    [{ valid_from: '2026-02-02T00:00:00Z', valid_until: '2026-02-01T00:00:00Z' }, 'valid_until'],
    [{ works_at: 'Gate 9' }, 'works_at'],
    [{ works_at: ['Gate 1', ''] }, 'works_at'],
    [{ entries_allowed: -1 }, 'entries_allowed'],
    [{ entries_allowed: 1.5 }, 'entries_allowed'],
    [{ entries_allowed: 1e12 }, 'entries_allowed'],
    [{ hodler: 'Ada' }, 'unrecognized_keys'],
  ])('rejects %j', async (fields, message) => {
    const report = await loadJson([{ barcode: 'REJECTED', ...fields }]);
    expect(report).toMatchObject({ created: 0, errors: [{ line: 1, message: expect.stringContaining(message) }] });
    expect(await ticket('REJECTED')).toBeUndefined();
  });

  test('of two rows with one barcode keeps the first', async () => {
    const report = await load(`barcode,type\nTWICE,A\n${'ONCE,A\n'}TWICE,B\n`);
    expect(report).toMatchObject({ created: 2, rejected: 1, errors: [{ line: 4 }] });
    expect(await ticket('TWICE')).toMatchObject({ type: 'A' });
  });

  test('counts all bad rows and tells of the first', async () => {
    const report = await loadJson(Array.from({ length: MAX_IMPORT_ERRORS + 50 }, () => ({})));
    expect(report).toMatchObject({ read: MAX_IMPORT_ERRORS + 50, rejected: MAX_IMPORT_ERRORS + 50 });
    expect(report.errors.map(({ line }) => line)).toEqual(Array.from({ length: MAX_IMPORT_ERRORS }, (_, i) => i + 1));
  });

  test('reads rows that arrive in pieces of any size', async () => {
    const bytes = new TextEncoder().encode('barcode,holder\r\n"PIECE-""1",Zoë\r\nPIECE-2,"a\r\nb"\r\n');
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await load(pieces)).toMatchObject({ created: 2, rejected: 0 });
    expect(await ticket('PIECE-"1')).toMatchObject({ holder: 'Zoë' });
    expect(await ticket('PIECE-2')).toMatchObject({ holder: 'a\r\nb' });
  });

  test('is of the own domain only', async () => {
    await server.south.addTicket('SHARED', { holder: 'South' });
    expect(await load('barcode,holder\nSHARED,North\n')).toMatchObject({ created: 1 });
    expect(await ticket('SHARED', server.south.id)).toMatchObject({ holder: 'South' });
  });

  test('goes with that of another process in another order, and with scans', async () => {
    const names = Array.from({ length: 600 }, (_, index) => `RACE-${index}`);
    const process = (order: readonly string[]) =>
      importFile(
        { db: server.db, clock: server.clock, newId: server.newId, domainId: server.north.id },
        { format: 'csv', chunks: new Blob([`barcode\n${order.join('\n')}\n`]).stream(), options: {} },
      );
    const [one, two] = await Promise.all([
      process(names),
      process(names.toReversed()),
      clerk.post(...names.slice(0, 100).map((barcode) => ({ id: server.newId(), barcode }))),
    ]);
    expect(one.created + two.created).toBe(600);
    expect(one.unchanged + two.unchanged).toBe(600);
  });

  test('that breaks off leaves whole batches, and the same file again completes it', async () => {
    const rows = Array.from({ length: 2_700 }, (_, index) => `BROKEN-${index}\n`).join('');
    async function* broken() {
      yield new TextEncoder().encode(`barcode\n${rows}`);
      throw new Error('The connection was cut');
    }
    const importer = { db: server.db, clock: server.clock, newId: server.newId, domainId: server.north.id };
    const report = startReport({});
    await expect(importFile(importer, { format: 'csv', chunks: broken(), options: {} }, { report })).rejects.toThrow(
      'cut',
    );
    const stored = async () => {
      const found = server.db.selectFrom('tickets').select('id').where('search_text', 'like', 'broken-%');
      return (await found.execute()).length;
    };
    expect([await stored(), report.created]).toEqual([2_000, 2_000]);
    expect(await load(`barcode\n${rows}`)).toMatchObject({ created: 700, unchanged: 2_000 });
  });

  describe('with options', () => describeImportOptions(() => ({ server, clerk, load, ticket, lastChange })));
}
