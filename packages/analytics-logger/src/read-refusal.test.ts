import { describe, expect, test } from 'vitest';
import { readRefusal } from './read-refusal.ts';

const NOW = 1_800_000_000_000;
const now = () => NOW;
const limited = (headers: Record<string, string>) => readRefusal(new Response('', { status: 429, headers }), now);

describe('A rate limit', () => {
  test.each([
    ['X-IngestLimit-Reset', 'ingest'],
    ['X-RateLimit-Reset', 'api'],
  ])('[9.37] %s: the error names the limit type and the time to its reset', async (header, type) => {
    const error = await limited({ [header]: String(NOW / 1000 + 90) });
    expect(error).toMatchObject({
      code: 'rate-limited',
      message: `${type} limit exceeded, try again in 1m30s`,
      retryAt: NOW + 90_000,
    });
  });

  test('a limit of ingestion is named even where its reset is not given', async () => {
    const error = await limited({ 'X-IngestLimit-Limit': '10', 'X-RateLimit-Reset': String(NOW / 1000 + 90) });
    expect(error.message).toBe('ingest limit exceeded, try again in 0m0s');
    expect(error.retryAt).toBeUndefined();
  });

  test.each([
    ['a fraction of a second', String(NOW / 1000 + 0.2), '0m1s', NOW + 200],
    ['9 minutes 59', String(NOW / 1000 + 599), '9m59s', NOW + 599_000],
    ['10 minutes', String(NOW / 1000 + 600), '10m0s', NOW + 600_000],
    ['a second more', String(NOW / 1000 + 601), '10m0s', NOW + 600_000],
    ['the year 3000', String(Date.UTC(3000) / 1000), '10m0s', NOW + 600_000],
    ['milliseconds in place of seconds', String(NOW + 1000), '10m0s', NOW + 600_000],
    ['a second ago', String(NOW / 1000 - 1), '0m0s', NOW - 1000],
    ['1970', '1', '0m0s', 1000],
    ['zero', '0', '0m0s', undefined],
    ['negative', '-5', '0m0s', undefined],
    ['no number', 'soon', '0m0s', undefined],
    ['NaN', 'NaN', '0m0s', undefined],
    ['infinite', 'Infinity', '0m0s', undefined],
    ['beyond all numbers', '9'.repeat(400), '0m0s', undefined],
    ['a date', 'Wed, 21 Oct 2037 07:28:00 GMT', '0m0s', undefined],
    ['empty', '', '0m0s', undefined],
  ])('a reset of %s', async (_title, reset, inTime, retryAt) => {
    const error = await limited({ 'X-RateLimit-Reset': reset });
    expect(error.message).toBe(`api limit exceeded, try again in ${inTime}`);
    expect(error.retryAt).toBe(retryAt);
  });

  test('without any header it is a limit of the API, to be tried at the next interval', async () => {
    const error = await limited({});
    expect(error.message).toBe('api limit exceeded, try again in 0m0s');
    expect(error.retryAt).toBeUndefined();
  });
});

describe('Another refusal', () => {
  test.each([
    [401, '{"message":"no such token"}', 'forbidden', 'Forbidden'],
    [400, '{"message":"bad line"}', 'rejected', 'bad line'],
    [599, '{"message":"odd"}', 'rejected', 'odd'],
    [404, '{"message":""}', 'rejected', '{"message":""}'],
    [404, '{"message":7}', 'rejected', '{"message":7}'],
    [404, 'null', 'rejected', 'null'],
    [404, '', 'rejected', 'Status 404'],
    [413, 'x'.repeat(300), 'rejected', 'x'.repeat(200)],
  ])('status %i with %s is %s', async (status, body, code, message) => {
    expect(await readRefusal(new Response(body, { status }), now)).toMatchObject({ code, message });
  });

  test('an answer whose body breaks off has its status as the message', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('broken off')) });
    expect((await readRefusal(new Response(body, { status: 403 }), now)).message).toBe('Status 403');
  });
});
