import { formatDateTime, formatNumber } from '@scantix/i18n';
import { type LedgerConflict, type LedgerScan, MAX_QUARANTINED, type ScanLedger } from '@scantix/scan-ledger';
import { Button, ButtonLink, List, Section } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { failureWords } from '../../format/failure-words.ts';
import { rejectionWords } from '../../format/rejection-words.ts';
import { saveFile } from '../../format/save-file.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useRight } from '../../hooks/use-right.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useDecisions } from '../../ledger/use-decisions.ts';
import { useLedgerValue } from '../../ledger/use-ledger-value.ts';
import { DECISIONS_HASH } from '../../navigation/decisions-address.ts';
import { scanResultAddress } from '../../navigation/scan-result-address.ts';
import { useApp } from '../../services/app-context.ts';
import { useConflictWords } from '../../verdict/use-conflict-words.ts';
import { whoOf } from '../../verdict/use-row-words.ts';
import { DecisionRow, focusBeside } from './decision-row.tsx';

/** The visit that has been led here: a decision that comes later takes no focus. */
let led: string | null = null;

/** What a person must decide: conflicts, and scans that the server rejected. Nothing if there are none. */
export function DecisionList() {
  const { atoms } = useApp();
  const { moreConflicts } = useAtomValue(atoms.ledgerAtom);
  const decisions = useDecisions();
  const listed = decisions?.quarantined.length ?? 0;
  const { inQuarantine = 0 } = decisions ?? {};
  // A scan that cannot be opened is in no list, and in no file.
  const unreadable = listed < MAX_QUARANTINED ? Math.max(0, inQuarantine - listed) : 0;
  const i18n = useI18n();
  const mayExport = useFeature('export');
  const count = decisions ? decisions.conflicts.length + inQuarantine : 0;
  const here = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  const asked = hash === DECISIONS_HASH && count > 0 ? key : null;
  // The strip leads here. After a frame, because a navigation gives the focus to the title first.
  useEffect(() => {
    if (asked === null || asked === led) return;
    const frame = requestAnimationFrame(() => {
      led = asked;
      here.current?.scrollIntoView({ block: 'start' });
      here.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [asked]);
  if (!decisions || count === 0) return null;
  return (
    <div ref={here} tabIndex={-1} className="app-decisions">
      <Section
        title={i18n.t('Decisions to make')}
        note={`${formatNumber(count, i18n.locale)}${moreConflicts ? '+' : ''}`}
      >
        <List>
          {decisions.conflicts.map((conflict) => (
            <ConflictRow key={conflict.id} conflict={conflict} />
          ))}
          {decisions.quarantined.map((scan) => (
            <QuarantinedRow key={scan.scan.id} entry={scan} />
          ))}
        </List>
        {unreadable > 0 && (
          <p className="app-muted">
            {i18n.t(
              '{count, plural, one {# rejected scan} other {# rejected scans}} can no longer be read on this device.',
              { count: unreadable },
            )}
          </p>
        )}
        {mayExport && inQuarantine > unreadable && <ExportQuarantine count={inQuarantine - unreadable} />}
      </Section>
    </div>
  );
}

/** A holder was let in or out whom the server would have refused. The row is acknowledged here; Reports shows both scans. */
function ConflictRow({ conflict }: { conflict: LedgerConflict }) {
  const { ledger, toasts } = useApp();
  const i18n = useI18n();
  const zone = useVenueZone();
  const hasReports = useFeature('reports');
  const supervises = useRight('supervise');
  const [busy, setBusy] = useState(false);
  const { scanId } = conflict;
  const scan = useLedgerValue(useCallback((log: ScanLedger) => log.get(scanId), [scanId]));
  const acknowledge = async (row: Element | null) => {
    setBusy(true);
    const answer = await ledger.acknowledgeConflict(conflict.id);
    setBusy(false);
    if (answer.ok) focusBeside(row);
    else {
      toasts.show({ kind: 'error', title: i18n.t('Not saved'), message: failureWords(i18n, answer.failure) });
    }
  };
  const why = useConflictWords(conflict.mode ?? scan?.scan.mode, conflict.kind);
  const time = formatDateTime(conflict.createdAt, i18n.locale, zone);
  return (
    <DecisionRow
      title={scan ? whoOf({ ...scan.scan, verdict: scan.verdict }) : i18n.t('Conflict')}
      detail={[why, time, ...(supervises === false ? [i18n.t('Tell your supervisor')] : [])].join(' · ')}
    >
      {hasReports && supervises !== false && (
        <ButtonLink href="/reports">{i18n.t({ id: 'action.details', message: 'Details' })}</ButtonLink>
      )}
      {supervises !== false && (
        <Button busy={busy} onClick={({ currentTarget }) => void acknowledge(currentTarget.closest('li'))}>
          {i18n.t('Mark resolved')}
        </Button>
      )}
    </DecisionRow>
  );
}

/** A scan that the server rejected for a reason that a retry alone does not fix. */
function QuarantinedRow({ entry: { scan, error, verdict } }: { entry: LedgerScan }) {
  const { ledger } = useApp();
  const i18n = useI18n();
  const zone = useVenueZone();
  const [busy, setBusy] = useState(false);
  const resend = async (row: Element | null) => {
    setBusy(true);
    // A failing storage shows in the state of the ledger.
    if (await ledger.resendQuarantined(scan.id).catch(() => false)) focusBeside(row);
    setBusy(false);
  };
  return (
    <DecisionRow
      title={whoOf({ ...scan, verdict })}
      detail={`${rejectionWords(i18n, error)} · ${formatDateTime(scan.claimed_at, i18n.locale, zone)}`}
    >
      <ButtonLink href={scanResultAddress(scan)}>{i18n.t({ id: 'action.details', message: 'Details' })}</ButtonLink>
      <Button busy={busy} onClick={({ currentTarget }) => void resend(currentTarget.closest('li'))}>
        {i18n.t('Send again')}
      </Button>
    </DecisionRow>
  );
}

function ExportQuarantine({ count }: { count: number }) {
  const { ledger, toasts } = useApp();
  const i18n = useI18n();
  const save = async () => {
    const text = await ledger.exportScans({ format: 'json', sync: 'quarantined' });
    saveFile('quarantined-scans.json', new Blob([text], { type: 'application/json' }));
  };
  const [busy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    const onFailure = () => toasts.show({ kind: 'error', title: i18n.t('Not exported') });
    void save()
      .catch(onFailure)
      .finally(() => setBusy(false));
  };
  return (
    <Button busy={busy} onClick={press}>
      {i18n.t('Save {count, plural, one {# scan} other {# scans}} as a file', { count })}
    </Button>
  );
}
