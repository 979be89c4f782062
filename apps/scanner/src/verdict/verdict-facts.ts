import type { I18n } from '@lingui/core';
import type { TicketView, Verdict } from '@scantix/api-contract';
import { formatNumber } from '@scantix/i18n';
import { MODE_WORDS } from './mode-words.ts';
import { firstScanOf, seatFact } from './use-verdict-words.ts';
import type { VerdictLook } from './verdict-look.ts';
import { visibleBarcode } from './verdict-words.ts';

/** One labelled fact under a verdict. */
export interface VerdictFact {
  readonly label: string;
  readonly value: string;
  readonly mono?: boolean;
  /** Whether a text of many lines is cut, so that the facts below it stay in sight. It is whole on Scan Result. */
  readonly cut?: boolean;
}

/** What the facts of a verdict are taken from, beside the verdict itself. */
export interface FactsSource {
  readonly barcode: string;
  readonly tookMs: number | null;
  readonly look: VerdictLook;
  /** The ticket as it is now. @default the ticket of the verdict */
  readonly ticketNow?: TicketView | undefined;
  readonly timeZone?: string | undefined;
}

const DECIDED_BY = {
  server: /*i18n*/ { id: 'decided.server', message: 'Server' },
  device: /*i18n*/ { id: 'decided.device', message: 'This device' },
  pending: /*i18n*/ { id: 'decided.pending', message: 'Not yet' },
} as const;

/** The facts under a verdict: at most four, in a fixed order for every look. A seat takes the place of who decided. */
export function factsOf(i18n: I18n, verdict: Verdict, source: FactsSource): VerdictFact[] {
  const ticket = source.ticketNow ?? verdict.ticket;
  const firstScan = firstScanOf(i18n, verdict, source.timeZone);
  const code = { label: i18n.t('Code'), value: visibleBarcode(source.barcode), mono: true };
  const decided = { label: i18n.t('Decided'), value: decidedBy(i18n, verdict, source.tookMs) };
  if (verdict.outcome === 'undecided') {
    return [
      { label: i18n.t('This scan'), value: i18n.t('Saved, not sent yet') },
      { label: i18n.t('Mode'), value: i18n.t(MODE_WORDS[verdict.mode]) },
      code,
      decided,
    ];
  }
  if (verdict.outcome === 'refused' || source.look === 'repeat') {
    return [
      ...(ticket?.holder ? [{ label: i18n.t('Holder'), value: ticket.holder, cut: true }] : []),
      ...(ticket ? [{ label: i18n.t('Ticket'), value: ticket.type, cut: true }] : []),
      ...(firstScan ? [{ label: i18n.t('First scan'), value: firstScan }] : []),
      code,
    ];
  }
  if (!ticket) return [code, decided];
  const facts = [{ label: i18n.t('Ticket'), value: ticket.type, cut: true }, entriesUsed(i18n, ticket), code, decided];
  const seat = seatFact(i18n, ticket);
  return seat ? facts.toSpliced(1, 0, seat).slice(0, 4) : facts;
}

/** Who decided, and how long that took the server. */
export function decidedBy(i18n: I18n, { certainty }: Verdict, tookMs: number | null): string {
  const isTimed = tookMs !== null && tookMs < 60_000 && certainty === 'server';
  return i18n.t(DECIDED_BY[certainty]) + (isTimed ? `, ${formatNumber(tookMs, i18n.locale)}\u00a0ms` : '');
}

/** The ticket of an admission that was taken back: one entry less is used. */
export function ticketAfterUndo({ mode, ticket }: Verdict): TicketView | undefined {
  if (!ticket || mode !== 'entry') return ticket;
  return { ...ticket, entries_left: Math.min(ticket.entries_allowed, ticket.entries_left + 1) };
}

function entriesUsed(i18n: I18n, { entries_left: left, entries_allowed: allowed }: TicketView): VerdictFact {
  return { label: i18n.t('Entries used'), value: i18n.t('{used} of {allowed}', { used: allowed - left, allowed }) };
}
