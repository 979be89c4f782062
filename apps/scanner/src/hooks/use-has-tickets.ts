import { useSyncExternalStore } from 'react';
import { useApp } from '../services/app-context.ts';

/** Whether the domain has tickets: without, every code is accepted, and nobody counts who is inside. */
export function useHasTickets(): boolean {
  const { scannerConfig } = useApp();
  return useSyncExternalStore(scannerConfig.subscribe, scannerConfig.current)?.ticketing !== 'off';
}
