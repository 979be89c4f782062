import { expect, test } from 'vitest';
import { chooseColumns } from './choose-columns.ts';

const bytes = (name: string) => Buffer.from(name).toString('latin1');

test('the message of a missing column names those of the file by whole characters', () => {
  const header = [bytes(`${'a'.repeat(39)}🎫🎫`), 'Who'];
  expect(() => chooseColumns(header, { map: new Map([['barcode', 'Code']]) })).toThrow(
    `There is no column "Code". The file has: ${'a'.repeat(39)}🎫, Who`,
  );
});
