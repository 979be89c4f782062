/** What is reported of paths without a template, by the shape of the API's paths. */
const PREFIXES = ['/v0/auth/', '/scantix/v0/scanner/', '/scantix/v0/reports/', '/config/v0/', '/tickets/'];

/**
 * The route template of a path. Of a path without one only the prefix is reported: it may hold a value, such as a barcode.
 *
 * @param routes templates of the app; `{…}` is a segment with a value
 * @param isOurs whether the server is the one whose prefixes are known
 */
export function describeEndpoint(path: string, routes: readonly string[], isOurs: boolean): string {
  const template = routes.find((candidate) => follows(path, candidate));
  if (template !== undefined) return template;
  const prefix = isOurs ? PREFIXES.find((known) => path.startsWith(known)) : undefined;
  return `${prefix ?? '/'}:rest`;
}

function follows(path: string, template: string): boolean {
  const segments = path.split('/');
  const expected = template.split('/');
  return (
    segments.length === expected.length &&
    expected.every((segment, at) => segment === segments[at] || (segment.startsWith('{') && segments[at] !== ''))
  );
}
