import {
  type AnswerHeaders,
  type ApiErrorCode,
  type ApiOutcome,
  type ConflictRecord,
  NO_ANSWER_HEADERS,
  type Scan,
  type ScanConflict,
  type ScanResult,
  type Undo,
  type Verdict,
} from '@scantix/api-contract';
import type { SnapshotPage } from '@scantix/api-contract/snapshot';
import type { ScanTransport, TicketsSource } from '../ports/server.ts';
import { createFakeRecords, type FakeRecord } from './create-fake-records.ts';
import { createFakeTickets, type FakeTickets, type FakeTicketsOptions } from './create-fake-tickets.ts';

/** The server's answer to a call with scans. */
export type Answer = ApiOutcome<{ results: ScanResult[] }>;

/** The server's answer to a call for a segment of tickets. */
type SegmentAnswer = Awaited<ReturnType<TicketsSource['fetchSegment']>>;

/** Answers one call; `handle` gives the regular answer. A promise that never settles models a call that hangs. */
export type Script = (call: {
  readonly scans: Scan[];
  readonly handle: () => Answer;
  readonly signal: AbortSignal;
  /** The headers of an answer that changes nothing. */
  readonly headers: AnswerHeaders;
}) => Answer | Promise<Answer>;

/** The fields of a verdict that differ from accepted, or a rejection for good. */
export type Ruling = Partial<Verdict> & { readonly rejected?: NonNullable<ScanResult['error']> };

/** A server in memory: idempotent by id like the real one, with scripts for single calls. */
export interface FakeServer extends ScanTransport, TicketsSource {
  /** The recorded scans by id. */
  readonly recorded: ReadonlyMap<string, FakeRecord>;
  /** The recorded undos, by the id of their scan. */
  readonly undone: ReadonlyMap<string, Undo>;
  /** Deletes a scan, without a trace in the headers of the answers. */
  forget(scanId: string): void;
  /** The number of the newest change of the device; 0: none. */
  readonly receipts: number;
  /** Restores a backup that was made when the newest change had this number. */
  restore(receipt: number): void;
  /** Replaces the database by an empty one with the same tickets. */
  replaceDatabase(): void;
  /** Names this number in the headers instead of the newest, as to another device; `null`: the newest. */
  tellReceipt(receipt: number | null): void;
  /** What the headers of later answers say of the server; `null`: nothing, as those of an older or foreign server. */
  introduce(as: { readonly build: string } | null): void;
  /** Conflicts that nobody has acknowledged. */
  readonly openConflicts: ReadonlyMap<string, ScanConflict & { scan_id: string }>;
  /** The scan ids of each call, in order. */
  readonly calls: readonly (readonly string[])[];
  /** How many pages of tickets were requested. */
  readonly pageCalls: number;
  /** How many segments of tickets were requested. */
  readonly segmentCalls: number;
  /** The tickets of the domain; from the first one on they decide scans. */
  readonly tickets: FakeTickets;
  /** Scripts the next calls, one each; later calls get the regular answer. */
  next(...scripts: Script[]): void;
  /** Scripts every call until called with `null`. */
  always(script: Script | null): void;
  /** Sets whether calls reach the server; a script takes precedence. */
  setReachable(reachable: boolean): void;
  /** Changes the next page of tickets in transit. */
  nextPage(change: (page: SnapshotPage) => ApiOutcome<SnapshotPage> | Promise<ApiOutcome<SnapshotPage>>): void;
  /** Changes the next segment of tickets in transit. */
  nextSegment(change: (answer: SegmentAnswer) => SegmentAnswer | Promise<SegmentAnswer>): void;
  /** Sets the verdicts of scans. @default by ticket; accepted while there are no tickets */
  decide(by: (scan: Scan) => Ruling): void;
  /** Resolves when the nth call (from 1) has arrived. */
  called(times: number): Promise<void>;
  /** Answers undos only after this has resolved. */
  holdUndos(until: Promise<void>): void;
}

/** Options of createFakeServer. */
export interface FakeServerOptions extends Partial<FakeTicketsOptions> {
  /** The server's clock: epoch milliseconds. */
  readonly now?: () => number;
}

