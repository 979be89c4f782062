/** Exceptions of an installation. */
export interface ContentSecurityPolicyOptions {
  /** Further origins that the app may call: an ingest or error-reporting service. @default [] */
  readonly connectSources?: readonly string[];
  /** Hashes of styles that a library adds to the page, as `sha256-…`. @default [] */
  readonly styleHashes?: readonly string[];
}

/** The hashes of scripts and styles that stand in a page itself, as `sha256-…`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The policies of the app's answers, by kind. */
export interface ContentSecurityPolicy {
  /** For a page, and for everything that is not one of the others. @param inline @default none */
  readonly page: (inline?: InlineHashes) => string;
  /** For a worker: the only policy that allows compiling WebAssembly. */
  readonly worker: string;
  /** For the service worker: it fetches the app's files. */
  readonly serviceWorker: string;
}

/** Creates the policies. They allow only what the app needs. */
export function createContentSecurityPolicy({
  connectSources = [],
  styleHashes = [],
}: ContentSecurityPolicyOptions = {}): ContentSecurityPolicy {
  const policy = (scriptSources: readonly string[], inlineStyles: readonly string[] = []) =>
    [
      "default-src 'none'",
      ['script-src', ...scriptSources].join(' '),
      "worker-src 'self'",
      'trusted-types scantix',
      ["connect-src 'self'", ...connectSources].join(' '),
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      ["style-src 'self'", ...[...styleHashes, ...inlineStyles].map(quote)].join(' '),
      "font-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ].join('; ');
  return {
    page: ({ scripts, styles } = { scripts: [], styles: [] }) => policy(["'self'", ...scripts.map(quote)], styles),
    worker: policy(["'self'", "'wasm-unsafe-eval'"]),
    serviceWorker: "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'",
  };
}

function quote(hash: string): string {
  return `'${hash}'`;
}
