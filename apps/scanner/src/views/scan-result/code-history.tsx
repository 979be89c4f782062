import type { I18n } from '@lingui/core';
import { MAX_HISTORY_SCANS, type ScanRecord } from '@scantix/api-contract';
import { clerkDecisionOf } from '@scantix/api-contract/rules';
import { formatDateTime, isolated, translateText } from '@scantix/i18n';
import { fromServer } from '@scantix/scan-ledger/log';
import { Badge, EmptyState, Panel, Section, useOnline } from '@scantix/ui-shell/react';
import { TriangleAlert, Undo2 } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { TryAgain } from '../../queries/try-again.tsx';
import { useQueryFailure } from '../../queries/use-query-failure.ts';
import { DONE_WORDS } from '../../verdict/use-row-words.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { lookOf } from '../../verdict/verdict-look.ts';
import { REASON_WORDS, reasonOf } from '../../verdict/verdict-words.ts';
import { Loading } from '../loading/loading.tsx';
import { useLookup } from './use-lookup.ts';

/** The last scans of a code in this domain, the newest first. */
export function CodeHistory({ barcode }: { barcode: string }) {
  const i18n = useI18n();
  const zone = useVenueZone();
  const lookup = useLookup(barcode);
  const online = useOnline();
  const failure = useQueryFailure(lookup);
  const { data } = lookup;
  return (
    <Section
      title={i18n.t('This code')}
      {...(data &&
        data.history.length < MAX_HISTORY_SCANS && {
          note: i18n.t('{count, plural, one {# scan} other {# scans}}', { count: data.history.length }),
        })}
    >
      {!data && !failure && <Loading count={2} />}
      {failure && (
        <EmptyState
          level={3}
          title={online ? i18n.t('History unavailable') : i18n.t('History unavailable offline')}
          message={translateText(i18n, failure.error.message)}
          actions={<TryAgain failure={failure} />}
        />
      )}
      {data && data.history.length === 0 && <EmptyState level={3} title={i18n.t('Never scanned')} />}
      {data && data.history.length > 0 && (
        <Panel>
          <ol className="app-timeline">
            {data.history.map((record) => (
              <li key={record.id}>
                <VerdictIcon outcome={lookOf(record.verdict, { isUndone: record.undone !== undefined })} />
                <span>
                  <b>{whyOf(i18n, record)}</b>
                  <small>
                    {isolated(record.checkpoint.name)} · {isolated(record.claimed_by)} ·{' '}
                    {i18n.t(METHOD_WORDS[record.scan_method])}
                  </small>
                  {record.undone && <Badge icon={<Undo2 aria-hidden />}>{i18n.t('Undone')}</Badge>}
                  {record.conflict && <Badge icon={<TriangleAlert aria-hidden />}>{i18n.t('Conflict')}</Badge>}
                </span>
                <time dateTime={fromServer(record).claimedAt}>
                  {formatDateTime(fromServer(record).claimedAt, i18n.locale, zone)}
                </time>
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </Section>
  );
}

function whyOf(i18n: I18n, { mode, verdict }: ScanRecord): string {
  // The reason says why nobody else had decided.
  if (clerkDecisionOf(verdict)) return reasonOf(i18n, verdict, null);
  return i18n.t(verdict.reason === 'ok' ? DONE_WORDS[mode] : REASON_WORDS[verdict.reason]);
}

const METHOD_WORDS = {
  camera: /*i18n*/ { id: 'method.camera', message: 'camera' },
  manual: /*i18n*/ { id: 'method.manual', message: 'typed' },
  image: /*i18n*/ { id: 'method.image', message: 'image' },
  hardware: /*i18n*/ { id: 'method.hardware', message: 'hand scanner' },
} as const;
