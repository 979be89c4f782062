import { isolated } from '@scantix/i18n';
import type { LedgerScan } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Halo } from '../../camera/halo.tsx';
import { useI18n } from '../../hooks/use-i18n.ts';
import { QuickUndo } from '../../verdict/quick-undo.tsx';
import { useVerdict } from '../../verdict/use-verdict.ts';
import { seatOf, wordsOf } from '../../verdict/use-verdict-words.ts';
import { ticketAfterUndo } from '../../verdict/verdict-facts.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { lookOf, type VerdictLook } from '../../verdict/verdict-look.ts';
import { visibleBarcode } from '../../verdict/verdict-words.ts';
import '../../styles/stream.css';

/** How long the halo of an accepted scan stays while the camera goes on. */
const HALO_MS = 900;

/** The scan whose halo was shown last. The view comes back after each exception, with the ribbon and without its halo. */
let lastShown: string | null = null;

/** Shows the halo of a scan of the ribbon for a moment, once. */
export function RibbonHalo({ entry: { scan, verdict } }: { entry: LedgerScan }) {
  const { id } = scan;
  const [isOver, setOver] = useState(lastShown === id);
  useEffect(() => {
    const timer = setTimeout(setOver, HALO_MS, true);
    return () => {
      clearTimeout(timer);
      lastShown = id;
    };
  }, [id]);
  return verdict && !isOver ? <Halo look={lookOf(verdict)} barcode={scan.barcode} /> : null;
}

/** What the live region said last. The view comes back after typing and after each exception: it is not said again. */
let lastSaid: { readonly id: string; readonly look: VerdictLook } | null = null;

/** The newest accepted scan of a stream, at the foot of the picture. */
export function Ribbon({
  entry,
  region,
}: {
  readonly entry: LedgerScan;
  /** The live region that says its words. A region that entered the page with them would say nothing. */
  readonly region: HTMLElement | null;
}) {
  const i18n = useI18n();
  const state = useVerdict(entry.scan.id);
  // The first frame shows what was decided; the record follows with what has become of it.
  const scan = state.status === 'decided' ? state.scan : entry;
  const { verdict } = scan;
  const { id } = scan.scan;
  const isUndone = scan.undo !== undefined && scan.undo.sync !== 'refused';
  const look = verdict && lookOf(verdict, { isUndone });
  const [said] = useState(lastSaid);
  useEffect(() => {
    if (look) lastSaid = { id, look };
  }, [id, look]);
  if (!verdict || !look) return null;
  // Before the record is read, an entry that was undone looks accepted.
  const isNew = said?.id !== id || (state.status === 'decided' && said.look !== look);
  const { word, reason } = wordsOf(i18n, verdict, Date.parse(verdict.decided_at), look);
  const ticket = isUndone ? ticketAfterUndo(verdict) : verdict.ticket;
  const allowed = ticket?.entries_allowed ?? 1;
  const used = allowed - (ticket?.entries_left ?? 0);
  const facts = [
    ticket && seatOf(ticket),
    ticket && ticket.type !== reason ? isolated(ticket.type) : null,
    allowed > 1 ? i18n.t('{used} of {allowed}', { used, allowed }) : null,
    ticket ? null : visibleBarcode(scan.scan.barcode),
  ];
  const words = (
    <p>
      <span className="app-ribbon__word">
        {word}
        {isUndone && ` · ${i18n.t('Undone')}`}{' '}
      </span>
      <b>{reason}</b> <span className="app-ribbon__facts">{facts.filter(Boolean).join(' · ')}</span>
    </p>
  );
  return (
    <div className={`app-ribbon app-ribbon--${look}`}>
      {region && isNew && createPortal(words, region)}
      <div aria-hidden={isNew} className="app-ribbon__say">
        <VerdictIcon outcome={look} decorative />
        {words}
      </div>
      <QuickUndo entry={scan} />
    </div>
  );
}
