import type { Scan } from '@scantix/api-contract';
import { startOfDay } from '@scantix/i18n';
import { useNow } from '@scantix/ui-shell/react';
import { useMemo } from 'react';
import { useApp } from '../services/app-context.ts';

const MINUTE_MS = 60_000;

/** The server's clock, as far as this device knows it; before the first answer the clock of the device. */
export interface ServerClock {
  /** Epoch milliseconds. */
  now(): number;
  /** When a scan of this device was made. */
  madeAt(scan: Pick<Scan, 'claimed_at' | 'clock_offset_ms'>): number;
  /** What the clock of this device shows at a time, to a minute: the scans of its log have the times of that clock. */
  toDevice(at: number): number;
}

/** The server's clock: what is compared with it does not change when somebody sets the clock of the device. */
export function useServerClock(): ServerClock {
  const { ledger } = useApp();
  return useMemo(() => {
    const offsetMs = () => ledger.readClock()?.offsetMs ?? 0;
    return {
      now: () => Date.now() + offsetMs(),
      madeAt: ({ claimed_at, clock_offset_ms }) => Date.parse(claimed_at) + (clock_offset_ms ?? offsetMs()),
      toDevice: (at) => at - Math.round(offsetMs() / MINUTE_MS) * MINUTE_MS,
    };
  }, [ledger]);
}

/**
 * Midnight of the current day by the server's clock, in epoch milliseconds. The component renders again as time passes: a
 * day ends without scans, too.
 */
export function useToday(timeZone: string | undefined): number {
  const clock = useServerClock();
  useNow(30_000);
  return startOfDay(clock.now(), timeZone);
}
