import type { I18n } from '@lingui/core';
import type { TicketsState } from '@scantix/scan-ledger';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long something has been so, in the one unit that people would use. */
export function ageWords(i18n: I18n, ageMs: number): string {
  if (ageMs < MINUTE_MS) return i18n.t('less than a minute');
  if (ageMs < HOUR_MS) return i18n.t('{minutes} min', { minutes: Math.floor(ageMs / MINUTE_MS) });
  if (ageMs < DAY_MS) return i18n.t('{hours} h', { hours: Math.floor(ageMs / HOUR_MS) });
  return i18n.t('{days, plural, one {# day} other {# days}}', { days: Math.floor(ageMs / DAY_MS) });
}

/** How old the tickets on this device are, by its own clock alone. `null` without a whole set. */
export function ticketAge(i18n: I18n, { receivedAt }: TicketsState, now: number): string | null {
  return receivedAt === null ? null : ageWords(i18n, Math.max(0, now - receivedAt));
}

/** What this device can do without the server: the title and the words under it. */
export function readinessWords(
  i18n: I18n,
  tickets: TicketsState,
  now: number,
): { ready: boolean; title: string; detail: string } {
  const number = new Intl.NumberFormat(i18n.locale);
  const age = ticketAge(i18n, tickets, now) ?? '';
  const held = i18n.t('{count} tickets, {age} old', { count: number.format(tickets.count), age });
  switch (tickets.status) {
    case 'ready':
      return { ready: true, title: i18n.t('Ready for offline'), detail: held };
    case 'stale':
      return { ready: true, title: i18n.t('Offline tickets are getting old'), detail: held };
    case 'expired':
      return { ready: false, title: i18n.t('Offline tickets are too old to decide from'), detail: held };
    case 'loading':
      return {
        ready: false,
        title: i18n.t('Loading the offline tickets'),
        detail: i18n.t('{count} of {expected}', {
          count: number.format(tickets.count),
          expected: tickets.expectedCount === null ? '…' : number.format(tickets.expectedCount),
        }),
      };
    case 'failed':
      return {
        ready: false,
        title: i18n.t('No offline tickets'),
        detail: i18n.t('They could not be loaded. Scans are kept, and decided by the server.'),
      };
    case 'none':
      return {
        ready: false,
        title: i18n.t('No offline tickets'),
        detail: i18n.t('Scans are kept, and decided by the server.'),
      };
  }
}
