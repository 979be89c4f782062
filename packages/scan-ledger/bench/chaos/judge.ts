import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { checkHistory } from './check-history.ts';
import type { History } from './history.ts';
import type { Finding } from './indexed-history.ts';

/** Failures of a record that the run caused: no room, storage deleted, nobody signed in. */
const CAUSED = ['quota', 'evicted', 'signed-out'];

/** Reports what the history check finds. */
export function judge({ say, check }: Bench, history: History, { over }: { over: string }): void {
  const findings = checkHistory(history);
  for (const { kind, text } of findings.slice(0, 20)) say(`${kind}: ${text}`);
  const { events } = history;
  const shown = Map.groupBy(
    events.filter((event) => event.kind === 'shown'),
    ({ verdict, healthy }) => `${verdict.certainty}${healthy ? ' (healthy)' : ''}`,
  );
  say(`verdicts shown: ${[...shown].map(([name, all]) => `${name} ${all.length}`).join(', ')}`);
  const failed = events.filter((event) => event.kind === 'failed');
  if (failed.length > 0) say(`not recorded: ${[...new Set(failed.map(({ code }) => code))].join(', ')}`);
  const of = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  check('scans lost', { over, measured: of('lost'), target: { is: 0 } });
  check('scans doubled', { over, measured: of('doubled'), target: { is: 0 } });
  check('wrong certainty', { over, measured: of('wrong certainty'), target: { is: 0 } });
  check('double admissions at healthy gates', { over, measured: of('double admission'), target: { is: 0 } });
  check('wrong inside or first use', { over, measured: of('wrong inside'), target: { is: 0 } });
  const refused = failed.filter(({ code }) => !CAUSED.includes(code));
  check('scans that the storage refused', { over, measured: refused.length, target: { is: 0 } });
}
