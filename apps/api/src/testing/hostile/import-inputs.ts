import { deflateRawSync, gzipSync } from 'node:zlib';
import { importReport, importTickets } from '@scantix/api-contract';
import type { HostileAnswer, HostileInput } from './hostile-input.ts';

const CSV = { 'Content-Type': 'text/csv' };
const HEAD = 'barcode,holder\n';

/** A zip file of one packed file, as spreadsheets and archives are. */
function zip(name: string, text: string): Uint8Array {
  const packed = deflateRawSync(text);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(text.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), packed]);
}

const FILES: readonly (readonly [string, string | Uint8Array])[] = [
  ['nothing', ''],
  ['a byte order mark', '\ufeff'],
  ['NUL', '\u0000'],
  ['no column of ours', 'code\n1'],
  ['a column twice', 'barcode,barcode\n1,2'],
  ['another delimiter in the header', 'barcode;typo\n1;2'],
  ['an open quote in the header', '"barcode'],
  ['one line of 200,000 characters', 'x'.repeat(200_000)],
  ['100,000 columns', `barcode,${'a,'.repeat(100_000)}\n1`],
  ['half a sign of UTF-16', Uint8Array.of(0xff, 0xfe, 0x62, 0x00, 0x61)],
  ['UTF-16 without its mark', Buffer.from(`${HEAD}1,a\n`, 'utf16le')],
  ['gzip', gzipSync(`${HEAD}1,a\n`)],
  ['a zip file', zip('tickets.csv', `${HEAD}1,a\n`.repeat(1_000))],
  ['a zip file with a path', zip('../../../../etc/cron.d/x', `${HEAD}1,a\n`)],
  ['an Excel file', zip('xl/worksheets/sheet1.xml', '<worksheet><sheetData/></worksheet>'.repeat(1_000))],
  ['an old Excel file', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096)])],
  ['a PDF', `%PDF-1.7\n${HEAD}1,a\n`],
  ['a web page', `<table><tr><td>barcode</td></tr><tr><td>1</td></tr></table>`],
  ['names of every object as columns', 'barcode,__proto__,constructor\n1,a,b\n'],
  ['an open quote, and line ends', `${HEAD}"${'\n'.repeat(100_000)}`],
  ['an open quote in each line', HEAD + '"a\n'.repeat(2_000)],
  ['quotes without an end', `${HEAD}${'"'.repeat(99_999)}`],
  ['bytes that are no UTF-8', Buffer.concat([Buffer.from(HEAD), Uint8Array.of(0xc3, 0x28, 0x2c, 0x61, 0x0a)])],
  ['a barcode of 8,193 bytes', `${HEAD}${'x'.repeat(8_193)},a\n`],
  ['a line of 70,000 characters', `${HEAD}1,${'x'.repeat(70_000)}\n`],
];

/** Files that make no ticket. */
export function* importInputs(): Generator<HostileInput> {
  const group = importTickets.path;
  const input = { group, as: 'clerk' } as const;
  const request = { method: 'POST', path: importTickets.path, headers: CSV };
  for (const [name, body] of FILES)
    yield { ...input, name: `a file: ${name}`, request: { ...request, body }, expects: made };
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
    const typed = { ...request, headers: type ? { 'Content-Type': type } : {}, body: `${HEAD}1,a\n` };
    yield { ...input, name: `the content type "${type}"`, request: typed, expects: 'refused' };
  }
  const headers = { ...CSV, 'Content-Encoding': 'gzip' };
  yield {
    ...input,
    name: 'a packed file',
    request: { ...request, headers, body: gzipSync(`${HEAD}1,a\n`) },
    expects: made,
  };
}

function made({ text }: HostileAnswer): string | undefined {
  const { created, changed } = importReport.parse(JSON.parse(text));
  return created + changed === 0 ? undefined : `${created} tickets made, ${changed} changed`;
}
