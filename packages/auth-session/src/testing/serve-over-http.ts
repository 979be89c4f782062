import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on loopback. */
export interface LoopbackServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
}

/**
 * Serves `handle` on a free port of loopback, in Node.js. The names of the answers' headers are in upper case, which HTTP
 * allows.
 *
 * @throws what Node.js says where there is no socket to listen on
 */
export async function serveOverHttp(handle: (request: Request) => Promise<Response>): Promise<LoopbackServer> {
  // Not imported: a bundler for the browser, which knows no module of Node.js, takes the other fakes.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer(async (request, response) => {
    const answer = await handle(await toRequest(request));
    const headers = [...answer.headers].map(([name, value]) => [name.toUpperCase(), value]);
    response.writeHead(answer.status, Object.fromEntries(headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method ?? 'GET',
    headers: new Headers(request.headers as Record<string, string>),
    body: chunks.length === 0 ? null : new Blob(chunks),
  });
}
