// Loaded into a server process before its program (`--import`): makes the fault that a request names in a header, so that a
// run shows that it finds it.
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { FOREIGN_HOST } from '../../src/testing/hostile/find-problem.ts';
import { SECRET_WORD } from '../../src/testing/hostile/plant-secrets.ts';
import { FAULT_HEADER, type Fault } from './kinds.ts';

const HOG_BYTES = 700_000_000;
const BLOCKED_MS = 2_000;
const held: Buffer[] = [];

/** What the fault answers, whatever is asked. */
const ANSWERS: Readonly<Record<Fault, readonly [status: number, head: Record<string, string>, text: string]>> = {
  'server-error': [500, {}, '{}'],
  accepted: [200, {}, '=1+1'],
  leak: [404, {}, `{"message":"Not ${SECRET_WORD}"}`],
  injected: [404, { 'X-Injected': '1' }, '{}'],
  elsewhere: [302, { Location: `/` }, ''],
  'foreign host': [404, {}, `https://${FOREIGN_HOST}/`],
};
const CAUSES: Readonly<Record<string, () => unknown>> = {
  memory: () => held.push(Buffer.alloc(HOG_BYTES, 1)),
  blocked: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS),
};

const prototype: { emit(event: string, ...args: unknown[]): boolean } = Server.prototype;
const { emit } = prototype;
prototype.emit = function (event, ...args) {
  const [request, response] = args as [IncomingMessage, ServerResponse];
  const fault = event === 'request' ? String(request.headers[FAULT_HEADER]) : '';
  CAUSES[fault]?.();
  // A right that is not asked for.
  const isOpen =
    event === 'request' && process.env.HOSTILE_OPEN === 'yes' && request.url?.startsWith('/admin/v0/audit');
  const answer = isOpen ? ANSWERS.accepted : ANSWERS[fault as Fault];
  if (!answer) return emit.call(this, event, ...args);
  const [status, head, text] = answer;
  request.resume();
  response.writeHead(status, head).end(text);
  return true;
};
