import { FOREIGN_HOST } from './find-problem.ts';
import type { HostileInput, Sender } from './hostile-input.ts';

const MEGABYTE = 1_000_000;
const CLOSE = 'Connection: close\r\n';
const CONFIG = '/config/v0/scanner';
const get = (more: string, { host = 'Host: a\r\n', path = CONFIG } = {}) =>
  `GET ${path} HTTP/1.1\r\n${host}{bearer}${CLOSE}${more}\r\n`;
const post = (more: string) =>
  `POST /tickets/v0/search HTTP/1.1\r\nHost: a\r\n{bearer}${CLOSE}Content-Type: application/json\r\n${more}\r\n`;
const BODY = '{"query":"a"}';
const lengthOf = (length: number) => `Content-Length: ${length}\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

type Raw = readonly [name: string, pieces: readonly string[], expects: HostileInput['expects'], as?: Sender];

/** Requests that no client library sends. */
const REQUESTS: readonly Raw[] = [
  ['headers of 1 MB', [get(`X: ${'x'.repeat(MEGABYTE)}\r\n`)], 431],
  ['cookies of 1 MB', [get(`Cookie: ${'a=b; '.repeat(MEGABYTE / 5)}\r\n`)], 431],
  ['50,000 headers', [get('X: y\r\n'.repeat(50_000))], 431],
  ['an address of 1 MB', [get('', { path: `/${'x'.repeat(MEGABYTE)}` })], 431],
  ['half a body', [post(lengthOf(BODY.length)) + BODY.slice(0, 6)], 'refused'],
  ['half a chunk', [`${post(CHUNKED)}d\r\n${BODY.slice(0, 6)}`], 'refused'],
  ['a chunk without an end', [`${post(CHUNKED)}d\r\n${BODY}\r\n`], 'refused'],
  ['half a header', [get('').slice(0, 40)], 'refused'],
  ['a body, byte by byte, cut off', [post(lengthOf(200)), ...BODY.repeat(3)], 'refused'],
  ['headers, byte by byte, cut off', [...get('').slice(0, 40)], 'refused'],
  ['a whole body, byte by byte', [post(lengthOf(BODY.length)), ...BODY], 'unharmed'],
  ['two lengths', [post(lengthOf(3) + lengthOf(BODY.length)) + BODY], 400],
  ['a length and chunks', [`${post(lengthOf(3) + CHUNKED)}d\r\n${BODY}\r\n0\r\n\r\n`], 400],
  ['chunks by another name', [`${post('Transfer-Encoding: xchunked\r\n')}d\r\n${BODY}\r\n0\r\n\r\n`], 400],
  ['a chunk of a negative size', [`${post(CHUNKED)}-d\r\n${BODY}\r\n0\r\n\r\n`], 400],
  ['a chunk of 2^64 bytes', [`${post(CHUNKED)}10000000000000000\r\n${BODY}`], 400],
  ['a negative length', [post('Content-Length: -1\r\n') + BODY], 400],
  ['a folded header', [get('X: a\r\n b\r\n')], 'refused'],
  ['a header with U+0000', [get('X: a\u0000b\r\n')], 'refused'],
  ['a header with a bare CR', [get('X: a\rX-Injected: 1\r\n')], 'refused'],
  ['a space before the colon', [post('Content-Length : 3\r\n') + BODY], 'refused'],
  ['line ends of one byte', [`GET ${CONFIG} HTTP/1.1\nHost: a\n\n`], 'refused', 'nobody'],
  ['HTTP/0.9', [`GET ${CONFIG}\r\n`], 'refused', 'nobody'],
  ['HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], 'refused', 'nobody'],
  ['TLS', ['\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'], 'refused', 'nobody'],
  ['the method CONNECT', [`CONNECT ${FOREIGN_HOST}:443 HTTP/1.1\r\nHost: a\r\n{bearer}\r\n`], 'refused'],
  ['the method TRACE', [get('Cookie: secret=1\r\n').replace('GET', 'TRACE')], 'refused'],
  ['a method that is none', [get('').replace('GET', 'FETCH')], 400],
  ['no Host', [get('', { host: '' })], 400],
  ['two Hosts', [get('', { host: `Host: a\r\nHost: ${FOREIGN_HOST}\r\n` })], 'unharmed'],
  ['a Host with a path', [get('', { host: `Host: ${FOREIGN_HOST}/../a\r\n` })], 400],
  ['a Host with a user', [get('', { host: `Host: a@${FOREIGN_HOST}\r\n` })], 400],
  ['a Host with a port that is none', [get('', { host: 'Host: a:99999\r\n' })], 400],
  ['a list of Hosts', [get('', { host: `Host: a, ${FOREIGN_HOST}\r\n` })], 400],
  ['the address of another Host', [get('', { path: `http://${FOREIGN_HOST}${CONFIG}` })], 'unharmed'],
  ['an expectation', [post('Expect: miracles\r\n') + BODY], 417],
];

/** What is written to a connection as it is. A server may close one that is no HTTP, or that ends early. */
export function* rawInputs(): Generator<HostileInput> {
  for (const [name, pieces, expects, as = 'clerk'] of REQUESTS) {
    const isCut = /^half|cut off$|without an end$/.test(name);
    const request = { method: 'RAW', path: '', raw: { pieces, isCut } };
    yield { group: 'connections', name, as, request, expects, mayClose: expects === 'refused' || expects === 431 };
  }
}
