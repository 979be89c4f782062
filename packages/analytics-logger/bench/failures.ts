import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a request to the log service goes wrong. */
export interface Failure {
  /** Whether the service has stored the events nevertheless. */
  readonly stores: boolean;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

const LIMITED_S = 60;

const answers = (status: number, body: string, type = 'application/json'): Failure => ({
  stores: false,
  answer: (_request, response) => response.writeHead(status, { 'Content-Type': type }).end(body),
});

const limited = (kind: string): Failure => ({
  stores: false,
  answer(_request, response) {
    const reset = String(Math.ceil(Date.now() / 1000) + LIMITED_S);
    response.writeHead(429, { [`X-${kind}-Limit`]: '10', [`X-${kind}-Remaining`]: '0', [`X-${kind}-Reset`]: reset });
    response.end('{}');
  },
});

const drops = (stores: boolean): Failure => ({
  stores,
  answer: (request) => request.socket.destroy(),
});

const half = (stores: boolean): Failure => ({
  stores,
  answer(request, response) {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }).write('{"ingested":');
    setImmediate(() => request.socket.destroy());
  },
});

/** Every way in which the service, or a proxy before it, fails. */
export const FAILURES: readonly Failure[] = [
  drops(false),
  drops(true),
  { stores: false, answer: (request) => request.socket.resetAndDestroy() },
  half(false),
  half(true),
  ...[400, 401, 403, 404, 413, 429, 500, 502, 503, 504].map((status) => answers(status, '{"message":"no"}')),
  limited('IngestLimit'),
  limited('RateLimit'),
  answers(502, '<html>Bad gateway</html>', 'text/html'),
  answers(200, '<html>Sign in to Wi-Fi</html>', 'text/html'),
  answers(200, '{"ingested":'),
];
