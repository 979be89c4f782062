import { describe, expect, test, vi } from 'vitest';
import { createKeepaliveSink } from './keepalive-sink.ts';

const NO_ANSWER = { ok: false, error: { code: 'unreachable', message: 'No answer from the log service' } };

/** Sends one line to a service that answers with `response`. */
function send(response: Response, { token, url }: { token?: string; url?: string } = {}) {
  const fetch = vi.fn(async (..._request: Parameters<typeof globalThis.fetch>) => response);
  const sink = createKeepaliveSink({ dataset: 'gate-logs', token, url, fetch, now: () => 0 });
  return { fetch, result: sink.send(['{"event":"first"}', '{"event":"second"}']) };
}

describe('The request of a page that closes', () => {
  test('has the lines, their type and the token', async () => {
    const { fetch, result } = send(Response.json({ ingested: 2, failed: 0 }), { token: 'xaat-1' });
    expect(await result).toEqual({ ok: true, failed: 0 });
    expect(fetch.mock.calls).toEqual([
      [
        'https://api.axiom.co/v1/datasets/gate-logs/ingest?timestamp-field=timestamp',
        {
          method: 'POST',
          keepalive: true,
          headers: { 'Content-Type': 'application/x-ndjson', Authorization: 'Bearer xaat-1' },
          body: '{"event":"first"}\n{"event":"second"}',
        },
      ],
    ]);
  });

  test.each([
    ['https://eu.example', 'https://eu.example/v1/datasets/gate-logs/ingest'],
    ['https://eu.example//', 'https://eu.example/v1/datasets/gate-logs/ingest'],
    ['https://gate.example/a//logs//', 'https://gate.example/a//logs'],
  ])('to %s goes to %s, without a token where a proxy adds it', async (url, address) => {
    const { fetch, result } = send(Response.json({ ingested: 2, failed: 0 }), { url });
    await result;
    expect(fetch.mock.calls[0]?.[0]).toBe(`${address}?timestamp-field=timestamp`);
    expect(fetch.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Authorization');
  });

  test.each([
    [204, null],
    [202, ''],
    [202, 'Accepted'],
    [200, '{}'],
    [200, '{"ingested":2}'],
    [200, '{"failed":"none"}'],
    [200, 'null'],
  ])('is accepted by a status %i with %s, which count nothing', async (status, body) => {
    expect(await send(new Response(body, { status })).result).toEqual({ ok: true, failed: 0 });
  });

  test.each(['<html>', '\n<!doctype html>', '{"ingested":'])('is not accepted by the answer %j', async (body) => {
    expect(await send(new Response(body)).result).toMatchObject(NO_ANSWER);
  });

  test('is not accepted by an answer that breaks off', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('broken off')) });
    expect(await send(new Response(body)).result).toMatchObject(NO_ANSWER);
  });

  test('is refused from status 400 on', async () => {
    const refused = await send(new Response('{"message":"bad line"}', { status: 400 })).result;
    expect(refused).toMatchObject({ ok: false, error: { code: 'rejected', message: 'bad line' } });
  });

  test('reports why nothing answered', async () => {
    const cause = new TypeError('Failed to fetch');
    const fetch = () => Promise.reject(cause);
    const sink = createKeepaliveSink({ dataset: 'x', token: undefined, url: undefined, fetch, now: () => 0 });
    expect(await sink.send(['{}'])).toMatchObject({ ...NO_ANSWER, error: { cause } });
  });
});
