import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a request to the log service goes wrong. */
export interface Failure {
  /** Whether the service has kept the events all the same. */
  readonly keeps: boolean;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

const LIMITED_S = 60;

const says = (status: number, body: string, type = 'application/json'): Failure => ({
  keeps: false,
  answer: (_request, response) => response.writeHead(status, { 'Content-Type': type }).end(body),
});

const limited = (kind: string): Failure => ({
  keeps: false,
  answer(_request, response) {
    const reset = String(Math.ceil(Date.now() / 1000) + LIMITED_S);
    response.writeHead(429, { [`X-${kind}-Limit`]: '10', [`X-${kind}-Remaining`]: '0', [`X-${kind}-Reset`]: reset });
    response.end('{}');
  },
});

const drops = (keeps: boolean): Failure => ({
  keeps,
  answer: (request) => request.socket.destroy(),
});

const half = (keeps: boolean): Failure => ({
  keeps,
  answer(request, response) {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }).write('{"ingested":');
    setImmediate(() => request.socket.destroy());
  },
});

/** Every way in which the service, or what stands before it, fails. */
export const FAILURES: readonly Failure[] = [
  drops(false),
  drops(true),
  { keeps: false, answer: (request) => request.socket.resetAndDestroy() },
  half(false),
  half(true),
  ...[400, 401, 403, 404, 413, 429, 500, 502, 503, 504].map((status) => says(status, '{"message":"no"}')),
  limited('IngestLimit'),
  limited('RateLimit'),
  says(502, '<html>Bad gateway</html>', 'text/html'),
  says(200, '<html>Sign in to Wi-Fi</html>', 'text/html'),
  says(200, '{"ingested":'),
  says(200, ''),
  says(200, '{}'),
];
