import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { postScans } from '@scantix/api-contract';
import { type GateSession, scansBody, type Venue } from './venue.ts';

/** What gates measured. */
export interface GatesReport {
  readonly scans: number;
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

const WARM_UP_MS = 2_000;
const agent = new Agent({ keepAlive: true });

/** Posts a call. Resolves with the body of the answer. @throws if it is not 200 */
export function callApi(origin: string, path: string, token: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const sent = request(
      `${origin}${path}`,
      { agent, method: body === undefined ? 'GET' : 'POST', headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode === 200) resolve(text);
          else reject(new Error(`${path} was answered ${answer.statusCode}: ${text}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Lets every gate scan the tickets of its venue, one call after the other, each ticket once. */
export async function callGates(
  origin: string,
  venues: readonly Venue[],
  { seconds, scansPerCall, pauseMs = 0 }: GatesOptions,
): Promise<GatesReport> {
  const times: number[] = [];
  // The first calls compile the program.
  const countsFrom = performance.now() + WARM_UP_MS;
  const endsAt = countsFrom + seconds * 1_000;
  const gateOf = (venue: Venue, next: () => number) => async (gate: GateSession) => {
    if (pauseMs > 0) await sleep(Math.random() * pauseMs);
    while (performance.now() < endsAt) {
      const first = next();
      if (first + scansPerCall > venue.tickets) throw new Error(`${venue.name} has no tickets left`);
      const body = scansBody(venue, gate, first, scansPerCall);
      const calledAt = performance.now();
      const answer = await callApi(origin, postScans.path, gate.token, body);
      if (answer.split('"outcome":"accepted"').length - 1 !== scansPerCall) throw new Error(`Not accepted: ${answer}`);
      if (calledAt >= countsFrom) times.push(performance.now() - calledAt);
      if (pauseMs > 0) await sleep((0.5 + Math.random()) * pauseMs);
    }
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
  return { scans: times.length * scansPerCall, seconds: (performance.now() - countsFrom) / 1_000, times };
}
