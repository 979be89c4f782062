import { listScans } from '@scantix/api-contract';
import type { LedgerScan } from '@scantix/scan-ledger';
import { Badge, CornerFrame, EmptyState, Page } from '@scantix/ui-shell/react';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { failureWords } from '../../format/failure-words.ts';
import { rejectionWords } from '../../format/rejection-words.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { TryAgain } from '../../queries/try-again.tsx';
import { useQueryFailure } from '../../queries/use-query-failure.ts';
import { useApp } from '../../services/app-context.ts';
import { ClerkDecision } from '../../verdict/clerk-decision.tsx';
import { useVerdict } from '../../verdict/use-verdict.ts';
import { visibleBarcode } from '../../verdict/verdict-words.ts';
import { Loading } from '../loading/loading.tsx';
import { ResultActions } from './result-actions.tsx';
import { ConflictNote, DecisionNote, MarkNotes, UndoneNote } from './result-notes.tsx';
import { ResultPage } from './result-page.tsx';
import { tookMs } from './took-ms.ts';
import { UndoDeviceScan } from './undo-device-scan.tsx';
import { UndoRemoteScan } from './undo-remote-scan.tsx';

/** The result of a recorded scan, by its id: from the log of this device, else from the server. */
export function RecordedResult({ barcode, scanId }: { barcode: string; scanId: string }) {
  const { atoms } = useApp();
  const clerk = useAtomValue(atoms.userAtom)?.clerk;
  const local = useVerdict(scanId);
  // The page of the result, so that its live region stands before the words come.
  if (local.status === 'deciding')
    return <ResultPage barcode={barcode} symbology={null} verdict={null} tookMs={null} />;
  if (local.status === 'missing' || local.scan.scan.barcode !== barcode)
    return <RemoteResult barcode={barcode} scanId={scanId} />;
  return (
    <ResultPage
      barcode={barcode}
      symbology={local.scan.scan.symbology}
      verdict={local.verdict}
      tookMs={tookMs(local.scan)}
      isUndone={local.scan.undo !== undefined && local.scan.undo.sync !== 'refused'}
      notes={
        <>
          <Delivery scan={local.scan} />
          {local.scan.conflict && (
            <ConflictNote
              mode={local.scan.scan.mode}
              kind={local.scan.conflict.kind}
              acknowledgedBy={local.scan.conflict.acknowledged_by}
            />
          )}
          {local.scan.undo && local.scan.undo.sync !== 'refused' && (
            <UndoneNote at={local.scan.undo.at} by={local.scan.undo.by} />
          )}
          {local.scan.scan.claimed_by === clerk && <ClerkDecision entry={local.scan} />}
          <UndoDeviceScan entry={local.scan} />
        </>
      }
    />
  );
}

function Delivery({ scan: { sync, error } }: { scan: LedgerScan }) {
  const i18n = useI18n();
  if (sync === 'sent') return null;
  if (sync === 'waiting') {
    return (
      <p>
        <Badge>{i18n.t('Waiting')}</Badge> {i18n.t('Saved here; sends when the server is back')}
      </p>
    );
  }
  return (
    <p>
      <Badge>{i18n.t('Needs a decision')}</Badge> {rejectionWords(i18n, error)}. {i18n.t('It stays on this device.')}
    </p>
  );
}

function RemoteResult({ barcode, scanId }: { barcode: string; scanId: string }) {
  const { api } = useApp();
  const i18n = useI18n();
  const query = useQuery({
    queryKey: ['scan', scanId],
    queryFn: async ({ signal }) => {
      const outcome = await api.call(listScans, { body: { id: scanId }, signal });
      if (outcome.ok) return outcome.value.items[0] ?? null;
      // An invalid id counts as unknown.
      if (outcome.failure.kind === 'refused' && outcome.failure.code === 'invalid_request') return null;
      throw new Error(failureWords(i18n, outcome.failure));
    },
  });
  const failure = useQueryFailure(query);
  if (failure) {
    return (
      <EmptyState
        full
        title={i18n.t('This scan cannot be loaded now')}
        message={`${i18n.t('It was made on another device.')} ${failure.error.message}`}
        actions={<TryAgain failure={failure} />}
      />
    );
  }
  if (query.isPending) {
    return (
      <Page className="app-result">
        <Loading height={280} />
      </Page>
    );
  }
  const { data } = query;
  if (!data || data.barcode !== barcode) {
    return (
      <EmptyState
        full
        figure={<CornerFrame>{visibleBarcode(barcode)}</CornerFrame>}
        title={i18n.t('No such scan')}
        message={i18n.t('Not found on this device or the server')}
        actions={<ResultActions />}
      />
    );
  }
  const { claimed_by, clerk_decision, conflict, marks, mode, symbology, undone, verdict } = data;
  return (
    <ResultPage
      barcode={barcode}
      symbology={symbology}
      verdict={verdict}
      tookMs={null}
      isUndone={undone !== undefined}
      notes={
        <>
          {conflict && <ConflictNote mode={mode} kind={conflict.kind} acknowledgedBy={conflict.acknowledged_by} />}
          <DecisionNote decision={clerk_decision} mode={mode} clerk={claimed_by} />
          <MarkNotes marks={marks} clerk={claimed_by} />
          {undone && <UndoneNote {...undone} />}
          <UndoRemoteScan record={data} />
        </>
      }
    />
  );
}
