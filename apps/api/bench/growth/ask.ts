import {
  BREAKDOWNS,
  countScans,
  getReportBreakdown,
  getReportSummary,
  getReportTimeline,
  listScans,
  postScans,
  searchTickets,
} from '@scantix/api-contract';
import { scansBody, type Venue } from '../api/venue.ts';

const DAY_MS = 86_400_000;

/** Sends one call of a kind. `turn` makes each another one, with another ticket. */
export type Ask = (turn: number) => Promise<unknown>;

/** A viewer or a gate of a venue at an API. */
export interface Asker {
  readonly origin: string;
  readonly venue: Venue;
}

/** The periods of Reports, with the steps of their timelines. */
const PERIODS = [
  ['an hour', DAY_MS / 24, '60000'],
  ['a day', DAY_MS, '300000'],
  ['30 days', 30 * DAY_MS, '3600000'],
] as const;

/** Every kind of call that grows with what is stored, by its name. */
export function kindsOfCalls({ origin, venue }: Asker): Readonly<Record<string, Ask>> {
  const [gate] = venue.gates;
  if (!gate) throw new Error('The venue has no gate');
  const post = (path: string, body: unknown) => callApi(origin, path, gate.token, JSON.stringify(body));
  const report = (path: string, lengthMs: number, turn: number, more: Record<string, string> = {}) => {
    // Viewers who ask for the same share an answer.
    const to = Date.now() + turn * 2_000;
    const period = { from: new Date(to - lengthMs).toISOString(), to: new Date(to).toISOString() };
    return callApi(origin, `${path}?${new URLSearchParams({ ...period, ...more })}`, gate.token);
  };
  const reports = PERIODS.flatMap(([name, lengthMs, step_ms]): [string, Ask][] => [
    [`report of ${name}: summary`, (turn) => report(getReportSummary.path, lengthMs, turn)],
    [`report of ${name}: timeline`, (turn) => report(getReportTimeline.path, lengthMs, turn, { step_ms })],
    [
      `report of ${name}: breakdowns`,
      (turn) =>
        report(getReportBreakdown.path, lengthMs, turn, { by: BREAKDOWNS[turn % BREAKDOWNS.length] ?? 'reason' }),
    ],
  ]);
  const search = (text: (turn: number) => string): Ask => {
    return (turn) => post(listScans.path, { search: text(turn) });
  };
  return {
    'decision of a scan': async (turn) => {
      const answer = await callApi(origin, postScans.path, gate.token, scansBody(venue, gate, turn, 1));
      if (!answer.includes('"outcome":"accepted"')) throw new Error(`Not accepted: ${answer}`);
    },
    'newest scans': () => post(listScans.path, {}),
    'search of scans by code': search((turn) => `old-${100 + turn}`),
    'search of scans by name': search((turn) => `visitor ${(100 + turn).toString(16)} `),
    'search of scans for nothing': search((turn) => `nobody at all ${turn}`),
    'search of tickets by name': (turn) => post(searchTickets.path, { query: `visitor ${(100 + turn).toString(16)} ` }),
    'counts of Results': () => post(countScans.path, {}),
    ...Object.fromEntries(reports),
  };
}

/** Posts a body, or gets. Resolves with the body of the answer. @throws if it is not 200 */
async function callApi(origin: string, path: string, token: string, body?: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  const answer = await fetch(`${origin}${path}`, init);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text}`);
  return text;
}
