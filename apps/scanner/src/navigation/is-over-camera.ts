import { isScannerPath } from './is-scanner-path.ts';
import { isLiveResult } from './live-result.ts';

/** Whether the view at a location is shown over the live camera: the scanner, or a result that the scanner has opened. */
export function isOverCamera({ pathname, state }: { readonly pathname: string; readonly state: unknown }): boolean {
  return isScannerPath(pathname) || isLiveResult(state);
}
