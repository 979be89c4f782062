import type { FirstUse, Outcome, Reason, Verdict } from '@scantix/api-contract';
import { formatDateTime } from '../format/dates.ts';

/** What a verdict says, in the order staff need it: what, why, what to do. */
export interface VerdictWords {
  readonly word: string;
  readonly reason: string;
  readonly nextAction: string | null;
}

export const OUTCOME_WORDS: Record<Outcome, string> = {
  accepted: 'Accepted',
  attention: 'Attention',
  refused: 'Refused',
  undecided: 'Undecided',
};

export const REASON_WORDS: Record<Reason, string> = {
  ok: 'Valid',
  needs_attention: 'Check the note',
  self_repeat: 'You let this one in already',
  already_used: 'Already used',
  unknown_code: 'Not a ticket of this event',
  cancelled: 'Cancelled',
  blocked: 'Blocked',
  unpaid: 'Not paid',
  not_yet_valid: 'Not valid yet',
  expired: 'No longer valid',
  wrong_checkpoint: 'Not for this checkpoint',
  exit_without_entry: 'Was not inside',
  not_in_snapshot: 'Not in the offline tickets',
  snapshot_stale: 'Offline tickets are too old',
  server_unreachable: 'The server cannot be reached',
};

const NEXT_ACTIONS: Partial<Record<Reason, string>> = {
  self_repeat: 'Nothing to do: the same visitor',
  already_used: 'Send to the info desk',
  unknown_code: 'Ask for another code, or send to the info desk',
  cancelled: 'The order was cancelled: send to the info desk',
  blocked: 'Do not admit: call your supervisor',
  unpaid: 'Ask to pay at the info desk',
  not_yet_valid: 'Ask to come back later',
  expired: 'Send to the info desk',
  wrong_checkpoint: 'Show the way',
  exit_without_entry: 'Scan the entry first',
  not_in_snapshot: 'Decide by eye, then go on',
  snapshot_stale: 'Decide by eye, then go on',
  server_unreachable: 'Decide by eye, then go on',
};

/** The words of one verdict. `now` is epoch milliseconds. */
export function wordsOf(verdict: Verdict, now: number): VerdictWords {
  return {
    word: OUTCOME_WORDS[verdict.outcome],
    reason: reasonOf(verdict, now),
    nextAction: nextActionOf(verdict),
  };
}

function reasonOf({ reason, ticket, first_use, mode }: Verdict, now: number): string {
  switch (reason) {
    case 'ok':
      return ticket?.holder ?? ticket?.type ?? (mode === 'exit' ? 'Goodbye' : 'Recorded');
    case 'needs_attention':
      return ticket?.note ?? REASON_WORDS.needs_attention;
    case 'already_used':
      return first_use ? `Already used ${formatAgo(first_use, now)}` : REASON_WORDS.already_used;
    case 'self_repeat':
      return first_use ? `You let this one in ${formatAgo(first_use, now)}` : REASON_WORDS.self_repeat;
    case 'not_yet_valid':
      return ticket?.valid_from ? `Valid from ${formatDateTime(ticket.valid_from)}` : REASON_WORDS.not_yet_valid;
    case 'expired':
      return ticket?.valid_until ? `Was valid until ${formatDateTime(ticket.valid_until)}` : REASON_WORDS.expired;
    default:
      return REASON_WORDS[reason];
  }
}

function nextActionOf({ reason, works_at }: Verdict): string | null {
  if (reason === 'wrong_checkpoint' && works_at?.length) {
    return `Send to ${works_at.map(({ name }) => name).join(' or ')}`;
  }
  return NEXT_ACTIONS[reason] ?? null;
}

function formatAgo({ at }: FirstUse, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`;
  return `on ${formatDateTime(at)}`;
}

/** A barcode for the screen: control characters are made visible by their Unicode pictures (U+2400 and on). */
export function visibleBarcode(barcode: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be shown
  return barcode.replace(/[\u0000-\u001f\u007f]/g, (character) =>
    character === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + character.charCodeAt(0)),
  );
}
