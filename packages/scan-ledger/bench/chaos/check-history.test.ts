import type { Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { ClerkEvent, History, LoggedScan, StoredScan } from './history.ts';

const DOMAIN = 'north';
const DEVICE = 'gate-1';
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString();

function verdict(changed: Partial<Verdict> = {}): Verdict {
  return { outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: at(1), ...changed };
}
const refused = (changed: Partial<Verdict> = {}) => verdict({ outcome: 'refused', reason: 'already_used', ...changed });
const byDevice = (changed: Partial<Verdict> = {}) => verdict({ certainty: 'device', ...changed });
const pending = verdict({ outcome: 'undecided', reason: 'server_unreachable', certainty: 'pending' });

/** A regular scan of the ticket T, and how this one differs. */
interface Course {
  readonly id?: string;
  readonly device?: string;
  readonly shown?: readonly Verdict[];
  readonly stored?: Partial<StoredScan> | null;
  readonly logged?: Partial<LoggedScan> | null;
  readonly begun?: boolean;
  readonly healthy?: boolean;
  readonly tookMs?: number;
  readonly mode?: 'entry' | 'exit';
}

const TICKET = { domain: DOMAIN, barcode: 'T', allowed: 1, used: 0, inside: 0, firstUse: null };

function play(courses: readonly Course[], changed: Partial<History> = {}): History {
  const events: ClerkEvent[] = [];
  const scans: StoredScan[] = [];
  const logs = new Map<string, LoggedScan[]>([[DEVICE, []]]);
  for (const [index, course] of courses.entries()) {
    const { id = 'a', device = DEVICE, mode = 'entry', shown = [verdict({ mode })], begun = true } = course;
    const { stored = {}, logged = {}, healthy = false, tookMs = 100 } = course;
    const scan: LoggedScan['scan'] = {
      id,
      barcode: 'T',
      symbology: 'qr_code',
      scan_method: 'camera',
      mode,
      checkpoint_id: 'c',
      claimed_at: at(0),
      device_id: device,
      claimed_by: 'ada',
    };
    const code = { device, domain: DOMAIN };
    if (begun) events.push({ kind: 'begun', ...code, barcode: 'T' }, { kind: 'recorded', ...code, scan });
    for (const one of shown) events.push({ kind: 'shown', device, id, verdict: one, tookMs, healthy });
    const row = { ...code, id, barcode: 'T', mode, clerk: 'ada', verdict: verdict({ mode }), deviceVerdict: null };
    if (stored) scans.push({ ...row, happenedAt: index, receivedAt: index, ...stored });
    const entry = { scan, domain: DOMAIN, sync: 'sent', verdict: stored?.verdict ?? verdict({ mode }) } as const;
    if (logged) logs.set(device, [...(logs.get(device) ?? []), { ...entry, ...logged }]);
  }
  const passed = scans.filter((scan) => scan.verdict.outcome === 'accepted');
  const entries = passed.filter((scan) => scan.mode === 'entry');
  const inside = 2 * entries.length - passed.length;
  return {
    events,
    devices: [...logs].map(([device, log]) => ({ device, log, waiting: 0, conflicts: [] })),
    scans,
    tickets: [{ ...TICKET, used: entries.length, inside, firstUse: entries[0]?.id ?? null }],
    conflicts: [],
    undos: [],
    ...changed,
  };
}

const kinds = (history: History) => [...new Set(checkHistory(history).map(({ kind }) => kind))];

test('finds nothing in a correct run', () => {
  const second = { id: 'b', shown: [pending, refused()], stored: { verdict: refused() } };
  expect(checkHistory(play([{}, second]))).toEqual([]);
});

test('finds nothing where the device died before a scan was acknowledged', () => {
  const history = play([]);
  expect(kinds({ ...history, events: [{ kind: 'begun', device: DEVICE, domain: DOMAIN, barcode: 'T' }] })).toEqual([]);
});

const undone: ClerkEvent = { kind: 'undone', device: DEVICE, id: 'a' };
const undo = { id: 'u', scanId: 'a' };
const unused = [TICKET];

test('finds nothing where an entry was undone, and the ticket admitted somebody else', () => {
  const history = play([{}, { id: 'b' }], {
    undos: [undo],
    tickets: [{ ...TICKET, used: 1, inside: 1, firstUse: 'b' }],
  });
  expect(checkHistory({ ...history, events: [...history.events, undone] })).toEqual([]);
});

test("accepts that a device does not send a verdict that equals the server's", () => {
  const given = byDevice({ decided_at: at(3) });
  expect(checkHistory(play([{ shown: [given], logged: { verdict: given, serverVerdict: verdict() } }]))).toEqual([]);
});

test('accepts a refusal of the device as final for the ticket', () => {
  const away = refused({ certainty: 'device' });
  const history = play([{ shown: [away], stored: { deviceVerdict: away }, logged: { verdict: away } }]);
  expect(checkHistory({ ...history, tickets: unused })).toEqual([]);
});

test.for<[string, History]>([
  ['was undone, and is not in the database', { ...play([{}]), events: [...play([{}]).events, undone] }],
  ['is not in the database', play([{ stored: null, shown: [] }])],
  ['is not in the log of its device', play([{ logged: null }, { id: 'b', stored: null, shown: [], logged: null }])],
  ['is recorded for another clerk', play([{ stored: { clerk: 'bob' } }])],
  ['is recorded with another code', play([{ stored: { barcode: 'U' } }], { tickets: [] })],
  ['ended in quarantine', play([{ logged: { sync: 'quarantined' } }])],
  ['did not count on its ticket', play([{}], { tickets: [TICKET] })],
  ['still waits', play([{}], { devices: [{ device: DEVICE, log: [], waiting: 1, conflicts: [] }] })],
])('calls it lost when an acknowledged scan %s', ([, history]) => {
  expect(kinds(history)).toContain('lost');
});

test.for<[string, History]>([
  ['is undone twice', play([{}], { undos: [undo, { ...undo, id: 'v' }], tickets: unused })],
  ['is recorded twice', { ...play([{}]), scans: [...play([{}]).scans, ...play([{}]).scans] }],
  ['is recorded under two ids', play([{}, { id: 'b', begun: false, stored: { verdict: refused() }, shown: [] }])],
  ['counts twice on its ticket', play([{}], { tickets: [{ ...TICKET, allowed: 2, used: 2 }] })],
  [
    'is recorded and was made by nobody',
    play([{}, { id: 'b', logged: null, stored: { verdict: refused() }, shown: [] }]),
  ],
])('calls it doubled when a scan %s', ([, history]) => {
  expect(kinds(history)).toContain('doubled');
});

const letInByDevice = {
  id: 'b',
  device: 'gate-2',
  shown: [byDevice()],
  stored: { verdict: byDevice(), deviceVerdict: byDevice() },
};
const conflict = { id: 'x', scanId: 'b', withScanId: 'a' };

test('lets two gates that were offline accept one ticket, if one of them is in conflict', () => {
  expect(checkHistory(play([{}, letInByDevice], { conflicts: [conflict] }))).toEqual([]);
  const late = { ...letInByDevice, stored: { verdict: refused(), deviceVerdict: byDevice() } };
  const logged = { verdict: byDevice(), serverVerdict: refused() };
  const tickets = [{ ...TICKET, used: 2, inside: 2, firstUse: 'a' }];
  expect(checkHistory(play([{}, { ...late, logged }], { conflicts: [conflict], tickets }))).toEqual([]);
});

test.for<[string, History]>([
  ["the server's, and the database holds another", play([{ shown: [refused()] }])],
  ["the server's, and the database holds none", play([{ stored: null }])],
  ["the server's of another time", play([{ shown: [verdict({ decided_at: at(9) })] }])],
  ["the device's, and the database knows only the opposite", play([{ shown: [refused({ certainty: 'device' })] }])],
  ["the device's, and changed", play([{ shown: [byDevice(), verdict()], stored: { deviceVerdict: byDevice() } }])],
  ["nobody's, and admitted somebody", play([{ shown: [verdict({ certainty: 'pending' })] }])],
  ['one verdict, and the log holds another', play([{ logged: { verdict: refused() } }])],
  ['accepted, as another scan of the single entry was', play([{}, { id: 'b' }])],
  ['accepted by a device, as by another, without a conflict', play([{}, letInByDevice])],
  [
    'accepted by a device, refused by the server, without a conflict',
    play([{}, { ...letInByDevice, stored: { verdict: refused(), deviceVerdict: byDevice() } }]),
  ],
  [
    'accepted in a conflict that there was not',
    play([letInByDevice], { conflicts: [{ ...conflict, withScanId: null }] }),
  ],
  ['accepted in a conflict with nothing', play([{}, letInByDevice], { conflicts: [{ ...conflict, withScanId: 'q' }] })],
])('calls the certainty wrong when a verdict was %s', ([, history]) => {
  expect(kinds(history)).toContain('wrong certainty');
});

const twoHealthy = play([
  { healthy: true },
  { id: 'b', healthy: true, device: 'gate-2', stored: { device: 'gate-2' } },
]);

test('a conflict does not excuse two healthy gates that admit one ticket', () => {
  const inConflict = { ...twoHealthy, conflicts: [conflict] };
  expect(kinds(inConflict)).toContain('double admission');
  const events = inConflict.events.map((event) => (event.kind === 'shown' ? { ...event, healthy: false } : event));
  expect(kinds({ ...inConflict, events })).not.toContain('double admission');
  expect(kinds({ ...inConflict, undos: [undo] })).not.toContain('double admission');
});

test('a healthy gate waits for the server, as long as its budget', () => {
  const given = byDevice({ decided_at: at(3) });
  const course = { shown: [given], logged: { verdict: given, serverVerdict: verdict() } };
  expect(kinds(play([{ ...course, healthy: true }]))).toEqual(['wrong certainty']);
  expect(kinds(play([{ ...course, healthy: true, tookMs: 3_001 }]))).toEqual([]);
});

test('who has left is outside, whichever of the two scans arrives first', () => {
  const exit: Course = { id: 'b', mode: 'exit' };
  expect(checkHistory(play([{}, exit]))).toEqual([]);
  const late = { verdict: byDevice(), deviceVerdict: null, happenedAt: 5, receivedAt: 9 };
  const early = {
    ...exit,
    shown: [byDevice({ mode: 'exit' })],
    stored: { ...late, verdict: byDevice({ mode: 'exit' }) },
  };
  const history = play([early, { shown: [byDevice()], stored: { ...late, happenedAt: 4 } }]);
  expect(kinds(history)).not.toContain('wrong inside');
  const inside = [{ ...TICKET, used: 1, inside: 1, firstUse: 'a' }];
  expect(kinds({ ...history, tickets: inside })).toContain('wrong inside');
});

test.for<[string, Partial<typeof TICKET>]>([
  ['outside, and entered', { inside: 0 }],
  ['first used by another scan', { firstUse: null }],
])('calls the state wrong when a ticket is %s', ([, changed]) => {
  const history = play([{}]);
  const tickets = history.tickets.map((ticket) => ({ ...ticket, ...changed }));
  expect(kinds({ ...history, tickets })).toEqual(['wrong inside']);
});

test('excuses what the browser deleted before the server had it', () => {
  const history = play([{ shown: [pending], stored: null }], { devices: [], tickets: [TICKET] });
  const evicted: ClerkEvent = { kind: 'evicted', device: DEVICE };
  expect(kinds(history)).toContain('lost');
  expect(kinds({ ...history, events: [...history.events, evicted] })).toEqual([]);
  expect(kinds({ ...history, events: [evicted, ...history.events] })).toContain('lost');
  // The deletion came while the scan was recorded.
  const overtaken = history.events.map((event) => (event.kind === 'recorded' ? { ...event, isEvicted: true } : event));
  expect(kinds({ ...history, events: [evicted, ...overtaken] })).toEqual([]);
  const answered = play([{ stored: null }], { devices: [], tickets: [TICKET] });
  expect(kinds({ ...answered, events: [...answered.events, evicted] })).toContain('lost');
});

test('a scan that the server had, whose tick nobody heard before the kill, may be gone with the storage', () => {
  const evicted: ClerkEvent = { kind: 'evicted', device: DEVICE };
  const begun: ClerkEvent = { kind: 'begun', device: DEVICE, domain: DOMAIN, barcode: 'T' };
  const history = play([{ begun: false, shown: [], logged: null }]);
  expect(kinds({ ...history, events: [begun] })).toEqual(['doubled']);
  expect(kinds({ ...history, events: [begun, evicted] })).toEqual([]);
  expect(kinds({ ...history, events: [evicted, begun] })).toEqual(['doubled']);
  // Each presented code explains one scan.
  const twin = play([{}, { id: 'b', begun: false, shown: [], logged: null, stored: { verdict: refused() } }]);
  expect(kinds({ ...twin, events: [...twin.events, evicted] })).toEqual(['doubled']);
});

test('finds a call of the ledger that does not end, of the build of now', () => {
  const history = play([{}]);
  const stuck = (what: string): ClerkEvent => ({ kind: 'stuck', device: DEVICE, what });
  expect(kinds({ ...history, events: [...history.events, stuck('earlier build: decide 1')] })).toEqual([]);
  expect(kinds({ ...history, events: [...history.events, stuck('decide 1')] })).toEqual(['stuck']);
});

test('keeps two domains with the same code apart', () => {
  const south = { domain: 'south' };
  const history = play([{}]);
  expect(kinds({ ...history, scans: history.scans.map((scan) => ({ ...scan, ...south })) })).toContain('lost');
});
