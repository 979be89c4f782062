import { expect, test } from 'vitest';
import { inRequest } from '../system/current-request.ts';
import { namesDomains } from './check-statements.ts';
import { START_MS } from './start-ms.ts';
import { startTestServer } from './start-test-server.ts';
import { createMemoryDatabase } from './test-databases.ts';

test.each([
  ['select * from "tickets" where "id" = $1', false],
  ['select "id", "domain_id" from "tickets" where "id" = $1', false],
  ['select * from tickets where id = (select ticket_id from scans where domain_id = $1 and id = $2)', false],
  [
    'update tickets set inside = used.inside from json_to_recordset($1) as used (id uuid) where tickets.id = used.id',
    false,
  ],
  ['select * from "tickets" where "domain_id" = $1 and "id" = $2', true],
  ['select * from scans as scan join scan_undos as undo using (domain_id) where scan.domain_id = $1', true],
  ['insert into "scans" ("domain_id", "id") values ($1, $2)', true],
  ['insert into "scans" ("id") values ($1)', false],
  ['select * from "clerks" where "id" = $1', true],
  ['select /* Of all domains. */ count(*) from webhooks', true],
])('%s: %s', (sql, named) => {
  expect(namesDomains(sql)).toBe(named);
});

test('a test server whose calls run a statement without the domain fails at its stop', {
  timeout: START_MS,
}, async () => {
  const server = await startTestServer(await createMemoryDatabase());
  await inRequest('a call', () => server.db.selectFrom('tickets').select('id').execute());
  await expect(server.stop()).rejects.toThrow('Without the domain:\nselect "id" from "tickets"');
});
