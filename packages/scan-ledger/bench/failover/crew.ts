import type { ClerkEvent, DeviceEnd } from '../chaos/history.ts';
import type { SignedIn } from '../domain.ts';
import type { Presented } from '../page/gate.ts';
import { ORIGIN } from './app-machine.ts';
import type { Acknowledged } from './find-forgotten.ts';
import { type Gate, openGate } from './gate.ts';

/** Gates that scan at the same time. */
export interface Crew {
  readonly events: readonly ClerkEvent[];
  readonly acknowledged: readonly Acknowledged[];
  /** When each gate heard of a recorded scan, by its device: epoch milliseconds. */
  readonly heard: ReadonlyMap<string, readonly number[]>;
  /** Stops scanning, and resolves when everything is sent. */
  finish(): Promise<DeviceEnd[]>;
}

export interface CrewOptions {
  readonly sessions: ReadonlyMap<string, SignedIn>;
  readonly nextCode: (device: string) => Presented;
  readonly random: () => number;
}

export async function openCrew({ sessions, nextCode, random }: CrewOptions): Promise<Crew> {
  const events: ClerkEvent[] = [];
  const acknowledged: Acknowledged[] = [];
  const heard = new Map<string, number[]>();
  const gates: Gate[] = [];
  for (const [device, session] of sessions) {
    const times: number[] = [];
    heard.set(device, times);
    gates.push(
      await openGate({
        ...{ device, session, random, origin: ORIGIN, nextCode: () => nextCode(device) },
        onEvent: (event) => void events.push(event),
        onAcknowledged(scan) {
          acknowledged.push(scan);
          times.push(scan.at);
        },
      }),
    );
  }
  return { events, acknowledged, heard, finish: () => Promise.all(gates.map((gate) => gate.finish())) };
}
