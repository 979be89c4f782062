const POLICY = 'Content-Security-Policy';

/** Options of {@link createPageResponder}. */
export interface PageResponderOptions {
  /** The app's page as it was saved with the build. */
  readonly readPage: () => Promise<Response | undefined>;
  /** A response whose content security policy replaces that of the page. */
  readonly readPolicySource: () => Promise<Response | undefined>;
  /** Answers when there is no saved page. @default fetch */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates the responder to navigations: every address of the app gets the saved page. An operator changes the content
 * security policy without a new build, and the headers of a saved page are as old as the build. The page therefore gets
 * the policy of a newer response, and keeps the hashes of the scripts and styles that stand in it. An answer rejects where
 * a `read` does, or `fetch` without a saved page and without a network.
 *
 * @example
 * const respond = createPageResponder({ readPage: () => matchPrecache('/index.html'), readPolicySource: script.readSaved });
 */
export function createPageResponder({
  readPage,
  readPolicySource,
  fetch = (request) => globalThis.fetch(request),
}: PageResponderOptions): (options: { readonly request: Request }) => Promise<Response> {
  return async ({ request }) => {
    const page = await readPage();
    if (!page) return fetch(request);
    const headers = new Headers(page.headers);
    const policy = (await readPolicySource())?.headers.get(POLICY);
    if (policy) headers.set(POLICY, withHashesOf(headers.get(POLICY) ?? '', policy));
    return new Response(page.body, { headers });
  };
}

/** A policy with the hashes of another one, each in its own directive. */
function withHashesOf(saved: string, policy: string): string {
  const parse = (text: string) => text.split(';').map((directive) => directive.trim().split(/\s+/));
  const hashes = new Map(
    parse(saved).map(([name, ...sources]) => [name, sources.filter((it) => /^'sha\d+-/.test(it))]),
  );
  return parse(policy)
    .map(([name, ...sources]) => [...new Set([name, ...sources, ...(hashes.get(name) ?? [])])].join(' '))
    .join('; ');
}
