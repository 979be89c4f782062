/** The few calls of the Trusted Types API that are used here; the language's own types do not have it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

let policy: { createScriptURL(url: string): string } | undefined;

/** A script address for a worker: only this origin's, under the one policy `scantix` that the page's CSP allows. */
export function trustedScriptUrl(url: string): string {
  policy ??= trustedTypes?.createPolicy('scantix', { createScriptURL: requireSameOrigin }) ?? {
    createScriptURL: requireSameOrigin,
  };
  return policy.createScriptURL(url);
}

function requireSameOrigin(url: string): string {
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError('A worker must come from this origin.');
  return url;
}
