import {
  acknowledgeConflict,
  type ConflictRecord,
  formatScanResultAddress,
  listConflicts,
  type ScanRecord,
} from '@scantix/api-contract';
import { formatDate, formatExactTime, formatNumber } from '@scantix/i18n';
import { Button, Link, List, Section } from '@scantix/ui-shell/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureWords } from '../../format/failure-words.ts';
import { inSentence } from '../../format/in-sentence.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useApp } from '../../services/app-context.ts';
import { REASON_WORDS, visibleBarcode } from '../../verdict/verdict-words.ts';
import { focusBeside } from '../offline/decision-row.tsx';

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

  const acknowledge = async (row: Element | null) => {
    setBusy(true);
    const answer = await api.call(acknowledgeConflict, { params: { id: conflict.id } });
    setBusy(false);
    if (answer.ok) {
      focusBeside(row);
      void queries.invalidateQueries({ queryKey: ['reports'] });
    } else {
      toasts.show({ kind: 'error', title: i18n.t('Not saved'), message: failureWords(i18n, answer.failure) });
    }
  };

  return (
    <li className="app-conflict">
      <div>
        <b>{scan.verdict.ticket?.holder ?? visibleBarcode(scan.barcode)}</b>
        <small>{i18n.t('Let in offline; {reason}', { reason: inSentence(i18n, i18n.t(REASON_WORDS[kind])) })}</small>
        <ScanLink scan={scan} />
        {other && <ScanLink scan={other} />}
      </div>
      <Button busy={busy} onClick={({ currentTarget }) => void acknowledge(currentTarget.closest('li'))}>
        {i18n.t('Mark resolved')}
      </Button>
    </li>
  );
}

/** Time to the second, place, clerk and device: two scans of one conflict differ in one of them. */
function ScanLink({ scan }: { scan: ScanRecord }) {
  const { locale } = useI18n();
  const zone = useVenueZone();
  const { barcode, checkpoint, claimed_at: at, claimed_by: clerk, device_id: device, id, mode } = scan;
  const address = formatScanResultAddress({ barcode, scanId: id, ...(mode === 'entry' ? {} : { mode }) });
  const time = `${formatDate(at, locale, zone)}, ${formatExactTime(at, locale, zone)}`;
  return (
    <small>
      <Link href={address}>{[time, checkpoint.name, clerk, device.slice(-DEVICE_SIGNS)].join(' · ')}</Link>
    </small>
  );
}

/** As many as tell the devices of an event apart. */
const DEVICE_SIGNS = 6;
