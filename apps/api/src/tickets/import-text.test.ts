import { expect, test } from 'vitest';
import { readText } from './import-text.ts';

/** Reads bytes that arrive in pieces. */
async function read(bytes: Uint8Array, piece = 3): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of readText(pieces())) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const TEXT = 'barcode\nZoë 🎫\n';

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 of the other order', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
])('reads %s in pieces of any size', async (_, bytes) => {
  for (const piece of [1, 3, 5, 100]) expect(await read(bytes, piece)).toBe(TEXT);
});

test('a file that ends within its first bytes is read too', async () => {
  expect(await read(Buffer.from('x'))).toBe('x');
  expect(await read(new Uint8Array())).toBe('');
});

test.each([
  ['an Excel workbook', [0x50, 0x4b, 3, 4, 20], 'Excel workbook'],
  ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], 'old Excel workbook'],
  ['gzip', [0x1f, 0x8b, 8, 0, 0], 'gzip'],
  ['UTF-32', [0xff, 0xfe, 0, 0, 65], 'UTF-32'],
  ['UTF-16 without a mark', [...Buffer.from('barcode', 'utf16le')], 'without a byte order mark'],
])('%s is refused by name', async (_, bytes, message) => {
  await expect(read(Uint8Array.from(bytes))).rejects.toThrow(message);
});
