/** Which area a call belongs to, by the shape of its path (specification section 7). */
const MODULES: readonly (readonly [prefix: string, module: string])[] = [
  ['/v0/auth/', 'auth'],
  ['/scantix/v0/scanner/', 'scanner'],
  ['/scantix/v0/reports/', 'reports'],
  ['/config/v0/', 'config'],
  ['/tickets/', 'tickets'],
];

/**
 * A route template and its area. Of a path without a template only the prefix is reported: it may hold a value, such as a
 * barcode.
 *
 * @param routes templates of the app; `{…}` is a segment with a value
 * @param isOurs whether the server is the one whose paths have areas
 */
export function describeEndpoint(
  path: string,
  routes: readonly string[],
  isOurs: boolean,
): { endpoint: string; module: string } {
  const area = isOurs ? MODULES.find(([prefix]) => path.startsWith(prefix)) : undefined;
  const template = routes.find((candidate) => follows(path, candidate));
  return { endpoint: template ?? `${area?.[0] ?? '/'}:rest`, module: area?.[1] ?? 'general' };
}

function follows(path: string, template: string): boolean {
  const segments = path.split('/');
  const expected = template.split('/');
  return (
    segments.length === expected.length &&
    expected.every((segment, at) => segment === segments[at] || (segment.startsWith('{') && segments[at] !== ''))
  );
}
