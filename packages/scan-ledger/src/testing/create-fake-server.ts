import type { ApiOutcome, ConflictRecord, Scan, ScanConflict, ScanResult, Undo, Verdict } from '@scantix/api-contract';
import type { SnapshotPage } from '@scantix/api-contract/snapshot';
import type { ScanTransport, TicketsSource } from '../ports/server.ts';
import { createFakeRecords, type FakeRecord } from './create-fake-records.ts';
import { createFakeTickets, type FakeTickets, type FakeTicketsOptions } from './create-fake-tickets.ts';

export type Answer = ApiOutcome<{ results: ScanResult[] }>;

/** What the server does with one call, given how it would have answered. Never settling models a call that hangs. */
export type Script = (call: { scans: Scan[]; handle: () => Answer; signal: AbortSignal }) => Answer | Promise<Answer>;

/** What a scan gets: parts of a verdict other than accepted, or a rejection for good. */
export type Ruling = Partial<Verdict> & { readonly rejected?: NonNullable<ScanResult['error']> };

/** A server in memory: idempotent by id like the real one, and scriptable call by call. */
export interface FakeServer extends ScanTransport, TicketsSource {
  /** What it has recorded: each id once, with who claimed it. */
  readonly recorded: ReadonlyMap<string, FakeRecord>;
  /** The undos that it has taken, by the id of their scan. */
  readonly undone: ReadonlyMap<string, Undo>;
  /** Knows a scan no more, as after a backup was restored. */
  forget(scanId: string): void;
  /** Conflicts that nobody has acknowledged. */
  readonly openConflicts: ReadonlyMap<string, ScanConflict & { scan_id: string }>;
  /** Ids of each call, in order. */
  readonly calls: readonly (readonly string[])[];
  /** How often pages of tickets were asked for. */
  readonly pageCalls: number;
  /** The tickets of the domain; scans are judged by them once there is one. */
  readonly tickets: FakeTickets;
  /** Scripts the next calls, one each; after them it answers again as it should. */
  next(...scripts: Script[]): void;
  /** Scripts every call until called with `null`. */
  always(script: Script | null): void;
  /** Whether calls other than of scans get through. */
  setReachable(reachable: boolean): void;
  /** Changes the next page of tickets on its way. */
  nextPage(change: (page: SnapshotPage) => ApiOutcome<SnapshotPage> | Promise<ApiOutcome<SnapshotPage>>): void;
  /** Decides what a scan gets. @default by its ticket; accepted while there are no tickets */
  decide(by: (scan: Scan) => Ruling): void;
  /** Resolves when the nth call (from 1) has come in. */
  called(times: number): Promise<void>;
}

/** Options of createFakeServer. */
export interface FakeServerOptions extends Partial<FakeTicketsOptions> {
  /** The server's clock: epoch milliseconds. */
  readonly now?: () => number;
}

export function createFakeServer({ now = Date.now, ...options }: FakeServerOptions = {}): FakeServer {
  const calls: string[][] = [];
  const queue: Script[] = [];
  const pageQueue: Parameters<FakeServer['nextPage']>[0][] = [];
  const waiters: { times: number; resolve: () => void }[] = [];
  const tickets = createFakeTickets({ now, ...options });
  let pageCalls = 0;
  let ticketing: 'on' | 'off' = 'off';
  let standing: Script | null = null;
  let reachable = true;
  let rule: (scan: Scan) => Ruling = () => ({});
  const records = createFakeRecords({ tickets, ticketing: () => ticketing, now });
  const { recorded, undone, openConflicts } = records;

  const value = <T>(answer: T): ApiOutcome<T> => ({ ok: true, value: answer, date: new Date(now()) });
  const nothing = (): ApiOutcome<never> => ({
    ok: false,
    failure: { kind: 'unreachable', cause: new TypeError('Failed to fetch') },
  });

  function answer(scan: Scan): ScanResult {
    const { rejected, ...ruling }: Ruling = recorded.has(scan.id) ? {} : rule(scan);
    return rejected ? { id: scan.id, status: 'rejected', error: rejected } : records.answer(scan, ruling);
  }

  return {
    recorded,
    undone,
    openConflicts,
    calls,
    get pageCalls() {
      return pageCalls;
    },
    tickets: {
      ...tickets,
      set(barcode, state) {
        ticketing = 'on';
        tickets.set(barcode, state);
      },
    },
    next: (...scripts) => void queue.push(...scripts),
    always(script) {
      standing = script;
    },
    setReachable(to) {
      reachable = to;
    },
    nextPage: (change) => void pageQueue.push(change),
    decide(by) {
      rule = by;
    },
    called(times) {
      if (calls.length >= times) return Promise.resolve();
      return new Promise((resolve) => void waiters.push({ times, resolve }));
    },
    forget: (scanId) => void recorded.delete(scanId),
    async send(scans, { signal }) {
      calls.push(scans.map(({ id }) => id));
      for (const { times, resolve } of waiters) if (calls.length >= times) resolve();
      const handle = (): Answer => value({ results: scans.map(answer) });
      const script = queue.shift() ?? standing;
      if (script) return script({ scans, handle, signal });
      return reachable ? handle() : nothing();
    },
    async undo(scanId, undo) {
      if (!reachable) return nothing();
      const result = records.undo(scanId, undo);
      if (result) return value(result);
      const failure = { kind: 'refused' as const, status: 404, code: 'not_found' as const, message: 'Unknown scan' };
      return { ok: false, failure };
    },
    async listConflicts() {
      if (!reachable) return nothing();
      const createdAt = new Date(now()).toISOString();
      return value([...openConflicts.values()].map((open) => ({ ...open, created_at: createdAt }) as ConflictRecord));
    },
    async acknowledgeConflict(id) {
      if (!reachable) return nothing();
      openConflicts.delete(id);
      return value(undefined);
    },
    async fetchPage(request) {
      pageCalls += 1;
      if (!reachable) return nothing();
      const page = await tickets.page(request);
      const change = pageQueue.shift();
      return change ? change(page) : value(page);
    },
  };
}

/** Nothing answers: no network, or a captive portal's page. */
export const unreachable: Script = () => ({
  ok: false,
  failure: { kind: 'unreachable', cause: new SyntaxError('<html> is not JSON') },
});

/** The call never ends. */
export const hang: Script = () => new Promise(() => {});

/** The server commits, and its answer is lost on the way back. */
export const loseAnswer: Script = (call) => {
  call.handle();
  return unreachable(call);
};

/** The server refuses the call as a whole. */
export function refuse(
  status: number,
  code:
    | 'unavailable'
    | 'rate_limited'
    | 'unauthenticated'
    | 'invalid_request'
    | 'too_large'
    | 'not_found' = 'unavailable',
  retryAfterMs?: number,
): Script {
  const failure = { kind: 'refused' as const, status, code, message: `refused with ${status}` };
  return () => ({ ok: false, failure: retryAfterMs === undefined ? failure : { ...failure, retryAfterMs } });
}
