import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';
import { START_MS } from '../../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { createMemoryDatabase } from '../../testing/test-databases.ts';

vi.setConfig({ testTimeout: START_MS });

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'scantix-tickets-'));
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const tickets = (...args: string[]) => runCommand(server, 'tickets', ...args, '--domain', 'North Pier');
const json = async (...args: string[]) => {
  const { code, out, err } = await runCommand(server, '--json', 'tickets', ...args, '--domain', 'North Pier');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
};
const audited = async () => {
  const events = await server.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'detail'])
    .where('domain_id', '=', server.north.id)
    .orderBy('id')
    .execute();
  return events.map(({ action, actor_kind, detail }) => ({ action, actor_kind, ...detail }));
};

const PRETIX = `Order code,Position ID,Status,Attendee name,Product,Variation,Email,Ticket secret
HX7AA,1,paid,Ada Berg,Day ticket,,a@example.org,k3u9x7d2m5
HX7AA,2,pending,Ivo Haas,Day ticket,,a@example.org,p8w2c6n4t1
`;

test('an export of another system: a dry run, the import, a repeat, and what the audit log has', async () => {
  const path = file('orders.csv', PRETIX);
  const dry = await tickets('import', path, '--preset', 'pretix', '--dry-run');
  expect([dry.code, dry.err]).toEqual([0, '']);
  expect(dry.out).toMatch(/^Dry run: nothing is written\.\nread +2\nnew +2\n/);
  expect(dry.out).toContain('Not read: Position ID, Email');
  expect(await audited()).toEqual([]);
  expect(await json('import', path, '--preset', 'pretix')).toMatchObject({
    created: 2,
    ignored_columns: ['Position ID', 'Email'],
  });
  expect(await json('import', path, '--preset', 'pretix')).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  const imported = { action: 'tickets.imported', actor_kind: 'operator', preset: 'pretix' };
  expect(await audited()).toEqual([
    { ...imported, state: 'begun', file: 'orders.csv' },
    { ...imported, state: 'done', read: 2, created: 2, changed: 0, cancelled: 0, unchanged: 0, rejected: 0 },
    { ...imported, state: 'begun', file: 'orders.csv' },
    { ...imported, state: 'done', read: 2, created: 0, changed: 0, cancelled: 0, unchanged: 2, rejected: 0 },
  ]);
  expect(await json('show', 'p8w2c6n4t1')).toMatchObject({ holder: 'Ivo Haas', status: 'unpaid', order: 'HX7AA' });
});

test('the columns of a foreign file cannot steer the terminal', async () => {
  const clear = '\u001b[2J';
  const map = ['--map', 'barcode=Code'];
  const unread = await tickets('import', file('unread.csv', `Code,${clear}\nC-1,x\n`), ...map, '--dry-run');
  expect(unread.out).toContain('Not read: \\u{1b}[2J');
  const missing = await tickets('import', file('missing.csv', `${clear}\nC-1\n`), ...map);
  expect(missing.err).toContain('\\u{1b}[2J');
  expect(unread.out + missing.err).not.toContain(clear);
});

test('a row with a status that does not exist is told which there are', async () => {
  const { out } = await tickets('import', file('status.csv', 'barcode,status\nS-1,unpayed\n'));
  expect(out).toMatch(/2 +status \(invalid_value: valid, [a-z, ]+\)/);
});

