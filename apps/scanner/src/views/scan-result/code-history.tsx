import { EmptyState, Panel, Section, Skeleton } from '@scantix/ui-shell/react';
import { formatDateTime } from '../../format/dates.ts';
import { countScans } from '../../shell/use-sign-out.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { REASON_WORDS } from '../../verdict/verdict-words.ts';
import { useLookup } from './use-lookup.ts';

/** Every scan of a code in this domain, the newest first. */
export function CodeHistory({ barcode }: { barcode: string }) {
  const { data, isPending, isError } = useLookup(barcode);
  return (
    <Section title="This code" {...(data && { note: countScans(data.history.length) })}>
      {isPending && <Skeleton count={2} />}
      {isError && (
        <EmptyState level={3} title="Not available offline" message="The history of a code is on the server." />
      )}
      {data && data.history.length === 0 && <EmptyState level={3} title="Never scanned" />}
      {data && data.history.length > 0 && (
        <Panel>
          <ol className="app-timeline">
            {data.history.map((record) => (
              <li key={record.id}>
                <VerdictIcon outcome={record.verdict.outcome} />
                <span>
                  <b>{record.verdict.reason === 'ok' ? LET_IN[record.mode] : REASON_WORDS[record.verdict.reason]}</b>
                  <small>
                    {record.checkpoint.name} · {record.claimed_by} · {record.scan_method}
                  </small>
                </span>
                <time dateTime={record.claimed_at}>{formatDateTime(record.claimed_at)}</time>
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </Section>
  );
}

const LET_IN = { entry: 'Let in', exit: 'Let out', check: 'Checked' } as const;
