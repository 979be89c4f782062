import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Handler } from 'hono';
import { acceptsCoding } from '../http/accepts-coding.ts';
import { ApiError, errorResponse } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { answerBadAddress } from '../http/broken-requests.ts';
import type { InlineHashes } from '../http/content-security-policy.ts';

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
  /** Of a page. */
  readonly inline?: InlineHashes;
}

/**
 * Serves the built app from `folder`. Files under `/assets/` have a hash of their content in their names and are cached
 * for ever; the others are revalidated. Every other navigation gets the app's page, since the app routes itself.
 */
export function serveStaticFiles({ folder }: { folder: string }): Handler<AppEnv> {
  const read = createFileReader(folder);
  return async (context) => {
    const url = URL.parse(context.req.url);
    if (!url) return answerBadAddress();
    const { pathname } = url;
    const file = await read(pathname === '/' ? '/index.html' : pathname);
    if (file) return send(context, file, pathname.startsWith('/assets/'));
    if (pathname.startsWith('/assets/') || !isNavigation(context)) {
      return errorResponse(new ApiError('not_found', 'Not found'), context);
    }
    const page = await read('/index.html');
    if (page) return send(context, page, false);
    return context.text('The app has not been built: run `pnpm build`.', 404);
  };
}

function isNavigation(context: Context<AppEnv>): boolean {
  const accept = context.req.header('Accept') ?? '*/*';
  return accept === '*/*' || accept.includes('text/html');
}

function send(context: Context<AppEnv>, file: StaticFile, immutable: boolean): Response {
  if (file.inline) context.set('inline', file.inline);
  const headers = new Headers({
    'Content-Type': file.type,
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  });
  // In a list, or weakened by a proxy that compresses.
  if (context.req.header('If-None-Match')?.includes(file.etag)) return new Response(null, { status: 304, headers });
  const accepted = context.req.header('Accept-Encoding');
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && acceptsCoding(name, accepted));
  if (encoding) headers.set('Content-Encoding', encoding);
  return new Response(encoding ? file[encoding] : file.identity, { headers });
}

/** Reads and compresses files, and again only after they changed on disk. */
function createFileReader(folder: string): (pathname: string) => Promise<StaticFile | null> {
  const cached = new Map<string, { version: string; file: Promise<StaticFile> }>();
  return async (pathname) => {
    // Plain names only: no encoded or hidden names, and none outside the folder.
    if (!/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(pathname)) return null;
    const path = join(folder, pathname);
    const status = await stat(path).catch(() => null);
    if (!status?.isFile()) return null;
    const version = `${status.mtimeMs}/${status.size}`;
    const known = cached.get(path);
    if (known?.version === version) return known.file;
    const file = load(path);
    cached.set(path, { version, file });
    // A file that was deleted while it was read is read again.
    file.catch(() => cached.delete(path));
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
    ...(extension === '.html' && { inline: hashInline(new TextDecoder().decode(identity)) }),
  };
  if (!COMPRESSED.has(extension)) return plain;
  const [br, gz] = await Promise.all([
    // The build may have compressed it better.
    readFile(`${path}.br`).catch(() => compress(identity)),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return { ...plain, br: new Uint8Array(br), gzip: new Uint8Array(gz) };
}

/** The policy allows what stands in the page by its hash. The build writes those elements without attributes. */
function hashInline(page: string): InlineHashes {
  const hashesOf = (element: string) =>
    [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
      ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
    );
  return { scripts: hashesOf('script'), styles: hashesOf('style') };
}
