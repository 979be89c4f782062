import type { Measurement } from '../../../../scripts/bench/run-bench.ts';
import type { Seen } from './attack.ts';

/** Megabytes of 1,000,000 bytes. */
const POSTGRES_LIMIT_MB = 600;
const EMBEDDED_GROWTH_MB = 200;
const SLOWEST_MS = 1_000;
/** Of more than 3,000 refused calls. Refusals of one address: 20 at once and one a minute (decision 0036). */
const MOST_AUDITED = 250;

/** What each error of a log has. */
export const ERROR_LEVEL = '"level":50';

/** The figures of a run, and what they must be. Pure. */
export function judge(seen: Seen): (readonly [figure: string, measurement: Measurement])[] {
  const { kind, inputs, groups, putOff, findings, levelMb, log, told, letsIn, peakMb, slowestMs } = seen;
  const over = `${kind}: ${inputs} inputs, ${groups} calls and subjects`;
  const calls = `${kind}: ${seen.answers} calls`;
  const is0 = { target: { is: 0 } };
  const count = (name: string) => ({ over, measured: findings.filter((finding) => finding.kind === name).length });
  const limit = kind === 'PostgreSQL' ? POSTGRES_LIMIT_MB : levelMb + EMBEDDED_GROWTH_MB;
  const memory = { over: `${kind}: ${levelMb} MB after the start`, measured: peakMb, unit: 'MB' };
  const health = { over: calls, measured: slowestMs, unit: 'ms' };
  const own = { over: calls, measured: seen.slowestOwnMs, unit: 'ms' };
  const audited = { over: kind, measured: seen.audited ?? 0, target: { atMost: MOST_AUDITED } };
  const audit = seen.audited === undefined ? [] : [['lines of the audit log by the floods', audited] as const];
  const { rights } = seen;
  const breaches = { over: `${kind}: ${rights?.calls} calls`, measured: rights?.breaches.length ?? 0, ...is0 };
  return [
    ['put off while another call ran', { over, measured: putOff }],
    ['hostile inputs', { over, measured: inputs, ...(inputs > 0 && { target: { moreThan: 1_000 } }) }],
    ['accepted', { ...count('accepted'), ...is0 }],
    ['answers of 5xx', { ...count('server error'), ...is0 }],
    ['told of another domain or of the program', { ...count('leak'), ...is0 }],
    ['without an answer', { ...count('no answer'), ...is0 }],
    ['refused for another reason than the input', { ...count('not tried'), ...is0 }],
    ['errors in the log', { over, measured: log.split(ERROR_LEVEL).length - 1, ...is0 }],
    ['told in the log', { over: `${kind}: ${log.split('\n').length} lines`, measured: told, ...is0 }],
    ['most memory', { ...memory, target: { atMost: limit } }],
    ['slowest /healthz', { ...health, target: { atMost: SLOWEST_MS } }],
    ['slowest /healthz without waits for a processor', own],
    ['/healthz that was not 200', { over: calls, measured: seen.failures, ...is0 }],
    ...audit,
    ...(rights ? [['let in without the right, or to another domain', breaches] as const] : []),
    ['the other domain lets its visitor in', { over: kind, measured: Number(letsIn), target: { is: 1 } }],
  ];
}
