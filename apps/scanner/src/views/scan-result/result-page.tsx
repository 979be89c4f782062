import type { I18n } from '@lingui/core';
import type { Symbology, Verdict } from '@scantix/api-contract';
import { formatDateTime } from '@scantix/i18n';
import { IconButton, type KeyValue, KeyValueList, Page, Panel, Section } from '@scantix/ui-shell/react';
import { Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SYMBOLOGY_WORDS } from '../../format/symbology-words.ts';
import { useCopy } from '../../hooks/use-copy.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useServerClock } from '../../hooks/use-server-clock.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { SEAT_WORDS } from '../../verdict/use-verdict-words.ts';
import { VerdictBand } from '../../verdict/verdict-band.tsx';
import { ticketAfterUndo } from '../../verdict/verdict-facts.ts';
import { visibleBarcode } from '../../verdict/verdict-words.ts';
import { Loading } from '../loading/loading.tsx';
import { CodeHistory } from './code-history.tsx';
import { ResultActions } from './result-actions.tsx';
import { useLookup } from './use-lookup.ts';

interface ResultPageProps {
  readonly barcode: string;
  readonly symbology: Symbology | null;
  /** `null` while nobody has decided. */
  readonly verdict: Verdict | null;
  readonly tookMs: number | null;
  /** Whether the code was only looked up. @default false */
  readonly isLookup?: boolean;
  /** Whether the entry or exit has been taken back. @default false */
  readonly isUndone?: boolean;
  /** Notes on delivery, conflict and undo. */
  readonly notes?: ReactNode;
}

/** One result in full: the verdict as a card, the ticket, the history of the code, the raw code. */
export function ResultPage(props: ResultPageProps) {
  const { barcode, symbology, verdict, tookMs, isLookup = false, isUndone = false, notes } = props;
  const i18n = useI18n();
  const zone = useVenueZone();
  const clock = useServerClock();
  // It stands while the page is open: words that change are read aloud again.
  const [opened] = useState(() => clock.now());
  const now = Math.max(opened, verdict ? Date.parse(verdict.decided_at) : 0);
  // The history below asks for the same. Before the verdict the answer would be of another moment.
  const found = useLookup(verdict && barcode).data?.ticket;
  const ticketNow = isUndone && verdict ? (found ?? ticketAfterUndo(verdict)) : verdict?.ticket;
  return (
    <Page className="app-result" actions={<ResultActions />}>
      <div className="app-result__main">
        <div className="app-result__card">
          <VerdictBand {...{ verdict, barcode, tookMs, isLookup, isUndone, ticketNow, now }} />
        </div>
        {!verdict && <Loading height={280} />}
        {verdict && (isLookup || verdict.mode === 'check') && verdict.outcome !== 'accepted' && (
          <p className="app-muted">{i18n.t('Check only. No entry used')}</p>
        )}
        {notes}
        {ticketNow && (
          <Section title={i18n.t('Ticket')}>
            <KeyValueList items={ticketFacts(i18n, ticketNow, zone)} />
          </Section>
        )}
      </div>
      {verdict && (
        <div className="app-result__side">
          <CodeHistory barcode={barcode} />
          <RawCode barcode={barcode} symbology={symbology} />
        </div>
      )}
    </Page>
  );
}

function ticketFacts(i18n: I18n, ticket: NonNullable<Verdict['ticket']>, zone?: string): KeyValue[] {
  const { holder, type, section, seat, note, valid_from, valid_until, entries_left, entries_allowed, order } = ticket;
  const used = { used: entries_allowed - entries_left, allowed: entries_allowed };
  return [
    ...(holder ? [{ key: i18n.t('Holder'), value: holder }] : []),
    { key: i18n.t({ id: 'ticket.type', message: 'Type' }), value: type },
    ...(section ? [{ key: i18n.t(SEAT_WORDS.section), value: section }] : []),
    ...(seat ? [{ key: i18n.t(SEAT_WORDS.seat), value: seat }] : []),
    ...(note ? [{ key: i18n.t('Note'), value: note }] : []),
    ...(valid_from || valid_until
      ? [
          {
            key: i18n.t({ id: 'ticket.valid', message: 'Valid' }),
            value: validityOf(i18n, valid_from, valid_until, zone),
          },
        ]
      : []),
    { key: i18n.t('Entries'), value: i18n.t('{used} of {allowed} used', used) },
    ...(order ? [{ key: i18n.t({ id: 'ticket.order', message: 'Order' }), value: order, mono: true }] : []),
  ];
}

function validityOf(i18n: I18n, validFrom?: string | null, validUntil?: string | null, zone?: string): string {
  const from = validFrom && formatDateTime(validFrom, i18n.locale, zone);
  const until = validUntil && formatDateTime(validUntil, i18n.locale, zone);
  if (from && until) return i18n.t('{from} to {until}', { from, until });
  return from ? i18n.t('from {from}', { from }) : i18n.t('until {until}', { until });
}

function RawCode({ barcode, symbology }: { barcode: string; symbology: Symbology | null }) {
  const i18n = useI18n();
  const copy = useCopy();
  const length = Array.from(barcode).length;
  const kind = symbology && symbology !== 'unknown' ? `${SYMBOLOGY_WORDS[symbology]}, ` : '';
  return (
    <Section
      title={i18n.t('Raw code')}
      note={kind + i18n.t('{count, plural, one {# character} other {# characters}}', { count: length })}
    >
      <Panel className="app-code">
        <code className="app-mono">{visibleBarcode(barcode)}</code>
        <IconButton label={i18n.t('Copy the code')} icon={<Copy />} onClick={() => void copy(barcode)} />
      </Panel>
    </Section>
  );
}
