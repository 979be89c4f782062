import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { build } from 'vite';

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' };

/** Handles a request and returns true, or returns false to leave it to the page. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** A further page of a server. */
export interface MorePage {
  readonly entry: string;
  /** Which modules it has instead of others. */
  readonly alias: { find: string | RegExp; replacement: string }[];
}

/** A server on loopback. */
export interface RunningServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Bundles a TypeScript module from the packages' sources and serves a page that runs it, under every path that is no
 * file of the bundle and that `intercept` does not handle. Under each path of `more` is another page.
 */
export async function servePage(
  entry: string,
  intercept: Interceptor = () => false,
  more: Readonly<Record<`/${string}/`, MorePage>> = {},
): Promise<RunningServer> {
  const pages = Object.entries({ '/': { entry, alias: [] }, ...more });
  const bundles = await Promise.all(pages.map(([base, page]) => bundle(base, page)));
  const files = new Map(bundles.flatMap((bundled) => [...bundled]));
  return listen(async (request, response) => {
    if (await intercept(request, response)) return;
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const source = files.get(pathname);
    if (source === undefined && /\.\w+$/.test(pathname)) return void response.writeHead(404).end();
    const type = source === undefined ? 'text/html' : TYPES[pathname.split('.').at(-1) ?? ''];
    response.writeHead(200, { 'Content-Type': type ?? 'application/octet-stream', 'Cache-Control': 'no-cache' });
    const base = Object.keys(more).find((path) => pathname.startsWith(path)) ?? '/';
    response.end(source ?? `<!doctype html><title>bench</title><script type="module" src="${base}page.js"></script>`);
  });
}

/** @returns the files by their paths */
async function bundle(base: string, { entry, alias }: MorePage): Promise<Map<string, string | Uint8Array>> {
  const result = await build({
    configFile: false,
    root: dirname(entry),
    base,
    logLevel: 'error',
    resolve: { conditions: ['@scantix/source'], alias },
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input: entry, output: { entryFileNames: 'page.js' } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  return new Map(outputs.map((file) => [base + file.fileName, file.type === 'chunk' ? file.code : file.source]));
}

/** Starts an HTTP server on a free port of loopback. */
export async function listen(listener: RequestListener): Promise<RunningServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The whole body of a request. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
