import type { I18n } from '@lingui/core';
import { formatNumber } from '@scantix/i18n';
import type { TicketsState } from '@scantix/scan-ledger';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration in its largest whole unit. */
export function ageWords(i18n: I18n, ageMs: number): string {
  if (ageMs < MINUTE_MS) return i18n.t('less than a minute');
  if (ageMs < HOUR_MS) return i18n.t('{minutes}\u00a0min', { minutes: Math.floor(ageMs / MINUTE_MS) });
  if (ageMs < DAY_MS) return i18n.t('{hours}\u00a0h', { hours: Math.floor(ageMs / HOUR_MS) });
  return i18n.t('{days, plural, one {# day} other {# days}}', { days: Math.floor(ageMs / DAY_MS) });
}

/** The age of the tickets on this device, measured by its own clock; `null` until all are loaded. */
export function ticketAge(i18n: I18n, { receivedAt }: TicketsState, now: number): string | null {
  return receivedAt === null ? null : ageWords(i18n, Math.max(0, now - receivedAt));
}

/** The same for a narrow line. */
export function shortTicketAge(i18n: I18n, tickets: TicketsState, now: number): string | null {
  const age = ticketAge(i18n, tickets, now);
  return age !== null && now - (tickets.receivedAt ?? now) < MINUTE_MS ? i18n.t('<1\u00a0min') : age;
}

/** Whether this device can decide without the server: a title and a detail. */
export function readinessWords(
  i18n: I18n,
  tickets: TicketsState,
  now: number,
): { ready: boolean; title: string; detail: string } {
  const number = (value: number) => formatNumber(value, i18n.locale);
  const age = ticketAge(i18n, tickets, now) ?? '';
  const detail = i18n.t('{count} tickets, {age} old', { count: number(tickets.count), age });
  switch (tickets.status) {
    case 'ready':
      return { ready: true, title: i18n.t('Ready for offline'), detail };
    case 'stale':
      return { ready: true, title: i18n.t('Offline tickets are getting old'), detail };
    case 'expired':
      return { ready: false, title: i18n.t('Offline tickets are too old to decide from'), detail };
    case 'loading':
      return {
        ready: false,
        title: i18n.t('Loading the offline tickets'),
        detail: i18n.t('{count} of {expected}', {
          count: number(tickets.count),
          expected: tickets.expectedCount === null ? '…' : number(tickets.expectedCount),
        }),
      };
    case 'failed':
      return {
        ready: false,
        title: i18n.t('No offline tickets'),
        detail: i18n.t("Tickets didn't download. Scans wait for the server"),
      };
    case 'none':
      return { ready: false, title: i18n.t('No offline tickets'), detail: i18n.t('Scans wait for the server') };
  }
}
