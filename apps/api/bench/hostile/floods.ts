import { connect } from 'node:net';
import * as contract from '@scantix/api-contract';
import type { Finding, HostileAnswer, HostileRequest } from '../../src/testing/hostile/hostile-input.ts';
import { sendRequest } from '../../src/testing/hostile/send-inputs.ts';
import type { Victim } from '../../src/testing/hostile/start-victim.ts';
import { TEST_DEVICE } from '../../src/testing/start-test-server.ts';
import { readMemory } from './watch-process.ts';

type Answers = (HostileAnswer | undefined)[];

interface Flood {
  readonly name: string;
  run(): Promise<Answers>;
}

const MEGABYTE = 1_000_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** What many callers do at once, and files of 40 MB. Resolves with what must not be. */
export async function flood(victim: Victim, say: (text: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of await floodsOf(victim)) {
    const answers = await run();
    const statuses = Object.entries(Object.groupBy(answers, (answer) => answer?.status ?? 'cut'));
    const counts = statuses.map(([status, those]) => `${those?.length} x ${status}`).join(', ');
    say(`${name}: ${counts}; ${Math.round(readMemory(victim.process.pid).peakMb)} MB at most so far`);
    for (const answer of answers) {
      const input = `a flood: ${name}`;
      // A server that has too much to do says so, with a delay.
      const isFault = answer && answer.status >= 500 && !answer.text.includes('retry_after_ms');
      if (isFault)
        findings.push({ kind: 'server error', input, what: `${answer.status} ${answer.text.slice(0, 200)}` });
      const isMade = /"(created|changed)":[1-9]/.test(answer?.text ?? '');
      if (isMade) findings.push({ kind: 'accepted', input, what: answer?.text.slice(0, 200) ?? '' });
    }
  }
  return findings;
}

async function floodsOf({ url, signIn, south, newId }: Victim): Promise<Flood[]> {
  const { tokens } = await signIn();
  const bearer = { Authorization: `Bearer ${tokens.access_token}` };
  const send = (request: HostileRequest) =>
    sendRequest(url, { ...request, headers: { ...bearer, ...request.headers } });
  const many = (count: number, make: (index: number) => HostileRequest): Promise<Answers> =>
    Promise.all(Array.from({ length: count }, (_, index) => send(make(index))));
  const file = (body: Uint8Array): HostileRequest => ({
    ...{ method: 'POST', path: contract.importTickets.path, headers: { 'Content-Type': 'text/csv' }, body },
  });
  const csv = (head: string, fill: string) => Buffer.concat([Buffer.from(head), Buffer.alloc(40 * MEGABYTE, fill)]);
  const login = (clerk: string): HostileRequest => ({
    ...{ method: 'POST', path: contract.login.path, headers: JSON_TYPE },
    body: JSON.stringify({ clerk, password: 'wrong', remember_me: false, ...TEST_DEVICE }),
  });
  const get = (path: string): HostileRequest => ({ method: 'GET', path });
  const scans = `{"scans":[{"id":"${newId()}","more":"${'x'.repeat(15 * MEGABYTE)}"}]}`;
  return [
    {
      name: 'CSV of 40 MB: an open quote, then line ends, 4 at once',
      run: () => many(4, () => file(csv('barcode\n"', '\n'))),
    },
    { name: 'CSV of 40 MB: one line without an end', run: () => many(1, () => file(csv('barcode\n', 'x'))) },
    { name: 'CSV of 40 MB: a header of columns only', run: () => many(1, () => file(csv('barcode', ',a'))) },
    { name: 'CSV of 40 MB: quotes', run: () => many(1, () => file(csv('barcode\n', '"'))) },
    { name: '500 sign-ins at once', run: () => many(500, (index) => login(`nobody-${index}`)) },
    {
      name: '500 sign-ins at once into one account of another domain',
      run: () => many(500, () => login(south.clerk.login)),
    },
    { name: '200 streams', run: () => many(200, () => get(contract.watchReports.path)) },
    {
      name: '100 exports at once',
      run: () => many(100, () => ({ ...postJson(contract.exportScansAsCsv.path), body: '{}' })),
    },
    {
      name: '200 searches at once',
      run: () => many(200, () => ({ ...postJson(contract.searchTickets.path), body: '{"query":"a"}' })),
    },
    {
      name: '40 bodies of 15 MB at once',
      run: () => many(40, () => ({ ...postJson(contract.postScans.path), body: scans })),
    },
    { name: '300 connections that stop', run: () => stopHalfway(url, bearer.Authorization) },
    { name: '1,000 calls in one connection', run: () => pipeline(url) },
    {
      name: '2,000 wrong tokens',
      run: () => many(2_000, () => ({ ...get('/config/v0/scanner'), headers: { Authorization: 'Bearer x' } })),
    },
  ];
}

const postJson = (path: string) => ({ method: 'POST', path, headers: JSON_TYPE });

/** Connections that send half a header or half a body and wait; they are cut after the healthy calls beside them. */
async function stopHalfway(url: string, authorization: string): Promise<Answers> {
  const { port } = new URL(url);
  const head = `POST /tickets/v0/search HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`;
  const texts = [head, `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`];
  const texts3 = [...texts, `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"que`];
  const sockets = await Promise.all(
    Array.from({ length: 300 }, (_, index) => openSocket(Number(port), texts3[index % 3] ?? '')),
  );
  const answer = await sendRequest(url, { method: 'GET', path: '/healthz' });
  for (const socket of sockets) socket.destroy();
  return [answer];
}

/** Sends calls without waiting for an answer. */
async function pipeline(url: string): Promise<Answers> {
  const call = 'GET /config/v0/scanner HTTP/1.1\r\nHost: a\r\n\r\n';
  const last = call.replace('Host: a', 'Host: a\r\nConnection: close');
  const socket = await openSocket(Number(new URL(url).port), call.repeat(999) + last);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => ({
    status: Number(status),
    head: '',
    text: '',
  }));
}

function openSocket(port: number, text: string) {
  return new Promise<ReturnType<typeof connect>>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)));
    socket.on('error', reject);
  });
}
