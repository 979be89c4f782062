import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createApiClient, defineEndpoint } from './index.ts';

// Code of the README.
const bin = z.object({ id: z.string(), items: z.number() });

const moveBin = defineEndpoint({
  method: 'PUT',
  path: '/stock/v0/bins/{id}/shelf',
  needs: 'session',
  foreign: true,
  params: z.object({ id: z.string() }),
  body: z.object({ shelf: z.string() }),
  response: bin,
});

function clientOf(status: number, body: unknown) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(body, { status }));
  return { api: createApiClient({ baseUrl: 'https://stock.example', fetch }), fetch };
}

describe("An app's own endpoint", () => {
  test('is called like those of the contract, without headers of ours', async () => {
    const { api, fetch } = clientOf(200, { id: 'b 7', items: 3 });
    const answer = await api.call(moveBin, { params: { id: 'b 7' }, body: { shelf: 'C' } });
    expect(answer).toMatchObject({ ok: true, value: { id: 'b 7', items: 3 } });
    expect(fetch).toHaveBeenCalledExactlyOnceWith('https://stock.example/stock/v0/bins/b%207/shelf', {
      method: 'PUT',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: '{"shelf":"C"}',
    });
  });

  test('an answer against its schema is none', async () => {
    const { api } = clientOf(200, { id: 'b7', items: 'three' });
    const answer = await api.call(moveBin, { params: { id: 'b7' }, body: { shelf: 'C' } });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unreachable', status: 200 } });
  });

  test('a refusal with a code of its own has the code of its status', async () => {
    const { api } = clientOf(404, { success: false, code: 'no_shelf', message: 'There is no shelf C' });
    const answer = await api.call(moveBin, { params: { id: 'b7' }, body: { shelf: 'C' } });
    const failure = { kind: 'refused', status: 404, code: 'not_found', message: 'There is no shelf C' };
    expect(answer).toMatchObject({ ok: false, failure });
  });

  test('what it takes and answers has the types of its schemas', async () => {
    const { api } = clientOf(200, { id: 'b7', items: 3 });
    const answer = await api.call(moveBin, { params: { id: 'b7' }, body: { shelf: 'C' } });
    if (answer.ok) expectTypeOf(answer.value).toEqualTypeOf<{ id: string; items: number }>();
    // @ts-expect-error: it takes a body
    await api.call(moveBin, { params: { id: 'b7' } });
    // @ts-expect-error: it takes the bin's id
    await api.call(moveBin, { params: { bin: 'b7' }, body: { shelf: 'C' } });
  });
});
