import { useSyncExternalStore } from 'react';
import { useStart } from '../services/app-context.ts';

/** Whether a reload brings a newer build of the app. */
export function useUpdateReady(): boolean {
  const { update } = useStart();
  return useSyncExternalStore(update.subscribe, update.getSnapshot);
}
