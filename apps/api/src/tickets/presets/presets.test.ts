import { IMPORT_PRESETS, type ImportPresetName } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { chooseColumns } from '../choose-columns.ts';
import { readImportRows } from '../import-rows.ts';
import { PRESETS } from './index.ts';

/** Reads a file of our own in the form of a product's export. */
async function read(preset: ImportPresetName, text: string | Uint8Array, key?: string) {
  async function* chunks() {
    yield typeof text === 'string' ? new TextEncoder().encode(text) : text;
  }
  const values: unknown[] = [];
  let ignored: readonly string[] = [];
  const file = { format: 'csv', chunks: chunks(), columns: { preset, key } } as const;
  for await (const row of readImportRows(file, (columns) => (ignored = columns))) {
    values.push('value' in row ? row.value : `${row.line}: ${row.problem}`);
  }
  return { values, ignored };
}

test('pretix, order positions: secrets, and the worst of order, position and block', async () => {
  const { values, ignored } = await read(
    'pretix',
    `"Event slug","Order code","Position ID","Status","Email","Product","Variation","Price","Attendee name","Ticket secret","Seat name","Seat zone","Blocked","Valid from","Valid until"
"pier","HX7AA",1,"paid","a@example.org","Day ticket","Saturday","30.00","Ada Berg","k3u9x7d2m5","Ground floor, Row 3, Seat 4","Ground floor","","",""
"pier","HX7AA",2,"canceled","a@example.org","Day ticket","","30.00","Ivo Haas","p8w2c6n4t1","","","","",""
"pier","QL2BB",1,"pending","b@example.org","Season pass","","90.00","","z5h1r9s3v7","","","","2026-11-21 20:00",""
"pier","QL2BB",2,"paid","b@example.org","Day ticket","","30.00","Uma Koch","m1m2m3m4m5","","","Yes","",""
"pier","QL2BB",3,"refund pending","b@example.org","Day ticket","","30.00","Uma Koch","n1n2n3n4n5","","","","",""
`,
  );
  const none = { seat: null, valid_from: null, valid_until: null };
  expect(values).toEqual([
    {
      barcode: 'k3u9x7d2m5',
      holder: 'Ada Berg',
      type: 'Day ticket Saturday',
      order: 'HX7AA',
      ...none,
      seat: 'Ground floor, Row 3, Seat 4',
      status: 'valid',
    },
    { barcode: 'p8w2c6n4t1', holder: 'Ivo Haas', type: 'Day ticket', order: 'HX7AA', ...none, status: 'cancelled' },
    {
      ...{ barcode: 'z5h1r9s3v7', holder: null, type: 'Season pass', order: 'QL2BB' },
      ...{ ...none, valid_from: '2026-11-21 20:00', status: 'unpaid' },
    },
    { barcode: 'm1m2m3m4m5', holder: 'Uma Koch', type: 'Day ticket', order: 'QL2BB', ...none, status: 'blocked' },
    '6: status: an unknown state',
  ]);
  expect(ignored).toEqual(['Event slug', 'Position ID', 'Email', 'Price', 'Seat zone']);
});

test('pretix, check-in list with semicolons', async () => {
  const { values } = await read(
    'pretix',
    'Order code;Attendee name;Product;Price;Checked in;Paid;Secret;E-mail\r\nHX7AA;Ada Berg;Day ticket;30,00;;Yes;k3u9x7d2m5;a@example.org\r\nQL2BB;"Koch; Uma";Day ticket;30,00;;No;z5h1r9s3v7;\r\n',
  );
  expect(values).toEqual([
    { barcode: 'k3u9x7d2m5', holder: 'Ada Berg', type: 'Day ticket', order: 'HX7AA', status: 'valid' },
    { barcode: 'z5h1r9s3v7', holder: 'Koch; Uma', type: 'Day ticket', order: 'QL2BB', status: 'unpaid' },
  ]);
});

