import { matchPath } from 'react-router';

/** Whether the router shows the scanner there: it forgives a slash at the end and the case of letters. */
export function isScannerPath(pathname: string): boolean {
  return matchPath('/scanner', pathname) !== null;
}
