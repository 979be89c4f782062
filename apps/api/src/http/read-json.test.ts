import { expect, test } from 'vitest';
import { readJson } from './read-json.ts';

const MEGABYTE = 1024 * 1024;
const SPACES = new Uint8Array(15 * MEGABYTE).fill(0x20);

/** A request whose body is so large, and ends when the test says so. */
function openRequest(bytes: number, largeWithinMs?: number) {
  const controller = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      own.enqueue(SPACES.subarray(0, bytes));
      controller.resolve(own);
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request('http://api.invalid', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  const read = readJson(request, { maxBytes: 16 * MEGABYTE, largeWithinMs });
  const end = async () => {
    const own = await controller.promise;
    own.enqueue(new TextEncoder().encode('{}'));
    own.close();
  };
  return { read, end };
}

test('large bodies take a bounded part of the memory, and others come later', async () => {
  const first = [12, 4].map((size) => openRequest(size * MEGABYTE));
  await expect(openRequest(15 * MEGABYTE).read).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1_000 });
  const small = openRequest(1_000);
  await small.end();
  expect(await small.read).toEqual({});
  for (const { end } of first) await end();
  expect(await Promise.all(first.map(({ read }) => read))).toEqual([{}, {}]);
  const after = openRequest(15 * MEGABYTE);
  await after.end();
  expect(await after.read).toEqual({});
});

test('a large body that does not end in time gives its part back', async () => {
  await expect(openRequest(15 * MEGABYTE, 20).read).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1_000 });
  const small = openRequest(1_000, 0);
  const after = openRequest(15 * MEGABYTE);
  await after.end();
  await small.end();
  expect(await Promise.all([after.read, small.read])).toEqual([{}, {}]);
});

const post = (body: string) =>
  new Request('http://api.invalid', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });

test.each([
  ['lists', '[],'],
  ['objects', '{},'],
  ['numbers', '1,'],
  ['members', '{"a":1},'],
])('a large body of too many %s is refused before it is parsed', async (_which, part) => {
  const body = `[${part.repeat(250_000)}0]`;
  await expect(readJson(post(body), { maxBytes: 16 * MEGABYTE })).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'The body has too many values',
  });
});

test('a large body may have any text', async () => {
  const value = { text: '[{,\\"'.repeat(300_000), '"': ['\\', '\\\\"', ''] };
  expect(await readJson(post(JSON.stringify(value)), { maxBytes: 16 * MEGABYTE })).toEqual(value);
});

test.each([
  ['no JSON', new TextEncoder().encode('{'), 'not valid JSON'],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'not valid JSON'],
])('a small body of a known length that is %s is refused', async (_which, body, message) => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  const request = (sent: BodyInit) => new Request('http://api.invalid', { method: 'POST', body: sent, headers });
  expect(await readJson(request('[1]'), { maxBytes: 10 })).toEqual([1]);
  await expect(readJson(request(body), { maxBytes: 10 })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(message),
  });
});
