/**
 * The address of a path of the API. A base path is kept, which `new URL(path, baseUrl)` would drop.
 *
 * @param baseUrl an origin with an optional path, or `/` for the page's own origin
 * @param path begins with `/`
 *
 * @example
 * apiAddress('https://scan.example/gate/', '/healthz'); // 'https://scan.example/gate/healthz'
 */
export function apiAddress(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path;
}
