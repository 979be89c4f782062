import type { Right } from '@scantix/api-contract';
import { useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import { useApp } from '../services/app-context.ts';
import { hasRight } from '../services/has-right.ts';

/**
 * Whether the signed-in clerk has a right; `null` until the server has told. One that tells no rights gives all of them,
 * and so does one that cannot be reached: the server decides anyway.
 */
export function useRight(right: Right): boolean | null {
  const { scannerConfig } = useApp();
  const config = useSyncExternalStore(scannerConfig.subscribe, scannerConfig.current);
  const failed = useSyncExternalStore(scannerConfig.subscribe, scannerConfig.failed);
  return config ? hasRight(config, right) : failed || null;
}

/** Whether the signed-in clerk may take back a scan of a clerk: with `scan` the own ones, and with `supervise` all. */
export function useMayUndo(claimedBy: string): boolean {
  const supervises = useRight('supervise');
  const scans = useRight('scan');
  const user = useAtomValue(useApp().atoms.userAtom);
  return supervises !== false || (scans !== false && user?.clerk === claimedBy);
}
