import type { World } from '../chaos/create-world.ts';
import type { Gate } from '../chaos/gate.ts';
import type { ClerkEvent } from '../chaos/history.ts';
import type { Presented } from '../page/gate.ts';

/** A device that scans on a good network, and what its clerk saw. */
export interface Device {
  readonly name: string;
  readonly events: readonly ClerkEvent[];
  /** Opens the device, presents codes, waits until nothing waits, and closes it. */
  scan(codes: readonly Presented[]): Promise<void>;
}

export function createDevice(world: World, name: string): Device {
  const events: ClerkEvent[] = [];
  const gate: Gate = world.openGate(name, (event) => void events.push(event));
  return {
    name,
    events,
    async scan(codes) {
      const shift = await world.shiftAt(name, { clerk: 0 });
      await gate.visit({
        ...{ shifts: [shift], codes: [codes], killAfter: null, aim: 'at the tick' },
        ...{ outage: 'none', outageEndsAfter: 0 },
      });
      await gate.finish([shift]);
    },
  };
}

/** An entry on a ticket. */
export function entry(barcode: string): Presented {
  return { barcode, mode: 'entry', waits: true, undone: false };
}

/** Entries on the tickets of a device, now and then undone or followed by the exit. */
export function ownCodes(device: string, from: number, count: number): Presented[] {
  return Array.from({ length: count }, (_, n) => {
    const code = entry(`${device}-${from + n}`);
    if (n % 10 === 9) return { ...code, undone: true };
    return n % 10 === 8 ? { ...code, barcode: `${device}-${from + n - 1}`, mode: 'exit' } : code;
  });
}

/** Whether a code of {@link ownCodes} is an entry that stays. */
export function isEntry(n: number): boolean {
  return n % 10 < 7;
}

/** The ids of the recorded scans of these events, by code. */
export function recordedIds(events: readonly ClerkEvent[]): Map<string, string> {
  const recorded = events.filter((event) => event.kind === 'recorded');
  return new Map(recorded.map(({ scan }) => [scan.id, scan.barcode]));
}
