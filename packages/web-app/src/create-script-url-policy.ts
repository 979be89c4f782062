/** Makes script addresses acceptable to a page whose content security policy enforces Trusted Types. */
export interface ScriptUrlPolicy {
  /**
   * Returns the address of a worker's script, as the page's Trusted Types policy made it.
   * @throws TypeError when the address belongs to another origin
   */
  createScriptUrl(url: string): string;
}

/** The part of the Trusted Types API that is used; the language's own types do not have it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Options of {@link createScriptUrlPolicy}. */
export interface ScriptUrlPolicyOptions {
  /** The policy's name, as the directive `trusted-types` allows it. */
  readonly name: string;
  /** @default the browser's Trusted Types, where it has them */
  readonly trustedTypes?: TrustedTypes | undefined;
  /** The address of the page. @default location.href */
  readonly pageUrl?: () => string;
}

/**
 * Creates the policy, registered in the browser at its first use. A page creates one: browsers refuse a second policy of
 * the same name.
 *
 * @example
 * const policy = createScriptUrlPolicy({ name: 'my-app' });
 * new Worker(policy.createScriptUrl(workerUrl), { type: 'module' });
 */
export function createScriptUrlPolicy({
  name,
  trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes,
  pageUrl = () => location.href,
}: ScriptUrlPolicyOptions): ScriptUrlPolicy {
  const rules = {
    createScriptURL(url: string): string {
      const page = pageUrl();
      if (new URL(url, page).origin !== new URL(page).origin)
        throw new TypeError('A worker needs the origin of the page.');
      return url;
    },
  };
  let policy: typeof rules | undefined;
  return {
    createScriptUrl(url) {
      policy ??= trustedTypes?.createPolicy(name, rules) ?? rules;
      return policy.createScriptURL(url);
    },
  };
}
