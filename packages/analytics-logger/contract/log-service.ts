import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { listen, type RunningServer, readBody } from '../../../scripts/bench/page-server.ts';
import type { ServiceConduct } from '../src/testing/index.ts';

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type, content-encoding, x-axiom-client',
  'Access-Control-Allow-Methods': 'GET, POST, PUT',
  'Access-Control-Expose-Headers': '*',
};

interface Dataset {
  conduct: ServiceConduct;
  readonly lines: string[];
}

/**
 * A log service on a real socket and of another origin than any page. `PUT /datasets/:name` sets how it fails,
 * `GET /datasets/:name` returns the lines that it has accepted.
 */
export function startLogService(): Promise<RunningServer> {
  const datasets = new Map<string, Dataset>();
  return listen(async (request, response) => {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const name = /\/datasets\/([^/?]+)/.exec(request.url ?? '')?.[1] ?? '';
    const dataset = datasets.get(name) ?? { conduct: 'accepts everything', lines: [] };
    datasets.set(name, dataset);
    const text = await readText(request);
    if (request.method === 'GET') return void reply(response, 200, dataset.lines);
    if (request.method === 'PUT') {
      dataset.conduct = text as ServiceConduct;
      return void reply(response, 200, {});
    }
    ingest(dataset, text.split('\n'), response);
  });
}

function ingest({ conduct, lines }: Dataset, sent: readonly string[], response: ServerResponse): unknown {
  switch (conduct) {
    case 'accepts everything':
      lines.push(...sent);
      return reply(response, 200, { ingested: sent.length, failed: 0 });
    case 'refuses the first event':
      lines.push(...sent.slice(1));
      return reply(response, 200, { ingested: sent.length - 1, failed: 1 });
    case 'limits the rate':
      response.setHeader('X-RateLimit-Reset', Math.ceil(Date.now() / 1000) + 60);
      return reply(response, 429, {});
    case 'forbids':
      return reply(response, 401, { message: 'no such token' });
    case 'rejects':
      return reply(response, 403, { message: 'no' });
    case 'hangs up':
      return response.socket?.destroy();
    case 'answers with a page':
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Sign in to Wi-Fi</html>');
  }
}

function reply(response: ServerResponse, status: number, body: unknown): unknown {
  return response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  const body = await readBody(request);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
}
