import type { I18n } from '@lingui/core';
import type { Reason, TicketView, Verdict } from '@scantix/api-contract';
import { clerkDecisionOf } from '@scantix/api-contract/rules';
import { isolated } from '@scantix/i18n';
import { useI18n } from '../hooks/use-i18n.ts';
import { useVenueZone } from '../hooks/use-venue-zone.ts';
import { lookOf, type VerdictLook } from './verdict-look.ts';
import { formatAgo, formatFirstUse, OUTCOME_WORDS, REASON_WORDS, reasonOf } from './verdict-words.ts';

/** The words of a verdict, in the order staff need them. */
export interface VerdictWords {
  readonly word: string;
  readonly reason: string;
  readonly nextAction: string | null;
}

const NEXT_ACTIONS: Partial<Record<Reason, string>> = {
  self_repeat: /*i18n*/ 'Counted once. A second person? Do not admit.',
  already_used: /*i18n*/ 'Send to the info desk',
  unknown_code: /*i18n*/ 'Ask for another code, or send to the info desk',
  cancelled: /*i18n*/ 'The order was cancelled: send to the info desk',
  blocked: /*i18n*/ 'Do not admit: call your supervisor',
  unpaid: /*i18n*/ 'Ask to pay at the info desk',
  not_yet_valid: /*i18n*/ 'Ask to come back later',
  expired: /*i18n*/ 'Send to the info desk',
  wrong_checkpoint: /*i18n*/ 'Show the way',
  exit_without_entry: /*i18n*/ 'Scan the entry first',
  not_permitted: /*i18n*/ 'Do not admit: call your supervisor',
  not_in_snapshot: /*i18n*/ 'Check it yourself, then continue',
  snapshot_stale: /*i18n*/ 'Check it yourself, then continue',
  server_unreachable: /*i18n*/ 'Check it yourself, then continue',
};

/** The reasons as the clerk reads them who scans; in a list, others read them as well. */
const OWN_REASON_WORDS: typeof REASON_WORDS = {
  ...REASON_WORDS,
  self_repeat: /*i18n*/ 'You let this one in already',
};

/** The words of a verdict in the language of the app. `now` is as for `wordsOf`. @default when it was decided */
export function useVerdictWords(
  verdict: Verdict,
  look: VerdictLook,
  now = Date.parse(verdict.decided_at),
): VerdictWords {
  return wordsOf(useI18n(), verdict, now, look, useVenueZone());
}

/** The words of one verdict. `now` is epoch milliseconds; times are in `timeZone`. @default the device's */
export function wordsOf(
  i18n: I18n,
  verdict: Verdict,
  now: number,
  look: VerdictLook = lookOf(verdict),
  timeZone?: string,
): VerdictWords {
  const { ticket } = verdict;
  const reason = ownReasonOf(i18n, verdict, now, timeZone);
  if (look === 'check') return { word: i18n.t('Check only'), reason, nextAction: i18n.t('No entry used') };
  const word = i18n.t(OUTCOME_WORDS[verdict.outcome]);
  // What to do is the note; the reason says who it is about.
  if (verdict.reason === 'needs_attention' && look === 'attention' && ticket?.note)
    return { word, reason: ticket.holder ?? ticket.type, nextAction: ticket.note };
  return { word, reason, nextAction: look === 'undone' ? null : nextActionOf(i18n, verdict) };
}

function ownReasonOf(i18n: I18n, verdict: Verdict, now: number, timeZone?: string): string {
  const { reason, first_use } = verdict;
  if (reason !== 'self_repeat') return reasonOf(i18n, verdict, now, timeZone);
  if (!first_use) return i18n.t(OWN_REASON_WORDS.self_repeat);
  return i18n.t('You let this one in {ago}', { ago: formatAgo(i18n, first_use.at, now, timeZone) });
}

function nextActionOf(i18n: I18n, verdict: Verdict): string | null {
  const { reason, works_at, outcome } = verdict;
  if (clerkDecisionOf(verdict)) return null;
  if (reason === 'wrong_checkpoint' && works_at?.length) {
    const names = works_at.map(({ name }) => isolated(name));
    return i18n.t('Send to {checkpoints}', {
      checkpoints: new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names),
    });
  }
  const action = NEXT_ACTIONS[reason === 'other' && outcome === 'refused' ? 'expired' : reason];
  return action === undefined ? null : i18n.t(action);
}

/** What the section and the seat of a ticket are called. */
export const SEAT_WORDS = {
  section: /*i18n*/ { id: 'ticket.section', message: 'Section' },
  seat: /*i18n*/ { id: 'ticket.seat', message: 'Seat' },
} as const;

/** Section and seat of a ticket in one line; empty where it names neither. */
export function seatOf({ section, seat }: Pick<TicketView, 'section' | 'seat'>): string {
  return listOf([section, seat]);
}

function listOf(names: readonly (string | undefined)[]): string {
  return names.flatMap((name) => (name ? [isolated(name)] : [])).join(', ');
}

/** Section and seat as one fact with its label; `null` where the ticket names neither. */
export function seatFact(i18n: I18n, ticket: TicketView): { readonly label: string; readonly value: string } | null {
  const value = seatOf(ticket);
  return value === '' ? null : { label: i18n.t(ticket.seat ? SEAT_WORDS.seat : SEAT_WORDS.section), value };
}

/** When a code was first used, where and by whom as far as known; `null` where the verdict names no first use. */
export function firstScanOf(i18n: I18n, verdict: Verdict, timeZone?: string): string | null {
  if (!verdict.first_use) return null;
  const { at, checkpoint, clerk } = verdict.first_use;
  return [formatFirstUse(i18n, at, verdict, timeZone), listOf([checkpoint, clerk])].filter(Boolean).join(', ');
}

/** What a voice says of a verdict: outcome, reason and what to do. Nobody's name is spoken at a gate. */
export function spokenWords(i18n: I18n, verdict: Verdict): string {
  const { word, nextAction } = wordsOf(i18n, verdict, Date.parse(verdict.decided_at));
  const isPlain = verdict.reason === 'ok' || verdict.reason === 'needs_attention';
  const parts = [word, isPlain ? null : i18n.t(OWN_REASON_WORDS[verdict.reason]), nextAction];
  return parts.filter((part) => part !== null).join('. ');
}
