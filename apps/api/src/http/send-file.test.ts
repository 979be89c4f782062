import { afterEach, expect, test, vi } from 'vitest';
import { sendFile } from './send-file.ts';

afterEach(() => void vi.useRealTimers());

test('a long part goes out in pieces, and a caller who takes each of them in time gets all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sent = 'ä'.repeat(300_000);
  async function* text() {
    yield sent;
  }
  const onEnd = vi.fn();
  const file = { name: 'a.csv', type: 'text/csv', text: text(), mayGoOn: async () => true, onEnd };
  const response = sendFile({ log: { warn: vi.fn() } }, { ...file, context: { env: {} } as never });
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body as ReadableStream<Uint8Array>) {
    pieces.push(piece);
    vi.advanceTimersByTime(20_000);
  }
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(65_536);
  expect(Buffer.concat(pieces).toString()).toBe(sent);
  expect(onEnd).toHaveBeenCalledOnce();
});