test('Hi.Events, saved by a spreadsheet: the public id, and no check-in', async () => {
  const rows = `ID;First Name;Last Name;Email;Status;Check Ins;Product ID;Product Name;Event ID;Public ID;Short ID;Created Date;Last Updated Date;Notes
1;Ada;Berg;a@example.org;ACTIVE;Gate (2026-11-21 19:00:00);3;Day ticket;9;A-7QK2M5X;a_1;2026-10-01 10:00:00;2026-10-01 10:00:00;
2;Zoë;;b@example.org;AWAITING_PAYMENT;;3;Day ticket - Early;9;A-9DJ4P1R;a_2;2026-10-01 10:00:00;2026-10-01 10:00:00;Vegan
3;Ivo;Haas;c@example.org;CANCELLED;;3;Day ticket;9;A-2WX8C6N;a_3
`;
  const expected = [
    { barcode: 'A-7QK2M5X', holder: 'Ada Berg', type: 'Day ticket', status: 'valid' },
    { barcode: 'A-9DJ4P1R', holder: 'Zoë', type: 'Day ticket - Early', status: 'unpaid' },
    { barcode: 'A-2WX8C6N', holder: 'Ivo Haas', type: 'Day ticket', status: 'cancelled' },
  ];
  expect((await read('hi-events', rows)).values).toEqual(expected);
  // "Unicode text" of a spreadsheet.
  const utf16 = Buffer.from(`\ufeff${rows.replaceAll(';', '\t')}`, 'utf16le');
  expect((await read('hi-events', utf16)).values).toEqual(expected);
});

test('alf.io: the code is the id and what the event key signs', async () => {
  const csv = `\ufeffID,Category,Event,Status,ReservationID,"Full Name",E-Mail
0b1f6c52-1111-4222-8333-444455556666,Standard,pier,ACQUIRED,9a8b7c6d-1111-4222-8333-444455556666,"Ada IŞIK",Ada@Example.org
1c2f6c52-1111-4222-8333-444455556666,Standard,pier,TO_BE_PAID,9a8b7c6d-1111-4222-8333-444455556666,"Ivo Haas",ivo@example.org
`;
  const { values } = await read('alfio', csv, 'the key of an event');
  expect(values).toEqual([
    {
      // printf '%s' 'RESERVATION/ID/ada işik/ada@example.org' | openssl dgst -sha256 -hmac 'the key of an event' -binary | base64
      barcode: '0b1f6c52-1111-4222-8333-444455556666//ho89bsrFqcDKzTyD5CK13BEyWucx4kKHpHG7BtJQpg=',
      ...{ holder: 'Ada IŞIK', type: 'Standard', order: '9a8b7c6d-1111-4222-8333-444455556666', status: 'valid' },
    },
    expect.objectContaining({ holder: 'Ivo Haas', status: 'unpaid' }),
  ]);
  await expect(read('alfio', csv)).rejects.toThrow('alf.io signs the codes of its tickets: give its key');
});

test('Eventbrite: a row for each ticket, and barcodes that no spreadsheet has shortened', async () => {
  const { values, ignored } = await read(
    'eventbrite',
    `Order #,Order Date,First Name,Surname,Email,Quantity,Ticket Type,Attendee #,Barcode #,Attendee Status
1711111111,11/01/2026 10:00,Ada,Berg,a@example.org,1,General,2811111111,17111111112811111111001,Attending
1711111111,11/01/2026 10:00,Ivo,Haas,a@example.org,1,General,2811111112,17111111112811111112001,Checked In
1722222222,11/01/2026 10:00,Uma,Koch,b@example.org,1,VIP,2822222221,17222222222822222221001,Not Attending
`,
  );
  expect(values).toEqual([
    { barcode: '17111111112811111111001', holder: 'Ada Berg', type: 'General', order: '1711111111', status: 'valid' },
    { barcode: '17111111112811111112001', holder: 'Ivo Haas', type: 'General', order: '1711111111', status: 'valid' },
    { barcode: '17222222222822222221001', holder: 'Uma Koch', type: 'VIP', order: '1722222222', status: 'cancelled' },
  ]);
  expect(ignored).toEqual(['Order Date', 'Email', 'Quantity', 'Attendee #']);
});

test('a mapping goes before the preset, and a file that tells nothing of payment is refused', () => {
  const header = ['Order #', 'Barcode #', 'Name', 'Remark'];
  const map = new Map([
    ['note', 'remark'],
    ['status', 'Order #'],
  ]);
  expect(() => chooseColumns(header, { preset: 'eventbrite' })).toThrow('that tells what is paid');
  const columns = chooseColumns(header, { preset: 'eventbrite', map });
  expect(columns.read(['valid', 'B-1', 'Ada', ' early '])).toEqual({
    value: { note: 'early', status: 'valid', barcode: 'B-1', holder: 'Ada', order: 'valid' },
  });
});

test('every preset has a table', () => {
  expect(Object.keys(PRESETS).toSorted()).toEqual([...IMPORT_PRESETS].toSorted());
});