/** Creates a server that accepts every scan until it has tickets. */
export function createFakeServer({ now = Date.now, ...options }: FakeServerOptions = {}): FakeServer {
  const calls: string[][] = [];
  const queue: Script[] = [];
  const pageQueue: Parameters<FakeServer['nextPage']>[0][] = [];
  const waiters: { times: number; resolve: () => void }[] = [];
  const tickets = createFakeTickets({ now, ...options });
  const segmentQueue: Parameters<FakeServer['nextSegment']>[0][] = [];
  let pageCalls = 0;
  let segmentCalls = 0;
  let ticketing: 'on' | 'off' = 'off';
  let permanent: Script | null = null;
  let reachable = true;
  let epoch = crypto.randomUUID();
  let told: number | null = null;
  let shown: { readonly build: string } | null = { build: 'fake-1' };
  let rule: (scan: Scan) => Ruling = () => ({});
  let undosHeld = Promise.resolve();
  const records = createFakeRecords({ tickets, ticketing: () => ticketing, now });
  const { recorded, undone, openConflicts } = records;

  const value = <T>(answer: T, receipt?: number): ApiOutcome<T> => ({
    ok: true,
    value: answer,
    answer: headers(receipt),
  });
  function headers(receipt = records.receipts()): AnswerHeaders {
    const date = new Date(now());
    return shown ? { date, epoch, receipt: told ?? receipt, build: shown.build } : { ...NO_ANSWER_HEADERS, date };
  }
  const noAnswer = (): ApiOutcome<never> => ({
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
    get segmentCalls() {
      return segmentCalls;
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
      permanent = script;
    },
    setReachable(to) {
      reachable = to;
    },
    nextPage: (change) => void pageQueue.push(change),
    nextSegment: (change) => void segmentQueue.push(change),
    decide(by) {
      rule = by;
    },
    called(times) {
      if (calls.length >= times) return Promise.resolve();
      return new Promise((resolve) => void waiters.push({ times, resolve }));
    },
    holdUndos(until) {
      undosHeld = until;
    },
    forget: (scanId) => void recorded.delete(scanId),
    get receipts() {
      return records.receipts();
    },
    restore: records.restore,
    replaceDatabase() {
      records.restore(0);
      epoch = crypto.randomUUID();
    },
    tellReceipt(receipt) {
      told = receipt;
    },
    introduce(as) {
      shown = as;
    },
    async send(scans, { signal }) {
      calls.push(scans.map(({ id }) => id));
      for (const { times, resolve } of waiters) if (calls.length >= times) resolve();
      const handle = (): Answer => {
        const before = records.receipts();
        return value({ results: scans.map(answer) }, before);
      };
      const script = queue.shift() ?? permanent;
      if (script) return script({ scans, handle, signal, headers: headers() });
      return reachable ? handle() : noAnswer();
    },
    async undo(scanId, undo) {
      await undosHeld;
      if (!reachable) return noAnswer();
      const before = records.receipts();
      const result = records.undo(scanId, undo);
      return result ? value(result, before) : refusal(404, 'not_found', { answer: headers() });
    },
    async listConflicts() {
      if (!reachable) return noAnswer();
      const createdAt = new Date(now()).toISOString();
      const items = [...openConflicts.values()].map((open) => ({ ...open, created_at: createdAt }) as ConflictRecord);
      return value({ items, hasMore: false });
    },
    async acknowledgeConflict(id) {
      if (!reachable) return noAnswer();
      openConflicts.delete(id);
      return value(undefined);
    },
    async fetchPage(request) {
      pageCalls += 1;
      if (!reachable) return noAnswer();
      const page = await tickets.page(request);
      const change = pageQueue.shift();
      return change ? change(page) : value(page);
    },
    async fetchSegment({ segment: { sha256 } }) {
      segmentCalls += 1;
      if (!reachable) return noAnswer();
      const rows = tickets.segment(sha256);
      const answer = rows ? value({ sha256, rows }) : refusal(404, 'not_found');
      const change = segmentQueue.shift();
      return change ? change(answer) : answer;
    },
  };
}

/** No answer: no network, or a captive portal's page. */
export const unreachable: Script = () => ({
  ok: false,
  failure: { kind: 'unreachable', cause: new SyntaxError('<html> is not JSON') },
});

/** The call never ends. */
export const hang: Script = () => new Promise(() => {});

/** The server commits, and its answer is lost. */
export const loseAnswer: Script = (call) => {
  call.handle();
  return unreachable(call);
};

/** Returns a script with which the server refuses the whole call. */
export function refuse(status: number, code: ApiErrorCode = 'unavailable', retryAfterMs?: number): Script {
  return ({ headers: answer }) =>
    refusal(status, code, { answer, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

/** The outcome of a call that the server refuses. */
export function refusal(
  status: number,
  code: ApiErrorCode,
  more: { readonly retryAfterMs?: number; readonly answer?: AnswerHeaders } = {},
): ApiOutcome<never> {
  const message = `refused with ${status}`;
  return { ok: false, failure: { kind: 'refused', status, code, message, answer: NO_ANSWER_HEADERS, ...more } };
}
