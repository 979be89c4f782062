import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { checkHistory } from './check-history.ts';
import { EARLIER_BUILD, type History } from './history.ts';
import type { Finding } from './indexed-history.ts';

type Failed = Extract<History['events'][number], { kind: 'failed' }>;

/** Failures of a record that the run caused: no room, storage deleted or too slow, nobody signed in. */
const CAUSED = ['quota', 'evicted', 'slow', 'signed-out'];

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
  // Without these the zeros below would say nothing.
  const healthy = findHealthy(history);
  check('verdicts at healthy gates', { over, measured: healthy.length });
  const gatesOf = Map.groupBy(healthy, ({ code }) => code);
  const shared = [...gatesOf.values()].filter((all) => new Set(all.map(({ device }) => device)).size > 1);
  check('codes that several healthy gates decided', { over, measured: shared.length });
  const stuck = events.filter((event) => event.kind === 'stuck');
  for (const { device, what } of stuck) say(`did not end: ${device}: ${what}`);
  const failed = events.filter((event) => event.kind === 'failed');
  if (failed.length > 0) say(`not recorded: ${[...new Set(failed.map(({ code }) => code))].join(', ')}`);
  const of = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  check('calls of the ledger that never ended', { over, measured: of('stuck'), target: { is: 0 } });
  check('scans lost', { over, measured: of('lost'), target: { is: 0 } });
  check('scans doubled', { over, measured: of('doubled'), target: { is: 0 } });
  check('wrong certainty', { over, measured: of('wrong certainty'), target: { is: 0 } });
  check('double admissions at healthy gates', { over, measured: of('double admission'), target: { is: 0 } });
  check('wrong inside or first use', { over, measured: of('wrong inside'), target: { is: 0 } });
  const refused = failed.filter(
    (event, index) =>
      !event.isTroubled &&
      !CAUSED.includes(event.code) &&
      !event.code.startsWith(EARLIER_BUILD) &&
      !isOfDeletion(event, failed.slice(index + 1)),
  );
  check('scans that the storage refused', { over, measured: refused.length, target: { is: 0 } });
}

/** Whether the browser closed the database in the middle of a transaction, since its storage was deleted. */
function isOfDeletion({ device, code }: Failed, later: readonly Failed[]): boolean {
  const next = later.find((event) => event.device === device);
  return code.includes('The connection was closed') && next?.code.endsWith('evicted') === true;
}

/** The verdicts of healthy gates, with the code and the device. */
function findHealthy({ events }: History): { code: string; device: string }[] {
  const recorded = events.filter((event) => event.kind === 'recorded');
  const scans = new Map(recorded.map((event) => [event.scan.id, event]));
  return events.flatMap((event) => {
    if (event.kind !== 'shown' || !event.healthy) return [];
    const scan = scans.get(event.id);
    return scan ? { code: `${scan.domain}: ${scan.scan.barcode}`, device: event.device } : [];
  });
}
