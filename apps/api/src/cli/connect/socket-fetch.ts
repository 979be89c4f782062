import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Creates a `fetch` through a Unix socket. Bodies are streams in both directions; none is held in memory. */
export function createSocketFetch(path: string): typeof globalThis.fetch {
  return async (input, init) => {
    const asked = new Request(input, { ...init, ...(init?.body ? { duplex: 'half' } : {}) } as RequestInit);
    const { pathname, search } = new URL(asked.url);
    const headers = Object.fromEntries(asked.headers);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { socketPath: path, path: pathname + search, method: asked.method, headers, signal: asked.signal },
        (incoming) => {
          const { statusCode = 500, rawHeaders } = incoming;
          const pairs = rawHeaders.flatMap((name, index) =>
            index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]] : [],
          );
          const body = statusCode === 204 ? null : (Readable.toWeb(incoming) as unknown as globalThis.ReadableStream);
          resolve(new Response(body, { status: statusCode, headers: pairs }));
        },
      );
      outgoing.on('error', reject);
      if (!asked.body) outgoing.end();
      // A server that refuses early stops reading; its answer says why.
      else pipeline(Readable.fromWeb(asked.body as unknown as ReadableStream), outgoing).catch(() => {});
    });
  };
}
