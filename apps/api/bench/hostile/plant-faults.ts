// Loaded into a server process before its program (`--import`): makes the faults that HOSTILE_FAULTS names, so that a run shows
// that it finds them.
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';

const { HOSTILE_FAULTS = '', HOSTILE_SECRET = '' } = process.env;
const faults = new Set(HOSTILE_FAULTS.split(','));
/** Requests that prepare a run come before. */
const FIRST = 30;
const EVERY = 10;
const HOG_BYTES = 700_000_000;
const BLOCKED_MS = 2_000;

const held: Buffer[] = [];
const answer = (response: ServerResponse, status: number, text: string) => response.writeHead(status).end(text);

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  leak: (response) => answer(response, 404, `{"message":"Not ${HOSTILE_SECRET}"}`),
  'server-error': (response) => answer(response, 500, '{}'),
  accepted: (response) => answer(response, 200, '{}'),
};
const ONCE: Readonly<Record<string, () => unknown>> = {
  memory: () => held.push(Buffer.alloc(HOG_BYTES, 1)),
  blocked: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS),
};

let count = 0;
const prototype: { emit(event: string, ...args: unknown[]): boolean } = Server.prototype;
const { emit } = prototype;
prototype.emit = function (event, ...args) {
  const [request, response] = args as [IncomingMessage, ServerResponse];
  const isCounted = event === 'request' && !/\/(healthz|login)$/.test(request.url ?? '');
  if (!isCounted || ++count < FIRST) return emit.call(this, event, ...args);
  if (count === FIRST) for (const [name, cause] of Object.entries(ONCE)) if (faults.has(name)) cause();
  const [name = '', answerWrong] = Object.entries(ANSWERS)[count % EVERY] ?? [];
  if (!answerWrong || !faults.has(name)) return emit.call(this, event, ...args);
  request.resume();
  answerWrong(response);
  return true;
};
