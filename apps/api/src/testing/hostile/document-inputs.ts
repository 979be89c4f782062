import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import * as z from 'zod/mini';
import { allowedCall, type HostileThings, senderOf, writeCall } from './contract-inputs.ts';
import type { HostileInput } from './hostile-input.ts';

const DEEP = 30_000;
const MEGABYTE = 1_000_000;

/** Bodies that are no JSON, or no JSON of ours. */
const BODIES: readonly (readonly [string, string | Uint8Array])[] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"text"'],
  ['a list', '[]'],
  ['half an object', '{"clerk":'],
  ['two objects', '{}{}'],
  ['a trailing comma', '{"clerk":"a",}'],
  ['single quotes', "{'clerk':'a'}"],
  ['a comment', '{/**/}'],
  ['NUL', '\u0000'],
  ['a byte order mark alone', '\ufeff'],
  ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d)],
  ['UTF-16', Buffer.from('\ufeff{"clerk":"a"}', 'utf16le')],
  ['gzip', gzipSync('{}')],
  ['lists in each other', '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ['objects in each other', `${'{"a":'.repeat(DEEP / 4)}1${'}'.repeat(DEEP / 4)}`],
  ['a prototype', '{"__proto__":{"clerk":"x","refresh_token":"x","scans":[]}}'],
  ['a constructor', '{"constructor":{"prototype":{"clerk":"x"}}}'],
  ['NaN', '{"clerk":NaN}'],
  ['a form', 'clerk=a&password=b'],
  ['XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
];

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json/text',
  'text/html, application/json',
  'application/problem+json',
  '',
];

/** Packed bodies, by what their header says. */
const PACKED: readonly (readonly [string, (text: string) => Uint8Array])[] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, gzip', (text) => gzipSync(gzipSync(text))],
  ['identity, gzip', gzipSync],
  ['zstd', (text) => Buffer.concat([Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), Buffer.from(text)])],
];

const BOMB = gzipSync(Buffer.alloc(10 * MEGABYTE, 32));

/** Bodies, content types and encodings of every call that takes JSON. */
export function* documentInputs(things: HostileThings): Generator<HostileInput> {
  for (const [group, endpoint] of CONTRACT_CALLS) {
    const { body: schema } = endpoint;
    if (!schema) continue;
    const request = writeCall(endpoint, allowedCall(endpoint, things));
    const text = String(request.body);
    const as = senderOf(endpoint);
    for (const [name, body] of BODIES) {
      const expects = isAllowed(schema, body) ? 'unharmed' : 'refused';
      yield { group, name: `a body of ${name}`, as, request: { ...request, body }, expects };
    }
    for (const type of TYPES) {
      const typed = { ...request, headers: type ? { 'Content-Type': type } : {} };
      yield { group, name: `the content type "${type}"`, as, request: typed, expects: 'refused' };
    }
    for (const [encoding, pack] of PACKED) {
      const headers = { ...request.headers, 'Content-Encoding': encoding };
      const packed = { ...request, body: pack(text), headers };
      yield { group, name: `a packed body: ${encoding}`, as, request: packed, expects: 'refused' };
    }
    const bomb = { ...request, body: BOMB, headers: { ...request.headers, 'Content-Encoding': 'gzip' } };
    yield { group, name: 'a bomb of 10 MB', as, request: bomb, expects: 'refused' };
    for (const charset of ['utf-16', 'utf-7', 'x']) {
      const headers = { 'Content-Type': `application/json; charset=${charset}` };
      yield { group, name: `the charset ${charset}`, as, request: { ...request, headers }, expects: 'unharmed' };
    }
    const megabytes = group === 'postScans' ? 17 : 1;
    const long = { ...request, body: text.replace(/\}$/, `,"more":"${'x'.repeat(megabytes * MEGABYTE)}"}`) };
    yield { group, name: `a body of ${megabytes} MB`, as, request: long, expects: 'refused' };
    const twice = { ...request, body: text.replace(/^\{/, '{"__proto__":{"a":1},"clerk":{"a":1},"id":[],') };
    yield { group, name: 'keys that stand twice', as, request: twice, expects: 'unharmed' };
  }
}

function isAllowed(schema: z.ZodMiniType, body: string | Uint8Array): boolean {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    return z.safeParse(schema, JSON.parse(text)).success;
  } catch {
    return false;
  }
}
