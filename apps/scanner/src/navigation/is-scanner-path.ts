import { matchPath } from 'react-router';

/** Whether the router shows the scanner at a path. Like the router, it ignores a slash at the end. */
export function isScannerPath(pathname: string): boolean {
  return matchPath({ path: '/scanner', caseSensitive: true }, pathname) !== null;
}
