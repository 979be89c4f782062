import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';
import { createSocketFetch } from '../connect/socket-fetch.ts';

const folder = mkdtempSync(join(tmpdir(), 'scantix-'));
const downloads = mkdtempSync(join(folder, 'downloads-'));
const socketPath = join(folder, 'admin.sock');
let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));
beforeAll(() => new Promise<void>((resolve) => void server.listen(socketPath, resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const tickets = (...args: string[]) =>
  runCommand({ operatorFetch: createSocketFetch(socketPath) }, 'tickets', ...args, '--domain', 'North Pier');

/** What a server does that dies during a call. */
const dying: [when: string, answer: RequestListener][] = [
  ['before its answer', ({ socket }) => void socket.destroy()],
  [
    'during its answer',
    ({ socket }, response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.write('{"read":5000}\n{"re', () => socket.destroy());
    },
  ],
];

test.each(dying)('an import says in one line that the server broke off %s, and what stays', async (_when, dies) => {
  answer = dies;
  const file = join(folder, 'tickets.csv');
  writeFileSync(file, 'barcode\nA\n');
  expect(await tickets('import', file)).toEqual({
    code: 1,
    out: '',
    err: 'scantix: The import broke off. What it has stored stays; run it again\n',
  });
});

test.each(dying)('an export says in one line that the server broke off %s, and leaves no file', async (_when, dies) => {
  answer = dies;
  const err = 'scantix: The export broke off: it is not complete\n';
  expect(await tickets('export')).toMatchObject({ code: 1, err });
  expect(await tickets('export', '--output', join(downloads, 'tickets.csv'))).toEqual({ code: 1, out: '', err });
  expect(readdirSync(downloads)).toEqual([]);
});

test('an export that cannot be written says so', async () => {
  answer = (_request, response) => void response.end('barcode\n');
  const output = join(folder, 'nowhere', 'tickets.csv');
  const err = `scantix: ${output} cannot be written: there is nothing at this path\n`;
  expect(await tickets('export', '--output', output)).toEqual({ code: 1, out: '', err });
});
