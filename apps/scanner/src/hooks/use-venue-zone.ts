import { useSyncExternalStore } from 'react';
import { otherZone } from '../format/other-zone.ts';
import { useApp } from '../services/app-context.ts';

/** The venue's time zone where the device has another one: days begin at the venue's midnight. */
export function useVenueZone(): string | undefined {
  const { scannerConfig } = useApp();
  return otherZone(useSyncExternalStore(scannerConfig.subscribe, scannerConfig.current)?.time_zone);
}
