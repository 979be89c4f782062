import { createApiClient, getScannerConfig } from '@scantix/api-contract';
import { changeDomain, createDomain, listDomains } from '@scantix/api-contract/admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectRefusal, expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(() => server.stop());

const operator = () => createApiClient({ baseUrl: 'http://admin.invalid', fetch: server.operatorFetch });
const scantix = (...args: string[]) => runCommand(server, ...args);

describe('the operator', () => {
  test('creates a domain, lists and renames it, and the audit log tells of both', async () => {
    const { id } = expectValue(await operator().call(createDomain, { body: { name: '  Kulturhaus O\u0308st ' } }));
    expect(expectValue(await operator().call(listDomains, {})).items.map(({ name }) => name)).toEqual([
      'Kulturhaus Öst',
      'North Pier',
      'South Hall',
    ]);
    const params = { domain: 'Kulturhaus Öst' };
    const renamed = await operator().call(changeDomain, { params, body: { name: "Kulturhaus 'Öst'; --" } });
    expect(expectValue(renamed)).toMatchObject({ id, name: "Kulturhaus 'Öst'; --", ticketing: 'on' });
    const events = await server.db
      .selectFrom('audit_events')
      .selectAll()
      .where('domain_id', '=', id)
      .orderBy('id')
      .execute();
    expect(events).toMatchObject([
      { action: 'domain.created', actor_kind: 'operator', target_name: 'Kulturhaus Öst', address: null },
      {
        action: 'domain.changed',
        target_id: id,
        target_name: 'Kulturhaus Öst',
        detail: { name: "Kulturhaus 'Öst'; --" },
      },
    ]);
  });

  test('finds a domain by its name with é as two characters, and with spaces around', async () => {
    expectValue(await operator().call(createDomain, { body: { name: 'Caf\u00e9' } }));
    const domain = encodeURIComponent(' Cafe\u0301 ');
    const answer = await server.operatorFetch(`http://admin.invalid/admin/v0/domains/${domain}/checkpoints`);
    expect(answer.status).toBe(200);
  });

  test('gives a domain its time zone, and how long it keeps scans', async () => {
    const params = { domain: server.south.id };
    const { api } = await server.signIn(server.south.clerk.login);
    expect(expectValue(await api.call(getScannerConfig, {}))).not.toHaveProperty('time_zone');
    const set = await operator().call(changeDomain, { params, body: { time_zone: 'Asia/Kolkata' } });
    expect(expectValue(set)).toMatchObject({ name: 'South Hall', time_zone: 'Asia/Kolkata', erase_after_days: null });
    expect(expectValue(await api.call(getScannerConfig, {}))).toMatchObject({ time_zone: 'Asia/Kolkata' });
    const done = await scantix(
      'domains',
      'set',
      'South Hall',
      '--erase-after',
      '90',
      '--delete-after',
      '400',
      '--json',
    );
    expect(JSON.parse(done.out)).toMatchObject({
      time_zone: 'Asia/Kolkata',
      erase_after_days: 90,
      delete_after_days: 400,
    });
    const off = await scantix('domains', 'set', 'South Hall', '--erase-after', 'off', '--json');
    expect(JSON.parse(off.out)).toMatchObject({ erase_after_days: null, delete_after_days: 400 });
    const early = await scantix('domains', 'set', 'South Hall', '--erase-after', '3');
    expect(early.err).toBe('scantix: Invalid request: erase_after_days (too_small: at least 30).\n');
    for (const time_zone of ['Europe/Atlantis', '+02:00', '-03']) {
      const wrong = await operator().call(changeDomain, { params, body: { time_zone } });
      expect(expectRefusal(wrong).code).toBe('invalid_request');
    }
  });

  test('of a name that is taken hears so, and nothing is recorded', async () => {
    const before = await server.db.selectFrom('audit_events').selectAll().execute();
    const body = { name: 'North Pier' };
    expect(expectRefusal(await operator().call(createDomain, { body }))).toEqual({ status: 409, code: 'conflict' });
    const params = { domain: server.south.id };
    expect(expectRefusal(await operator().call(changeDomain, { params, body }))).toEqual({
      status: 409,
      code: 'conflict',
    });
    expect(await server.db.selectFrom('audit_events').selectAll().execute()).toEqual(before);
  });

  test.each([
    ['nothing but spaces', '   '],
    ['a line break', 'North\nPier'],
    ['an escape sequence', '\u001b[31mNorth'],
    ['text that runs backwards', 'North \u202ereiP'],
    ['an id', '019a0000-0000-7000-8000-000000000000'],
    ['one dot', '.'],
    ['two dots', ' .. '],
    ['121 characters', 'x'.repeat(121)],
  ])('may not name a domain with %s', async (_what, name) => {
    const refusal = expectRefusal(await operator().call(createDomain, { body: { name } }));
    expect(refusal).toEqual({ status: 422, code: 'invalid_request' });
  });

  test('who types another name hears which one may be meant', async () => {
    expect(await scantix('domains', 'rename', 'nort pier', 'Elsewhere')).toEqual({
      code: 1,
      out: '',
      err: 'scantix: There is no such domain. Did you mean "North Pier"?\n',
    });
  });
});

describe('nobody is the operator over the network', () => {
  test.each([{}, { operator: 'Symbol(operator)' }, { Authorization: 'Operator' }, { 'X-Forwarded-For': 'admin.sock' }])(
    'with headers %j',
    async (headers) => {
      const answer = await fetch(`${server.url}/admin/v0/domains`, { headers: headers as Record<string, string> });
      expect(answer.status).toBe(401);
    },
  );

  test('a clerk with every right neither lists nor creates nor renames domains', async () => {
    const { api } = await server.signIn();
    const forbidden = { status: 403, code: 'forbidden' };
    expect(expectRefusal(await api.call(listDomains, {}))).toEqual(forbidden);
    expect(expectRefusal(await api.call(createDomain, { body: { name: 'Mine' } }))).toEqual(forbidden);
    const params = { domain: server.north.id };
    expect(expectRefusal(await api.call(changeDomain, { params, body: { name: 'Mine' } }))).toEqual(forbidden);
  });
});

describe('scantix domains', () => {
  test('writes a table, and JSON for programs', async () => {
    const { code, out } = await scantix('domains', 'create', 'Zirkus', '--without-tickets', '--json');
    const { id, ...rest } = JSON.parse(out);
    expect({ code, rest }).toMatchObject({ code: 0, rest: { name: 'Zirkus', ticketing: 'off' } });
    const listed = await scantix('domains', 'list');
    const lines = listed.out.split('\n');
    expect(lines[0]).toMatch(/^NAME +TICKETING +TIME ZONE +ID$/);
    expect(lines.at(-2)).toMatch(new RegExp(`^Zirkus +off +UTC +${id}$`));
  });

  test('a name that would steer the terminal is shown as text', async () => {
    const row = { id: server.newId(), name: '\u001b[2Jcleared\n', ticketing: 'on' as const, created_at: new Date(0) };
    await server.db.insertInto('domains').values(row).execute();
    expect((await scantix('domains', 'list')).out).toContain('\\u{1b}[2Jcleared\\u{a}');
  });
});
