import { expect, test } from 'vitest';
import { chooseColumns } from './choose-columns.ts';

const bytes = (name: string) => Buffer.from(name).toString('latin1');

test('the message of a missing column names those of the file by whole characters', () => {
  const header = [bytes(`${'a'.repeat(39)}🎫🎫`), 'Who'];
  expect(() => chooseColumns(header, { map: new Map([['barcode', 'Code']]) })).toThrow(
    `There is no column "Code". The file has: ${'a'.repeat(39)}🎫, Who`,
  );
});

test.each(['constructor', '__proto__', '\xed'])('a state %o is not one of the table of a preset', (state) => {
  const columns = chooseColumns(['Ticket secret', 'Status', 'Blocked'], { preset: 'pretix' });
  expect(columns.read(['A', state, 'No'])).toEqual({ problem: 'status: an unknown state' });
  expect(columns.read(['A', 'Paid', state])).toEqual({ problem: 'blocked: an unknown state' });
  expect(columns.read(['A', 'Paid', ''])).toMatchObject({ value: { status: 'valid' } });
});
