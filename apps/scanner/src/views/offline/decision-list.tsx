import { formatScanResultAddress } from '@scantix/api-contract';
import { formatDateTime, formatNumber } from '@scantix/i18n';
import type { LedgerConflict, LedgerDecisions, LedgerScan } from '@scantix/scan-ledger';
import { Button, ButtonLink, List, Section } from '@scantix/ui-shell/react';
import { type ReactNode, useState } from 'react';
import { failureWords } from '../../format/failure-words.ts';
import { inSentence } from '../../format/in-sentence.ts';
import { rejectionWords } from '../../format/rejection-words.ts';
import { saveFile } from '../../format/save-file.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useRight } from '../../hooks/use-right.ts';
import { useDecisions } from '../../ledger/use-decisions.ts';
import { useApp } from '../../services/app-context.ts';
import { REASON_WORDS, visibleBarcode } from '../../verdict/verdict-words.ts';

/** What a person must decide: conflicts, and scans that the server rejected. Nothing if there are none. */
export function DecisionList() {
  const decisions = useDecisions();
  const i18n = useI18n();
  const mayExport = useFeature('export');
  const count = decisions ? decisions.conflicts.length + decisions.quarantined.length : 0;
  if (!decisions || count === 0) return null;
  return (
    <Section title={i18n.t('Needs a decision')} note={formatNumber(count, i18n.locale)}>
      <List>
        {decisions.conflicts.map((conflict) => (
          <ConflictRow key={conflict.id} conflict={conflict} />
        ))}
        {decisions.quarantined.map((scan) => (
          <QuarantinedRow key={scan.scan.id} entry={scan} />
        ))}
      </List>
      {mayExport && decisions.quarantined.length > 0 && <ExportQuarantine decisions={decisions} />}
    </Section>
  );
}

/** A holder was let in whom the server would have refused. The row is acknowledged here; Reports shows both scans. */
function ConflictRow({ conflict }: { conflict: LedgerConflict }) {
  const { ledger, toasts } = useApp();
  const i18n = useI18n();
  const hasReports = useFeature('reports');
  const supervises = useRight('supervise');
  const [busy, setBusy] = useState(false);
  const acknowledge = async () => {
    setBusy(true);
    const answer = await ledger.acknowledgeConflict(conflict.id);
    setBusy(false);
    if (!answer.ok) {
      toasts.show({ kind: 'error', title: i18n.t('Not saved'), message: failureWords(i18n, answer.failure) });
    }
  };
  return (
    <DecisionRow
      title={i18n.t('Let in offline; {reason}', { reason: inSentence(i18n, i18n.t(REASON_WORDS[conflict.kind])) })}
      detail={`${formatDateTime(conflict.createdAt, i18n.locale)}${supervises === false ? ` · ${i18n.t('Tell your supervisor')}` : ''}`}
    >
      {hasReports && supervises !== false && (
        <ButtonLink href="/reports">{i18n.t({ id: 'action.details', message: 'Details' })}</ButtonLink>
      )}
      {supervises !== false && (
        <Button busy={busy} onClick={() => void acknowledge()}>
          {i18n.t('Mark resolved')}
        </Button>
      )}
    </DecisionRow>
  );
}

/** A scan that the server rejected for a reason that a retry alone does not fix. */
function QuarantinedRow({ entry: { scan, error } }: { entry: LedgerScan }) {
  const { ledger } = useApp();
  const i18n = useI18n();
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    // A failing storage shows in the state of the ledger.
    await ledger.resendQuarantined(scan.id).catch(() => false);
    setBusy(false);
  };
  return (
    <DecisionRow
      title={rejectionWords(i18n, error)}
      detail={`${visibleBarcode(scan.barcode)} · ${formatDateTime(scan.claimed_at, i18n.locale)}`}
    >
      <ButtonLink href={formatScanResultAddress({ barcode: scan.barcode, scanId: scan.id })}>
        {i18n.t({ id: 'action.details', message: 'Details' })}
      </ButtonLink>
      <Button busy={busy} onClick={() => void resend()}>
        {i18n.t('Send again')}
      </Button>
    </DecisionRow>
  );
}

function ExportQuarantine({ decisions }: { decisions: LedgerDecisions }) {
  const { ledger } = useApp();
  const i18n = useI18n();
  const save = async () => {
    const text = await ledger.exportScans({ format: 'json', sync: 'quarantined' });
    saveFile('quarantined-scans.json', new Blob([text], { type: 'application/json' }));
  };
  return (
    <Button wide onClick={() => void save()}>
      {i18n.t('Save {count, plural, one {# scan} other {# scans}} as a file', { count: decisions.quarantined.length })}
    </Button>
  );
}

function DecisionRow({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <li className="app-decision">
      <div>
        <b>{title}</b>
        <small>{detail}</small>
      </div>
      {children}
    </li>
  );
}
