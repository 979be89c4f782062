import { getScannerConfig } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';
import { START_MS } from '../../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { createMemoryDatabase } from '../../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(() => server.stop());

const run = (...args: string[]) => runCommand(server, 'keys', ...args);
const states = async () => {
  const { items } = JSON.parse((await runCommand(server, '--json', 'keys', 'list')).out);
  return (items as { kid: string; state: string }[]).map(({ state }) => state).toSorted();
};

test('a key is rotated while sessions go on, retired when it became known, and both are in the audit log', {
  timeout: START_MS,
}, async () => {
  const { api, tokens } = await server.signIn();
  const kid: string = JSON.parse(atob(tokens.access_token.split('.')[0] ?? '')).kid;
  const soon = await run('rotate');
  expect([soon.code, soon.err]).toEqual([
    1,
    'scantix: Other services may not know the next key yet: wait 10 min, or rotate at once.\n',
  ]);
  server.clock.advance(600_000);
  const rotated = await run('rotate');
  expect([rotated.code, rotated.out]).toEqual([0, expect.stringMatching(/^[\w-]{43} signs now\n$/)]);
  expect((await api.call(getScannerConfig, {})).ok).toBe(true);
  expect(await states()).toEqual(['next', 'signing', 'verifying']);
  expect((await run('rotate', '--at-once')).code).toBe(0);
  expect((await run('retire', '--', kid)).out).toBe(`${kid} verifies nothing any more\n`);
  expect((await api.call(getScannerConfig, {})).ok).toBe(false);
  expect((await run('list')).out).toContain(`${kid}  revoked`);
  expect((await run('retire', 'A'.repeat(43))).err).toBe('scantix: There is no such key.\n');
  expect((await run('retire', '../rotate')).code).toBe(1);
  const rows = await server.db.selectFrom('audit_events').select(['action', 'actor_kind', 'target_id']).execute();
  const keys = rows.filter(({ action }) => action.startsWith('key.'));
  expect(keys.map(({ action, actor_kind }) => `${action} ${actor_kind}`)).toEqual([
    'key.rotated operator',
    'key.rotated operator',
    'key.retired operator',
  ]);
  expect(keys[2]?.target_id).toBe(kid);
});
