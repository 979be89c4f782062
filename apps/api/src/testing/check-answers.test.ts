import { getScannerConfig } from '@scantix/api-contract';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '../http/app-env.ts';
import { checkAnswers } from './check-answers.ts';

async function problemsOf(status: number, body: unknown, headers: Record<string, string> = {}): Promise<string[]> {
  const problems: string[] = [];
  const app = new Hono<AppEnv>().get('*', () => Response.json(body, { status, headers }));
  const request = new Request(`http://test.invalid${getScannerConfig.path}`);
  const answer = await checkAnswers(app, problems).fetch(request);
  expect(await answer.json()).toEqual(body);
  return problems;
}

const REFUSED = { success: false, code: 'unauthenticated', message: 'Sign in' };

test('an answer as it is described has no problem', async () => {
  expect(await problemsOf(401, REFUSED, { 'WWW-Authenticate': 'Bearer', 'X-Request-Id': 'one' })).toEqual([]);
});

test.each<[what: string, problem: RegExp, Parameters<typeof problemsOf>]>([
  ['a status', /418: the description has no such status/, [418, REFUSED]],
  [
    'a code of another status',
    /401: .code must be equal to one of the allowed values/,
    [401, { ...REFUSED, code: 'forbidden' }],
  ],
  ['a field', /401: body must NOT have additional properties .*secret/, [401, { ...REFUSED, secret: 1 }]],
  ['a field that is missing', /200: body must have required property/, [200, {}]],
  ['a header', /401: header scantix-other/, [401, REFUSED, { 'Scantix-Other': '1' }]],
  ['a type', /401: type text\/plain/, [401, REFUSED, { 'Content-Type': 'text/plain' }]],
])('%s that the description does not have is told', async (_, problem, given) => {
  expect((await problemsOf(...given)).join('\n')).toMatch(problem);
});
