import { expect, test } from 'vitest';
import { readTicket } from './import-rows.ts';

test('the name of a checkpoint is found in either form of Unicode', () => {
  const context = {
    checkpoints: new Map([['S\u00fcdtor', 'south']]),
    times: { timeZone: undefined, dateOrder: undefined },
  };
  const read = (works_at: string) => readTicket({ line: 2, value: { barcode: 'A', works_at } }, context);
  expect(read('Su\u0308dtor')).toEqual({ ticket: { barcode: 'A', works_at: ['south'] } });
  expect(read(' S\u00fcdtor ')).toEqual({ ticket: { barcode: 'A', works_at: ['south'] } });
  expect(read('Nordtor')).toEqual({ problem: 'works_at: a name that is no checkpoint of this domain' });
});
