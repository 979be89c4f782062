import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { ApiError, errorResponse } from './api-error.ts';
import type { AppEnv } from './app-env.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.wasm', '.txt']);

const compress = (data: Uint8Array) =>
  promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly identity: Uint8Array<ArrayBuffer>;
  readonly gzip?: Uint8Array<ArrayBuffer>;
  readonly br?: Uint8Array<ArrayBuffer>;
}

/**
 * Serves the built app from `folder`: files under `/assets/`, whose names carry a hash of their content, for ever; all
 * else revalidated; and the app's page for every path that is a person's navigation, since the app routes itself.
 */
export function mountStaticFiles(app: Hono<AppEnv>, { folder }: { folder: string }): void {
  const read = createFileReader(folder);
  app.get('*', async (context) => {
    const { pathname } = new URL(context.req.url);
    const file = await read(pathname === '/' ? '/index.html' : pathname);
    if (file) return send(context, file, pathname.startsWith('/assets/'));
    if (pathname.startsWith('/assets/') || !isNavigation(context)) {
      return errorResponse(new ApiError('not_found', 'Not found'));
    }
    const page = await read('/index.html');
    if (page) return send(context, page, false);
    return context.text('The app has not been built: run `pnpm build`.', 404);
  });
}

function isNavigation(context: Context<AppEnv>): boolean {
  const accept = context.req.header('Accept') ?? '*/*';
  return accept === '*/*' || accept.includes('text/html');
}

function send(context: Context<AppEnv>, file: StaticFile, immutable: boolean): Response {
  const headers = new Headers({
    'Content-Type': file.type,
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  });
  if (context.req.header('If-None-Match') === file.etag) return new Response(null, { status: 304, headers });
  const accepted = context.req.header('Accept-Encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && accepted.includes(name));
  if (encoding) headers.set('Content-Encoding', encoding);
  return new Response(encoding ? file[encoding] : file.identity, { headers });
}

/** Reads files, compressed once, again only where they have changed on disk. */
function createFileReader(folder: string): (pathname: string) => Promise<StaticFile | null> {
  const kept = new Map<string, { version: string; file: Promise<StaticFile> }>();
  return async (pathname) => {
    // Plain names only: nothing encoded, hidden or leading out of the folder names a file of the app.
    if (!/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(pathname)) return null;
    const path = join(folder, pathname);
    const status = await stat(path).catch(() => null);
    if (!status?.isFile()) return null;
    const version = `${status.mtimeMs}/${status.size}`;
    const known = kept.get(path);
    if (known?.version === version) return known.file;
    const file = load(path);
    kept.set(path, { version, file });
    // A file that vanished while it was read is looked for again.
    file.catch(() => kept.delete(path));
    return file;
  };
}

async function load(path: string): Promise<StaticFile> {
  const extension = extname(path);
  const identity = new Uint8Array(await readFile(path));
  const plain = {
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    identity,
  };
  if (!COMPRESSED.has(extension)) return plain;
  const [br, gz] = await Promise.all([
    // As small as the build has made it, where it has.
    readFile(`${path}.br`).catch(() => compress(identity)),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return { ...plain, br: new Uint8Array(br), gzip: new Uint8Array(gz) };
}
