import { formatDeviceState } from '@scantix/api-contract';
import type { ScanLedger } from '@scantix/scan-ledger';

/** What browsers with the Battery Status API have. */
interface Battery {
  readonly level: number;
  readonly charging: boolean;
}

interface Options {
  readonly ledger: Pick<ScanLedger, 'getSnapshot'>;
  readonly checkpointId: () => string | null;
  readonly navigator: Navigator & { getBattery?: () => Promise<Battery> };
}

/** Returns what this device says of itself with its calls: supervisors see it at the live gates. */
export async function readDeviceState({ ledger, checkpointId, navigator }: Options): Promise<() => string> {
  const battery = await navigator.getBattery?.().catch(() => undefined);
  return () => {
    const { waiting, tickets } = ledger.getSnapshot();
    return formatDeviceState({
      ...{ waiting, ticketsAt: tickets.generatedAt, checkpointId: checkpointId() },
      ...(battery && { battery: battery.level, charging: battery.charging }),
    });
  };
}
