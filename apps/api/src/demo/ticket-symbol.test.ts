import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { toBuffer } from 'bwip-js/node';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { SHOWCASE_TICKETS } from './showcase-tickets.ts';
import { symbolOptions } from './ticket-symbol.ts';

const FORMATS = {
  qr_code: 'QRCode',
  code_128: 'Code128',
  pdf417: 'PDF417',
  data_matrix: 'DataMatrix',
  aztec: 'Aztec',
  ean_13: 'EAN13',
} as const;

beforeAll(async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
});

test.each(SHOWCASE_TICKETS)('the printed $symbology of $code is read as what it is', async (ticket) => {
  const png = await toBuffer({ ...symbolOptions(ticket), scale: 3 });
  const [read] = await readBarcodes(new Uint8Array(png).buffer);
  expect(read).toMatchObject({ isValid: true, text: ticket.code });
  expect(read?.format.replaceAll('-', '')).toBe(FORMATS[ticket.symbology]);
});
