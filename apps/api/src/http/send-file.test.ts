import { expect, test, vi } from 'vitest';
import { sendFile } from './send-file.ts';

test('a long part goes out in pieces, each of which a slow caller takes in time', async () => {
  async function* text() {
    yield 'ä'.repeat(100_000);
    yield 'end';
  }
  const onEnd = vi.fn();
  const file = { name: 'a.csv', type: 'text/csv', text: text(), mayGoOn: async () => true, onEnd };
  const response = sendFile({ clock: { now: () => 0 } }, { ...file, context: { env: {} } as never });
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body as ReadableStream<Uint8Array>) pieces.push(piece);
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(65_536);
  expect(Buffer.concat(pieces).toString()).toBe(`${'ä'.repeat(100_000)}end`);
  expect(onEnd).toHaveBeenCalledOnce();
});
