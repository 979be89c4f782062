import type { ApiOutcome, Scan, ScanResult, Verdict } from '@scantix/api-contract';
import type { ScanTransport } from '../scan-ledger.ts';

export type Answer = ApiOutcome<{ results: ScanResult[] }>;

/** What the server does with one call, given how it would have answered. Never settling models a call that hangs. */
export type Script = (call: { scans: Scan[]; handle: () => Answer; signal: AbortSignal }) => Answer | Promise<Answer>;

/** What a scan gets: parts of a verdict other than accepted, or a rejection for good. */
export type Ruling = Partial<Verdict> & { readonly rejected?: NonNullable<ScanResult['error']> };

/** A server in memory: idempotent by id like the real one, and scriptable call by call. */
export interface FakeServer extends ScanTransport {
  /** What it has recorded: each id once, with who claimed it. */
  readonly recorded: ReadonlyMap<string, { scan: Scan; verdict: Verdict }>;
  /** Ids of each call, in order. */
  readonly calls: readonly (readonly string[])[];
  /** Scripts the next calls, one each; after them it answers again as it should. */
  next(...scripts: Script[]): void;
  /** Scripts every call until called with `null`. */
  always(script: Script | null): void;
  /** Decides what a scan gets. @default accepted */
  decide(by: (scan: Scan) => Ruling): void;
  /** Resolves when the nth call (from 1) has come in. */
  called(times: number): Promise<void>;
}

export interface FakeServerOptions {
  /** The server's clock: epoch milliseconds. */
  readonly now?: () => number;
}

export function createFakeServer({ now = Date.now }: FakeServerOptions = {}): FakeServer {
  const recorded = new Map<string, { scan: Scan; verdict: Verdict }>();
  const calls: string[][] = [];
  const queue: Script[] = [];
  const waiters: { times: number; resolve: () => void }[] = [];
  let standing: Script | null = null;
  let rule: (scan: Scan) => Ruling = () => ({});

  function judge(scan: Scan): ScanResult {
    const known = recorded.get(scan.id);
    if (known) return { id: scan.id, status: 'repeated', verdict: known.verdict };
    const { rejected, ...ruling } = rule(scan);
    if (rejected) return { id: scan.id, status: 'rejected', error: rejected };
    const verdict: Verdict = {
      outcome: 'accepted',
      reason: 'ok',
      certainty: 'server',
      mode: scan.mode,
      decided_at: new Date(now()).toISOString(),
      ...ruling,
    };
    recorded.set(scan.id, { scan, verdict });
    return { id: scan.id, status: 'recorded', verdict };
  }

  return {
    recorded,
    calls,
    next: (...scripts) => void queue.push(...scripts),
    always(script) {
      standing = script;
    },
    decide(by) {
      rule = by;
    },
    called(times) {
      if (calls.length >= times) return Promise.resolve();
      return new Promise((resolve) => void waiters.push({ times, resolve }));
    },
    async send(scans, { signal }) {
      calls.push(scans.map(({ id }) => id));
      for (const { times, resolve } of waiters) if (calls.length >= times) resolve();
      const handle = (): Answer => ({ ok: true, value: { results: scans.map(judge) }, date: new Date(now()) });
      const script = queue.shift() ?? standing;
      return script ? script({ scans, handle, signal }) : handle();
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
