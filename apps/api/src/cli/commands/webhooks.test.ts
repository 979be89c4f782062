import { expect, test } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';

test('a test message that is not taken is a failure, and one document of JSON', async () => {
  const server = { operatorFetch: async () => Response.json({ ok: false, status: 500 }) };
  const words = ['webhooks', 'test', '--domain', 'North Pier', crypto.randomUUID()];
  const err = 'scantix: The test was not taken: the receiver answered 500\n';
  expect(await runCommand(server, ...words)).toEqual({ code: 1, out: '', err });
  const json = await runCommand(server, '--json', ...words);
  expect([json.code, JSON.parse(json.out)]).toEqual([1, { ok: false, status: 500 }]);
});
