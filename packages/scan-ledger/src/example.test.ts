import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { createFakeServer } from './testing/index.ts';

test('the example of the README keeps a scan and gets the verdict of the server', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const server = createFakeServer();
  vi.stubGlobal('fetch', async (address: string, { body, signal }: RequestInit & { signal: AbortSignal }) => {
    if (!address.endsWith('/scanner/scans')) return Response.error();
    const answer = await server.send(JSON.parse(String(body)).scans, { signal });
    return answer.ok ? Response.json(answer.value) : Response.error();
  });
  await import('../example.ts');
  expect(log.mock.calls).toEqual([
    ['T-1001', 'waiting'],
    ['accepted', 'server'],
  ]);
});
