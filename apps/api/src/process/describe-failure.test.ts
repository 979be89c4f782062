import { expect, test } from 'vitest';
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
