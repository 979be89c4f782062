import { acknowledgeConflict, type ConflictRecord, listConflicts, type ScanRecord } from '@scantix/api-contract';
import { formatDateTime, formatNumber } from '@scantix/i18n';
import { Button, List, Section } from '@scantix/ui-shell/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureWords } from '../../format/failure-words.ts';
import { inSentence } from '../../format/in-sentence.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { REASON_WORDS, visibleBarcode } from '../../verdict/verdict-words.ts';

/** The conflicts that nobody has acknowledged: a device let somebody in whom the server would have refused. */
export function ConflictList({ open }: { open: number }) {
  const { api } = useApp();
  const i18n = useI18n();
  const { data } = useQuery({
    queryKey: ['reports', 'conflicts'],
    enabled: open > 0,
    queryFn: async ({ signal }) => {
      const answer = await api.call(listConflicts, { query: { open: 'true' }, signal });
      if (!answer.ok) throw new Error('The conflicts could not be loaded.');
      return answer.value.items;
    },
  });
  if (open === 0 || !data || data.length === 0) return null;
  return (
    <Section title={i18n.t('Conflicts')} note={formatNumber(open, i18n.locale)}>
      <List>
        {data.map((conflict) => (
          <ConflictRow key={conflict.id} conflict={conflict} />
        ))}
      </List>
    </Section>
  );
}

function ConflictRow({ conflict }: { conflict: ConflictRecord }) {
  const { api, toasts } = useApp();
  const i18n = useI18n();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { scan, with_scan: other, kind } = conflict;

  const acknowledge = async () => {
    setBusy(true);
    const answer = await api.call(acknowledgeConflict, { params: { id: conflict.id } });
    setBusy(false);
    if (answer.ok) void queries.invalidateQueries({ queryKey: ['reports'] });
    else {
      toasts.show({ kind: 'error', title: i18n.t('Not saved'), message: failureWords(i18n, answer.failure) });
    }
  };

  return (
    <li className="app-conflict">
      <div>
        <b>{scan.verdict.ticket?.holder ?? visibleBarcode(scan.barcode)}</b>
        <small>{i18n.t('Let in offline; {reason}', { reason: inSentence(i18n, i18n.t(REASON_WORDS[kind])) })}</small>
        <small>{whereAndWhen(scan, i18n.locale)}</small>
        {other && <small>{whereAndWhen(other, i18n.locale)}</small>}
      </div>
      <Button busy={busy} onClick={() => void acknowledge()}>
        {i18n.t('Mark resolved')}
      </Button>
    </li>
  );
}

function whereAndWhen({ checkpoint, claimed_at, claimed_by }: ScanRecord, locale: string): string {
  return `${formatDateTime(claimed_at, locale)} · ${checkpoint.name} · ${claimed_by}`;
}
