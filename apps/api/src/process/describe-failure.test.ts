import { expect, test } from 'vitest';
import { DatabaseUnreachableError } from '../database/open-database.ts';
import { startListening } from '../http/start-listening.ts';
import { describeFailure } from './describe-failure.ts';

test.each([
  ['of another machine', '192.0.2.7'],
  ['in brackets, as in a URL', '[::1]'],
  ['that nobody knows', 'nowhere.invalid'],
])('an address %s is named in one line', async (_what, host) => {
  const failure = await startListening({ fetch: () => new Response() }, { port: 0, host }).catch(describeFailure);
  const advice = 'Set HOST, or METRICS_HOST, to one, such as 127.0.0.1 or ::1.';
  expect(failure).toBe(`${host} is no address of this machine. ${advice}`);
});

test('what the embedded database throws, which is no error, is told in words', () => {
  // Its file system's, on a full disk.
  const cause = { name: 'ErrnoError', errno: 51 };
  const failure = new DatabaseUnreachableError('The database cannot be started; 0 MB are free on its disk:', { cause });
  expect(describeFailure(failure)).toBe(`${failure.message} {"name":"ErrnoError","errno":51}`);
});
