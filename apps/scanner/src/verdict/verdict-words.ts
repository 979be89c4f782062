import type { I18n } from '@lingui/core';
import type { ClerkDecision, Outcome, Reason, Verdict } from '@scantix/api-contract';
import { clerkDecisionOf } from '@scantix/api-contract/rules';
import { formatDate, formatDateTime, formatTime, formatWeekday } from '@scantix/i18n';
import type { VerdictLook } from './verdict-look.ts';

/** Message ids, as in the other tables here; `i18n.t` translates them. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
  accepted: /*i18n*/ 'Accepted',
  attention: /*i18n*/ 'Attention',
  refused: /*i18n*/ 'Refused',
  undecided: /*i18n*/ 'Undecided',
};

/** The word for each look. */
export const LOOK_WORDS: Record<VerdictLook, string> = {
  ...OUTCOME_WORDS,
  repeat: OUTCOME_WORDS.attention,
  check: /*i18n*/ 'Check only',
  undone: /*i18n*/ 'Undone',
};

export const REASON_WORDS: Record<Reason, string> = {
  ok: /*i18n*/ 'Valid',
  needs_attention: /*i18n*/ 'Check the note',
  self_repeat: /*i18n*/ 'Let in before',
  already_used: /*i18n*/ 'Already used',
  unknown_code: /*i18n*/ 'Not a ticket for this event',
  cancelled: /*i18n*/ 'Cancelled',
  blocked: /*i18n*/ 'Blocked',
  unpaid: /*i18n*/ 'Not paid',
  not_yet_valid: /*i18n*/ 'Not valid yet',
  expired: /*i18n*/ 'No longer valid',
  wrong_checkpoint: /*i18n*/ 'Not for this checkpoint',
  exit_without_entry: /*i18n*/ 'No entry recorded',
  not_permitted: /*i18n*/ 'Your workgroup does not scan here',
  not_in_snapshot: /*i18n*/ 'Not in the offline tickets',
  snapshot_stale: /*i18n*/ 'Offline tickets are too old',
  server_unreachable: /*i18n*/ 'The server cannot be reached',
  other: /*i18n*/ 'Another reason',
};

/** What a clerk decided. */
const DECISION_WORDS: Readonly<Record<ClerkDecision, string>> = {
  let_in: /*i18n*/ 'Let in by the clerk',
  turned_away: /*i18n*/ 'Turned away by the clerk',
};

/** The reason of a verdict in words. `now` is that of relative times, in epoch milliseconds; `null` for absolute ones. */
export function reasonOf(i18n: I18n, verdict: Verdict, now: number | null, timeZone?: string): string {
  const { reason, ticket, first_use, mode } = verdict;
  const decision = clerkDecisionOf(verdict);
  if (decision === 'let_in' && mode === 'exit') return i18n.t('Let out by the clerk');
  if (decision) return i18n.t(DECISION_WORDS[decision]);
  const day = (at: string) => formatDateTime(at, i18n.locale, timeZone);
  const weekday = (at: string) => formatWeekday(at, i18n.locale, timeZone);
  const since = (at: string) => {
    if (now !== null) return formatAgo(i18n, at, now, timeZone);
    const time = formatFirstUse(i18n, at, verdict, timeZone);
    const isOfThatDay = time === formatTime(at, i18n.locale, timeZone);
    return isOfThatDay ? i18n.t('at {time}', { time }) : i18n.t('on {time}', { time });
  };
  const ago = first_use && since(first_use.at);
  switch (reason) {
    case 'ok':
      return ticket?.holder ?? ticket?.type ?? (mode === 'exit' ? i18n.t('Goodbye') : i18n.t('Recorded'));
    case 'needs_attention':
      return ticket?.note ?? i18n.t(REASON_WORDS.needs_attention);
    case 'already_used':
      return ago ? i18n.t('Already used {ago}', { ago }) : i18n.t(REASON_WORDS.already_used);
    case 'self_repeat':
      return ago ? i18n.t('Let in before, {ago}', { ago }) : i18n.t(REASON_WORDS.self_repeat);
    case 'not_yet_valid':
      return ticket?.valid_from
        ? i18n.t('Valid from {time}', { time: day(ticket.valid_from) })
        : i18n.t(REASON_WORDS.not_yet_valid);
    case 'expired':
      if (!ticket?.valid_until) return i18n.t(REASON_WORDS.expired);
      return i18n.t('Expired {time}', { time: `${weekday(ticket.valid_until)} ${day(ticket.valid_until)}` });
    default:
      return i18n.t(REASON_WORDS[reason]);
  }
}

/** The time of a first use; its day only where it is another one than that of the verdict. */
export function formatFirstUse(i18n: I18n, at: string, { decided_at }: Verdict, timeZone?: string): string {
  const [day, ownDay] = [at, decided_at].map((time) => formatDate(time, i18n.locale, timeZone));
  return (day === ownDay ? formatTime : formatDateTime)(at, i18n.locale, timeZone);
}

/** A time relative to `now` (epoch milliseconds): in seconds, minutes or hours; after a day, its date. */
export function formatAgo(i18n: I18n, at: string, now: number, timeZone?: string): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  if (seconds < 2) return i18n.t('just now');
  if (seconds < 60) return i18n.t('{count}\u00a0s ago', { count: seconds });
  if (seconds < 3600) return i18n.t('{count}\u00a0min ago', { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return i18n.t('{count}\u00a0h ago', { count: Math.floor(seconds / 3600) });
  return i18n.t('on {time}', { time: formatDateTime(at, i18n.locale, timeZone) });
}

/** A barcode for the screen: control characters as pictures (from U+2400), other unseen ones as numbers, such as ⟨202E⟩. */
export function visibleBarcode(barcode: string): string {
  // Not the joiner within an emoji.
  return barcode.replace(/(?!\u200d\p{So})[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    const code = character === '\u007f' ? 0x21 : (character.codePointAt(0) as number);
    return code < 0x40 ? String.fromCharCode(0x2400 + code) : `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
