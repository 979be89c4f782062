import { barcodeBytes, type ImportReport, importTickets, MAX_IMPORT_ERRORS } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, type TestServer, withToken } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { barcodeHash } from '../ticket-rows/find-ticket.ts';

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

  test('beyond two at once is refused with a delay, and nothing of it is read', async () => {
    const unfinished: (() => void)[] = [];
    const slow = Array.from({ length: 2 }, () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('barcode\n'));
          unfinished.push(() => controller.close());
        },
      });
      return load(body);
    });
    const refused = await vi.waitFor(async () => {
      const answer = await send('barcode\nTHIRD\n');
      expect(answer.status).toBe(503);
      return answer.json();
    });
    expect(refused).toMatchObject({ code: 'unavailable', retry_after_ms: 10_000 });
    for (const finish of unfinished) finish();
    await Promise.all(slow);
    expect(await load('barcode\nTHIRD\n')).toMatchObject({ read: 1, created: 1 });
  });

  test('of nothing, or of nothing good, admits nobody', async () => {
    expect(await load('barcode,type\n')).toEqual({ ...nothing, read: 0, rejected: 0 });
    expect(await load('', { type: 'application/x-ndjson' })).toEqual({ ...nothing, read: 0, rejected: 0 });
    expect(await load('barcode,status\nNONE,perhaps\n')).toMatchObject({ created: 0, rejected: 1 });
    expect(await verdict('NONE')).toMatchObject({ outcome: 'refused', reason: 'unknown_code' });
  });
  const nothing = { created: 0, changed: 0, unchanged: 0, errors: [] };

  test('takes every column of CSV, with quotes, line breaks in a cell, a byte order mark and either line end', async () => {
    const header = 'barcode,status,holder,type,note,order,valid_from,valid_until,works_at,entries_allowed';
    const full =
      '"C,1",valid,"Zoë ""Z"" Ç","Day, ticket","two\r\nlines",R-1,2026-01-01T10:00:00+01:00,2030-01-01T00:00:00Z,Gate 1|Backstage,3';
    expect(await load(`\ufeff${header}\r\n${full}\r\n\r\nC-2,,,,,,,,,\r\n`)).toEqual({
      ...{ read: 2, created: 2, changed: 0, unchanged: 0, rejected: 0, errors: [] },
    });
    expect(await ticket('C,1')).toMatchObject({
      status: 'valid',
      holder: 'Zoë "Z" Ç',
      type: 'Day, ticket',
      note: 'two\r\nlines',
      order_name: 'R-1',
      valid_from: new Date('2026-01-01T09:00:00Z'),
      valid_until: new Date('2030-01-01T00:00:00Z'),
      works_at: [server.north.gates[0].id, server.north.backstage.id].toSorted(),
      entries_allowed: 3,
      search_text: 'c,1\nzoë "z" ç\nr-1',
    });
    expect(await ticket('C-2')).toMatchObject({ status: 'valid', type: 'Ticket', works_at: [], entries_allowed: 1 });
    expect(await verdict('C-2')).toMatchObject({ reason: 'ok' });
    expect(await load('type,barcode\nA,C-3\nB,C-4')).toMatchObject({ created: 2 });
    expect(await ticket('C-4')).toMatchObject({ type: 'B' });
  });

  test('takes NDJSON, with any barcode', async () => {
    const odd = 'ü\u0000\u001d\\x\n"🎫';
    const report = await loadJson([
      { barcode: odd, entries_allowed: 2, works_at: ['Gate 2'], holder: null },
      { barcode: 'J-2', works_at: 'Gate 1|Gate 2' },
    ]);
    expect(report).toMatchObject({ read: 2, created: 2 });
    expect(await ticket(odd)).toMatchObject({ entries_allowed: 2, works_at: [server.north.gates[1].id] });
    expect((await ticket('J-2'))?.works_at).toHaveLength(2);
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
    ['an empty barcode', ',', 'barcode'],
    ['a barcode of 8,193 bytes', `${'é'.repeat(4_096)}x,`, 'barcode'],
    ['a row of too many cells', 'X,A,', 'cells'],
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

  test('goes with others of the same tickets in another order, and with scans', async () => {
    const names = Array.from({ length: 600 }, (_, index) => `RACE-${index}`);
    const csv = (order: readonly string[]) => `barcode\n${order.join('\n')}\n`;
    const [one, two] = await Promise.all([
      load(csv(names)),
      load(csv(names.toReversed())),
      clerk.post(...names.slice(0, 100).map((barcode) => ({ id: server.newId(), barcode }))),
    ]);
    expect(one.created + two.created).toBe(600);
    expect(one.unchanged + two.unchanged).toBe(600);
  });
}
