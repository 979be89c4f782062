import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openSource } from './open-source.ts';

test.each([
  ['{"barcode":"A-1"}\n', 'application/x-ndjson'],
  ['\ufeff\n { "barcode": "A-1" }\n', 'application/x-ndjson'],
  ['barcode\nA-1\n', 'text/csv'],
  ['{code},holder\nA-1,Ada\n', 'text/csv'],
  ['', 'text/csv'],
])('standard input tells by its beginning what it is: %j', async (text, type) => {
  const source = await openSource('-', Readable.from(text ? [Buffer.from(text)] : [], { objectMode: false }));
  expect(source).toMatchObject({ name: undefined, type });
  expect(Buffer.concat(await Readable.fromWeb(source.body as never).toArray()).toString()).toBe(text);
});
