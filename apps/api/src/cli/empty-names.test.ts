import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(() => server.stop());

// As a script names it whose variable is not set.
test.each([
  ['clerks', 'list', '--domain', ''],
  ['tickets', 'export', '--domain', ''],
  ['audit', '--domain', ''],
  ['clerks', 'disable', '', '--domain', 'North Pier'],
  ['domains', 'rename', '', 'West Pier'],
  ['backup', ''],
  ['restore', ''],
  ['tickets', 'import', ''],
  ['tickets', 'export', '--output', ''],
])('an empty name is an error of usage: %s %s', async (...args) => {
  expect(await runCommand(server, ...args)).toEqual({ code: 2, out: '', err: 'scantix: A name or an id is empty\n' });
});

// An address resolves them: the path of a domain's audit log becomes that of the whole installation's.
test.each([
  ['audit', '--domain', '..'],
  ['audit', '--domain', '.'],
  ['tickets', 'export', '--domain', '..'],
  ['clerks', 'disable', '..', '--domain', 'North Pier'],
  ['domains', 'rename', '.', 'West Pier'],
])('dots in place of a name are an error of usage: %s %s', async (...args) => {
  const dots = args.find((arg) => arg.startsWith('.'));
  expect(await runCommand(server, ...args)).toEqual({
    code: 2,
    out: '',
    err: `scantix: Nothing has the name ${dots}\n`,
  });
});
