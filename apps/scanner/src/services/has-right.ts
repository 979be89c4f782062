import type { Right, ScannerConfig } from '@scantix/api-contract';

/** Whether a configuration gives a right. One that tells none, as that of an older server, gives all of them. */
export function hasRight({ rights }: ScannerConfig, right: Right): boolean {
  return rights?.includes(right) ?? true;
}