test('wrong rows end with code 1 and their lines, and wrong columns before anything is written', async () => {
  const wrong = await tickets(
    'import',
    file('wrong.csv', `Code,Who\nW-1,Ada\n,Bo\nW-2,${'x'.repeat(2000)}\n`),
    '--map',
    'barcode=Code,holder=Who',
  );
  expect(wrong).toMatchObject({ code: 1, err: 'scantix: 2 rows are wrong; the others count\n' });
  expect(wrong.out).toMatch(/3 +barcode \(invalid_type\)/);
  expect(wrong.out).toMatch(/4 +holder \(too_big: at most \d+\)/);
  const missing = await tickets('import', file('missing.csv', 'Who\nAda\n'), '--map', 'barcode=Code');
  expect(missing).toMatchObject({ code: 1, out: '', err: 'scantix: There is no column "Code". The file has: Who\n' });
  expect((await tickets('import', join(folder, 'nowhere.csv'))).err).toMatch(
    /nowhere\.csv cannot be read: there is nothing at this path$/m,
  );
  expect(await tickets('import', folder)).toEqual({ code: 1, out: '', err: `scantix: ${folder} is a folder\n` });
  expect((await tickets('import', 'x.csv', '--preset', 'ticketmaster')).code).toBe(2);
});

test('an export can be imported again, and a spreadsheet runs nothing of it', async () => {
  const where = { section: 'Stalls', seat: 'Row 1' };
  await server.north.addTicket('EVIL', { holder: '=cmd|calc', works_at: [server.north.gates[0].id], ...where });
  const path = join(folder, 'all.ndjson');
  expect((await tickets('export', '--format', 'ndjson', '--output', path)).code).toBe(0);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toContain('"works_at":["Gate 1"]');
  expect(readFileSync(path, 'utf8')).toContain('"section":"Stalls","seat":"Row 1"');
  const report = await json('import', path);
  expect(report).toMatchObject({ created: 0, changed: 0, rejected: 0, unchanged: report.read });
  expect((await tickets('export', '--output', path)).err).toContain('exists already');
  const csv = (await tickets('export')).out;
  expect(csv).toMatch(/^\ufeffbarcode,status,holder,/);
  expect(csv).toContain("EVIL,valid,'=cmd|calc,Day ticket,,R-1,Stalls,Row 1,");
  expect((await audited()).filter(({ action }) => action === 'tickets.exported').length).toBe(3);
});

test('lists and cancels', async () => {
  await server.north.addTicket('L-1', { holder: 'Lena Lund' });
  expect((await json('list', '--search', 'lena')).items).toMatchObject([{ barcode: 'L-1', status: 'valid' }]);
  expect((await tickets('list', '--search', 'lena')).out).toMatch(/^BARCODE +STATUS .*\nL-1 +valid +Lena Lund/);
  expect(await tickets('cancel', 'L-1', 'NOT-THERE')).toMatchObject({ code: 1 });
  expect(await json('cancel', 'L-1')).toEqual({ cancelled: 1, unchanged: 0 });
  expect((await json('list', '--status', 'cancelled')).items).toMatchObject([{ barcode: 'L-1' }]);
});

test('erases a holder, and says when there is none', async () => {
  await server.north.addTicket('E-1', { holder: 'Edda Erased' });
  expect(await json('erase', '--holder', 'edda erased', '--dry-run')).toEqual({ tickets: 1, scans: 0 });
  expect(await json('erase', '--holder', 'edda erased')).toEqual({ tickets: 1, scans: 0 });
  expect(await json('show', 'E-1')).toMatchObject({ holder: null, erased_at: expect.any(String) });
  expect(await tickets('erase', '--holder', 'edda erased')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing'),
  });
  expect((await tickets('erase')).code).toBe(2);
  expect((await audited()).at(-1)).toMatchObject({ action: 'holder.erased', state: 'done', tickets: 0 });
  expect(JSON.stringify(await audited())).not.toMatch(/edda/i);
});

test('an erasure that breaks off stands in the audit log as begun', async () => {
  await server.north.addTicket('E-2', { holder: 'Emil Erased' });
  await sql`alter table tickets add constraint broken check (erased_at is null or barcode <> 'E-2')`.execute(server.db);
  expect(await tickets('erase', '--holder', 'Emil Erased')).toMatchObject({ code: 1 });
  await sql`alter table tickets drop constraint broken`.execute(server.db);
  expect((await audited()).at(-1)).toEqual({ action: 'holder.erased', actor_kind: 'operator', state: 'begun' });
});
