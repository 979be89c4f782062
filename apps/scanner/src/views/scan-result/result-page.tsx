import type { Symbology, Verdict } from '@scantix/api-contract';
import { ButtonLink, IconButton, type KeyValue, KeyValueList, Page, Panel, Section } from '@scantix/ui-shell/react';
import { Copy, ScanBarcode } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApp } from '../../app-context.ts';
import { formatDateTime } from '../../format/dates.ts';
import { VerdictBand } from '../../verdict/verdict-band.tsx';
import { visibleBarcode } from '../../verdict/verdict-words.ts';
import { CodeHistory } from './code-history.tsx';
import { SYMBOLOGY_WORDS } from './symbology-words.ts';

interface ResultPageProps {
  readonly barcode: string;
  readonly symbology: Symbology | null;
  readonly verdict: Verdict;
  readonly tookMs: number | null;
  /** What this device still owes the server, or what the server did not take. */
  readonly delivery?: ReactNode;
}

/** One result in full: the verdict as a card, the ticket, the history of the code, the raw code. */
export function ResultPage({ barcode, symbology, verdict, tookMs, delivery }: ResultPageProps) {
  const { ticket } = verdict;
  return (
    <Page
      className="app-result"
      actions={
        <>
          <ButtonLink href="/results" size={56}>
            All results
          </ButtonLink>
          <ButtonLink href="/scanner" size={56} variant="primary" icon={<ScanBarcode aria-hidden />}>
            Next scan
          </ButtonLink>
        </>
      }
    >
      <div className="app-result__main">
        <div className="app-result__card">
          <VerdictBand verdict={verdict} barcode={barcode} tookMs={tookMs} />
        </div>
        {verdict.mode === 'check' && <p className="app-muted">Looked at only: nothing was used up.</p>}
        {delivery}
        {ticket && (
          <Section title="Ticket">
            <KeyValueList items={ticketFacts(ticket)} />
          </Section>
        )}
      </div>
      <div className="app-result__side">
        <CodeHistory barcode={barcode} />
        <RawCode barcode={barcode} symbology={symbology} />
      </div>
    </Page>
  );
}

function ticketFacts(ticket: NonNullable<Verdict['ticket']>): KeyValue[] {
  const { holder, type, note, valid_from, valid_until, entries_left, entries_allowed, order } = ticket;
  const from = valid_from ? formatDateTime(valid_from) : 'any time';
  const until = valid_until ? formatDateTime(valid_until) : 'no end';
  return [
    ...(holder ? [{ key: 'Holder', value: holder }] : []),
    { key: 'Type', value: type },
    ...(note ? [{ key: 'Note', value: note }] : []),
    ...(valid_from || valid_until ? [{ key: 'Valid', value: `${from} to ${until}` }] : []),
    { key: 'Entries', value: `${entries_allowed - entries_left} of ${entries_allowed} used` },
    ...(order ? [{ key: 'Order', value: order, mono: true }] : []),
  ];
}

function RawCode({ barcode, symbology }: { barcode: string; symbology: Symbology | null }) {
  const { toasts } = useApp();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(barcode);
      toasts.show({ kind: 'success', title: 'Copied' });
    } catch {
      toasts.show({ kind: 'error', title: 'Not copied', message: 'The browser does not allow it here.' });
    }
  };
  const length = Array.from(barcode).length;
  const kind = symbology && symbology !== 'unknown' ? `${SYMBOLOGY_WORDS[symbology]}, ` : '';
  return (
    <Section title="Raw code" note={`${kind}${length} ${length === 1 ? 'character' : 'characters'}`}>
      <Panel className="app-code">
        <code className="app-mono">{visibleBarcode(barcode)}</code>
        <IconButton label="Copy the code" icon={<Copy />} onClick={() => void copy()} />
      </Panel>
    </Section>
  );
}
