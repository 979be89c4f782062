import { createApiClient } from '@scantix/api-contract';
import { AUDIT_ACTIONS, listAudit } from '@scantix/api-contract/admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectRefusal, expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { recordAudit } from './record-audit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  const { db, north, south } = server;
  const clerk = { kind: 'clerk', id: north.clerk.id, login: north.clerk.login } as const;
  for (const action of AUDIT_ACTIONS.slice(0, 3)) {
    for (let times = 0; times < 50; times += 1) {
      await recordAudit(db, { action, domainId: north.id, actor: clerk, address: '192.0.2.1', detail: { times } });
    }
  }
  await recordAudit(db, { action: 'key.rotated', domainId: null, actor: { kind: 'operator' } });
  await recordAudit(db, { action: 'sign_in.refused', domainId: south.id, actor: { kind: 'nobody' } });
}, START_MS);
afterAll(() => server.stop());

const audit = async (...args: string[]) => {
  const { code, out } = await runCommand(server, 'audit', '--json', ...args);
  return { code, items: code === 0 ? JSON.parse(out).items : [] };
};

describe('the audit log', () => {
  test('is read page after page, the newest first', async () => {
    const { items } = await audit('--domain', 'North Pier', '--limit', '1000');
    expect(items).toHaveLength(150);
    expect(items.map(({ detail }: { detail: { times: number } }) => detail.times).slice(0, 3)).toEqual([49, 48, 47]);
    expect((await audit('--limit', '7')).items).toHaveLength(7);
  });

  test('says that there is more where it stops', async () => {
    const told = async (...args: string[]) => (await runCommand(server, 'audit', '-d', 'North Pier', ...args)).err;
    expect(await told()).toBe('scantix: There are older lines: a higher --limit shows them.\n');
    expect(await told('--limit', '149', '--json')).toContain('older lines');
    expect(await told('--limit', '150')).toBe('');
  });

  test('is filtered by action, clerk and time', async () => {
    expect((await audit('--action', 'key.rotated')).items).toMatchObject([
      { action: 'key.rotated', domain_id: null, actor: { kind: 'operator', name: null }, target: null, address: null },
    ]);
    expect((await audit('--actor', server.north.clerk.login, '--limit', '500')).items).toHaveLength(150);
    const inCapitals = server.north.clerk.login.toUpperCase();
    expect((await audit('--actor', inCapitals, '--limit', '500')).items).toHaveLength(150);
    expect((await audit('--since', '2099-01-01')).items).toEqual([]);
    expect((await audit('--until', '2001-01-01')).items).toEqual([]);
    expect((await audit('--action', 'key.turned')).code).toBe(2);
    for (const time of ['yesterday', '5', '2026-13-01', '2026-02-30'])
      expect((await audit('--since', time)).code).toBe(2);
  });

  test('of an actor whose name no column can hold is refused', async () => {
    const { api } = await server.signIn();
    const asked = { params: { domain: 'North Pier' }, query: { actor: 'a\u0000b' } };
    expect(expectRefusal(await api.call(listAudit, asked))).toMatchObject({ status: 422, code: 'invalid_request' });
  });

  test('of a domain is its managers’ alone', async () => {
    const { api } = await server.signIn();
    const own = expectValue(await api.call(listAudit, { params: { domain: server.north.id } }));
    expect(new Set(own.items.map(({ domain_id }) => domain_id))).toEqual(new Set([server.north.id]));
    const params = { domain: server.south.id };
    expect(expectRefusal(await api.call(listAudit, { params })).code).toBe('not_found');
    const operator = createApiClient({ baseUrl: 'http://admin.invalid', fetch: server.operatorFetch });
    const query = { cursor: 'x; drop table' };
    expect(expectRefusal(await operator.call(listAudit, { params, query })).code).toBe('invalid_request');
  });
});
