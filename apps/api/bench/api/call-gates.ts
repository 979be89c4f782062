import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection } from './gate-connection.ts';
import { type GateSession, scansBody, type Venue } from './venue.ts';

/** What gates measured, once the program is compiled. */
export interface GatesReport {
  readonly scans: number;
  /** With those before. */
  readonly allScans: number;
  readonly seconds: number;
  /** The milliseconds from each call to its answer. */
  readonly times: readonly number[];
}

/** How gates scan. */
export interface GatesOptions {
  readonly seconds: number;
  readonly scansPerCall: number;
  /** From an answer to the next call, up to this. @default 0 */
  readonly pauseMs?: number;
}

const WARM_UP_MS = 5_000;

/**
 * Lets every gate scan the tickets of its venue, one call after the other, each ticket once.
 * @param origins of the API's processes: gates take them by turns
 */
export async function callGates(
  origins: readonly string[],
  venues: readonly Venue[],
  { seconds, scansPerCall, pauseMs = 0 }: GatesOptions,
): Promise<GatesReport> {
  const times: number[] = [];
  let calls = 0;
  // The first calls compile the program.
  const countsFrom = performance.now() + WARM_UP_MS;
  const endsAt = countsFrom + seconds * 1_000;
  let gates = 0;
  const gateOf = (venue: Venue, next: () => number) => async (gate: GateSession) => {
    const origin = origins[gates++ % origins.length] as string;
    const connection = await openConnection(origin, gate.token);
    if (pauseMs > 0) await sleep(Math.random() * pauseMs);
    while (performance.now() < endsAt) {
      const first = next();
      if (first + scansPerCall > venue.tickets) throw new Error(`${venue.name} has no tickets left`);
      const body = scansBody(venue, gate, first, scansPerCall);
      const calledAt = performance.now();
      const answer = await connection.post(body);
      if (answer.split('"outcome":"accepted"').length - 1 !== scansPerCall) throw new Error(`Not accepted: ${answer}`);
      calls += 1;
      if (calledAt >= countsFrom) times.push(performance.now() - calledAt);
      if (pauseMs > 0) await sleep((0.5 + Math.random()) * pauseMs);
    }
    connection.close();
  };
  await Promise.all(
    venues.flatMap((venue) => {
      let ticket = 0;
      const scan = gateOf(venue, () => {
        ticket += scansPerCall;
        return ticket - scansPerCall;
      });
      return venue.gates.map(scan);
    }),
  );
  const [scans, allScans] = [times.length * scansPerCall, calls * scansPerCall];
  return { scans, allScans, seconds: (performance.now() - countsFrom) / 1_000, times };
}
