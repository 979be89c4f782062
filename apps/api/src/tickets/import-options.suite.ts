import {
  type ImportOptions,
  type ImportReport,
  importProgress,
  importReport,
  importTickets,
} from '@scantix/api-contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createIdSource, systemRandom } from '../system/random.ts';
import { type SignedIn, type TestServer, withToken } from '../testing/start-test-server.ts';
import { addTestDomain } from '../testing/test-domains.ts';
import { importFile } from './import-file.ts';

/** What the suite of imports shares with its part; valid once its tests run. */
export interface ImportTests {
  readonly server: TestServer;
  readonly clerk: SignedIn;
  readonly load: (csv: string, options?: { by?: SignedIn }) => Promise<ImportReport>;
  readonly ticket: (barcode: string, domainId?: string) => Promise<{ readonly status: string } | undefined>;
  readonly lastChange: () => Promise<number>;
}

/** The guarantees of an import's options: dry runs, cancellations, progress, columns. */
export function describeImportOptions(context: () => ImportTests): void {
  let server: ImportTests['server'];
  let clerk: ImportTests['clerk'];
  let load: ImportTests['load'];
  let ticket: ImportTests['ticket'];
  let lastChange: ImportTests['lastChange'];
  beforeAll(() => {
    ({ server, clerk, load, ticket, lastChange } = context());
  });

  type Asking = { headers?: Record<string, string>; by?: SignedIn };
  const ask = (body: string, query: Record<string, string>, { headers = {}, by = clerk }: Asking = {}) =>
    withToken(by.tokens.access_token)(`${server.url}${importTickets.path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv', ...headers },
      body,
    });
  const report = async (body: string, query: Record<string, string>, by = clerk) => {
    const answer = await ask(body, query, { by });
    return answer.ok ? importReport.parse(await answer.json()) : { refused: await answer.json() };
  };
  const status = async (barcode: string) => (await ticket(barcode, server.south.id))?.status;
  const southern = () => ({ db: server.db, clock: server.clock, newId: server.newId, domainId: server.south.id });
  const chunksOf = (text: string) => new Blob([text]).stream();
  const options = { cancel_missing: 'true', allow_cancellations: 'true' } as const;
  const cancelMissing = (text: string, importer = southern()) =>
    importFile(importer, { format: 'csv', chunks: chunksOf(text), options });
  const people = (prefix: string, count: number, cell = 'valid') =>
    `barcode,status\n${Array.from({ length: count }, (_, index) => `${prefix}-${index},${cell}\n`).join('')}`;

  test('a dry run counts and writes nothing', async () => {
    await load('barcode,holder\nDRY-1,Ada\nDRY-2,Bo\n');
    const before = await lastChange();
    const csv = 'barcode,holder,status\nDRY-1,Ada,valid\nDRY-2,Bo,cancelled\nDRY-3,Cy,valid\n,Di,valid\n';
    expect(await report(csv, { dry_run: 'true' })).toMatchObject({
      ...{ dry_run: true, read: 4, created: 1, changed: 1, unchanged: 1, cancelled: 1, rejected: 1 },
      errors: [{ line: 5 }],
    });
    expect(await lastChange()).toBe(before);
    expect(await ticket('DRY-3')).toBeUndefined();
  });

  test('does not cancel many tickets unasked', async () => {
    const by = await server.signIn(server.south.clerk.login);
    await load(people('MANY', 40), { by });
    const emptied = people('MANY', 40, 'cancelled');
    expect(await report(`${emptied}MANY-NEW,valid\n`, {}, by)).toMatchObject({
      refused: {
        code: 'invalid_request',
        message: expect.stringMatching(/^40 of \d+ valid tickets that have not expired would no longer/),
      },
    });
    expect([await status('MANY-0'), await status('MANY-NEW')]).toEqual(['valid', 'valid']);
    expect(await report(emptied, { dry_run: 'true' }, by)).toMatchObject({
      ...{ cancelled: 40, changed: 40 },
      warnings: [{ line: 0, message: expect.stringContaining('40 of') }],
    });
    expect(await report(emptied, { allow_cancellations: 'true' }, by)).toMatchObject({ cancelled: 40 });
    expect(await status('MANY-0')).toBe('cancelled');
  });

  test('what a file adds does not count among the tickets of which it may cancel a tenth', async () => {
    const importer = {
      ...southern(),
      domainId: (await addTestDomain(server.db, { name: 'Adding', newId: server.newId, now: 0 })).id,
    };
    const load = (text: string, more: ImportOptions) =>
      importFile(importer, { format: 'csv', chunks: chunksOf(text), options: more });
    await load(people('OLD', 20), {});
    const message = expect.stringMatching(/^20 of 20 valid tickets that have not expired would no longer be valid/);
    expect(await load(people('ADDED', 300), { cancel_missing: 'true', dry_run: 'true' })).toMatchObject({
      warnings: [{ line: 0, message }],
    });
    await expect(load(people('ADDED', 300), { cancel_missing: 'true' })).rejects.toMatchObject({ message });
    expect((await ticket('OLD-0', importer.domainId))?.status).toBe('valid');
  });

  test('tickets that have expired count neither among those that it cancels nor among those of which it may cancel a tenth', async () => {
    const { id: domainId } = await addTestDomain(server.db, { name: 'Seasons', newId: server.newId, now: 0 });
    const importer = { ...southern(), domainId };
    const load = (text: string, options: ImportOptions = {}) =>
      importFile(importer, { format: 'csv', chunks: chunksOf(text), options });
    const over = new Date(server.clock.now()).toISOString();
    const past = Array.from({ length: 1_000 }, (_, index) => `PAST-${index},${over}\n`);
    await load(`barcode,valid_until\n${past.join('')}`);
    await load(people('CURRENT', 50));
    const message = expect.stringMatching(/^50 of 50 valid tickets that have not expired would/);
    await expect(load(people('CURRENT', 50, 'cancelled'))).rejects.toMatchObject({ message });
    expect((await ticket('CURRENT-0', domainId))?.status).toBe('valid');
    expect(await load(people('CURRENT', 49), { cancel_missing: 'true' })).toMatchObject({ cancelled: 1_001 });
  });

  test('cancels what the file does not have, if it is asked to and every row is right', async () => {
    const stranger = await server.signIn(server.south.clerk.login);
    await load('barcode\nKEPT\nGONE\n', { by: stranger });
    await expect(cancelMissing('barcode\nKEPT\n""\n')).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await status('GONE')).toBe('valid');
    await cancelMissing('barcode\nKEPT\n');
    expect(await status('GONE')).toBe('cancelled');
    expect(await status('KEPT')).toBe('valid');
    expect(await cancelMissing('barcode\nKEPT\n')).toMatchObject({ changed: 0, unchanged: 1 });
  });

  test('cancels nothing by a file without a row, unless that is allowed', async () => {
    const by = await server.signIn(server.south.clerk.login);
    await load('barcode\nEMPTIED\n', { by });
    const asked = { cancel_missing: 'true' };
    const message = 'No row, so that every ticket is missing. Allow cancellations if this is meant';
    expect(await report('barcode\n', asked, by)).toMatchObject({ refused: { code: 'invalid_request', message } });
    expect(await report('barcode\n', { ...asked, dry_run: 'true' }, by)).toMatchObject({
      ...{
        cancelled: 0,
        warnings: [{ line: 0, message: 'No row, so that every ticket is missing: this must be allowed' }],
      },
    });
    expect(await status('EMPTIED')).toBe('valid');
    await report('barcode\n', { ...asked, allow_cancellations: 'true' }, by);
    expect(await status('EMPTIED')).toBe('cancelled');
  });

  test('imports every other row where a wrong one leaves open which tickets are missing', async () => {
    const by = await server.signIn(server.south.clerk.login);
    await load('barcode\nREFUNDED\nMISSING\n', { by });
    const csv = 'barcode,status\nREFUNDED,cancelled\nADDED,valid\nWRONG,what\n';
    const message = '1 rows are wrong, so that it is not known which tickets are missing';
    expect(await report(csv, { cancel_missing: 'true' }, by)).toMatchObject({
      refused: { code: 'invalid_request', message: `${message}. The others are imported` },
    });
    const left = await Promise.all(['REFUNDED', 'ADDED', 'MISSING'].map(status));
    expect(left).toEqual(['cancelled', 'valid', 'valid']);
    const dry = { cancel_missing: 'true', dry_run: 'true' };
    expect(await report(csv, dry, by)).toMatchObject({ refused: { code: 'invalid_request', message } });
  });

  test('cancels what a process whose clock is ahead has just added', async () => {
    const ahead = { now: () => server.clock.now() + 3_000 };
    const fast = createIdSource({ clock: ahead, random: systemRandom });
    await cancelMissing('barcode\nSTAYS\nGOES\n', { ...southern(), newId: fast });
    expect(await cancelMissing('barcode\nSTAYS\n')).toMatchObject({ cancelled: 1 });
    expect(await status('GOES')).toBe('cancelled');
    server.clock.advance(3_001);
  });

  test('does not cancel what the import of another process has added since it began', async () => {
    const stranger = await server.signIn(server.south.clerk.login);
    await load('barcode\nBOTH\nOLD\n', { by: stranger });
    server.clock.advance(1);
    const [isOpen, otherIsDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* slow() {
      yield new TextEncoder().encode('barcode\nBOTH\n');
      isOpen.resolve();
      await otherIsDone.promise;
    }
    const first = importFile(southern(), { format: 'csv', chunks: slow(), options });
    await isOpen.promise;
    await importFile(southern(), { format: 'csv', chunks: chunksOf('barcode\nBOTH\nNEWER\n'), options: {} });
    otherIsDone.resolve();
    await first;
    expect(await status('NEWER')).toBe('valid');
    expect(await status('OLD')).toBe('cancelled');
  });

  test('tells its progress, and its failure after it has begun', async () => {
    const lines = async (body: string) => {
      const answer = await ask(body, {}, { headers: { Accept: 'application/x-ndjson' } });
      return (await answer.text())
        .trim()
        .split('\n')
        .map((line) => importProgress.parse(JSON.parse(line)));
    };
    const many = people('STEP', 5_000);
    expect(await lines(many)).toEqual([{ read: 5_000 }, { report: expect.objectContaining({ created: 5_000 }) }]);
    expect((await lines(people('STEP', 5_000, 'blocked'))).at(-1)).toMatchObject({
      failure: { code: 'invalid_request', message: expect.stringContaining('would no longer be valid') },
    });
    const wrong = await ask('code\nX\n', {}, { headers: { Accept: 'application/x-ndjson' } });
    // A connection that is closed while the file comes is a 502 of the proxy before it.
    expect([wrong.status, wrong.headers.get('Connection')]).toEqual([422, 'keep-alive']);
  });

  test('says that the database was lost after it has begun', async () => {
    await sql`create function lose() returns trigger language plpgsql as $$ begin
      raise exception 'terminating connection' using errcode = '57P01'; end $$`.execute(server.db);
    await sql`create trigger lose before insert on tickets for each row
      when (new.barcode = 'LOST-5999') execute function lose()`.execute(server.db);
    const answer = await ask(people('LOST', 6_000), {}, { headers: { Accept: 'application/x-ndjson' } });
    const lines = (await answer.text()).trim().split('\n');
    await sql`drop trigger lose on tickets`.execute(server.db);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      failure: {
        ...{ success: false, code: 'unavailable', message: 'The database cannot be reached', retry_after_ms: 2_000 },
      },
    });
    expect(server.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test.each([
    [{ map: 'barcode=Nope' }, 'There is no column "Nope"'],
    [{ map: 'barcode' }, 'The mapping must be'],
    [{ map: 'barcode=Code,barcode=Code' }, 'once'],
    [{ preset: 'pretix' }, 'There is no column for the barcode'],
    [{ time_zone: 'Europe/Atlantis' }, 'no such time zone'],
  ])('refuses %j before anything is written', async (query, message) => {
    const before = await lastChange();
    expect(await report('Code\nX\n', query)).toMatchObject({
      refused: { code: 'invalid_request', message: expect.stringContaining(message) },
    });
    expect(await lastChange()).toBe(before);
  });
}
