import { createServer, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** A request as it arrived; the body is text. */
export interface CollectedRequest {
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer of the collector. */
export interface CollectorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The log-ingestion service and the error-reporting service of a test: one real HTTP server that records its requests. */
export interface Collector {
  readonly origin: string;
  readonly requests: readonly CollectedRequest[];
  /** Answers requests whose bearer token is `token`. By default they are accepted. */
  answer(token: string, answer: CollectorAnswer | null): void;
  stop(): Promise<void>;
}

const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Expose-Headers': '*',
};

export async function startCollector(): Promise<Collector> {
  const requests: CollectedRequest[] = [];
  const answers = new Map<string, CollectorAnswer>();
  const server = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CROSS_ORIGIN).end();
      return;
    }
    const headers = request.headers as Record<string, string>;
    const collected = { path: request.url ?? '', headers, body: await readBody(request) };
    requests.push(collected);
    const lines = collected.body.split('\n').filter((line) => line !== '').length;
    const taken = { status: 200, body: JSON.stringify({ ingested: lines, failed: 0, failures: [] }) };
    const { status, headers: further, body }: CollectorAnswer = answers.get(bearerOf(collected)) ?? taken;
    response.writeHead(status, { ...CROSS_ORIGIN, 'Content-Type': 'application/json', ...further }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('The collector has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    answer: (token, answer) => (answer ? answers.set(token, answer) : answers.delete(token)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The token of an `Authorization: Bearer` header; empty without one. */
export function bearerOf({ headers }: CollectedRequest): string {
  return headers.authorization?.replace(/^Bearer /, '') ?? '';
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
}
