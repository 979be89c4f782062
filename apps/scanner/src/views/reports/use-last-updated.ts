import { formatDateTime, formatTime, startOfDay } from '@scantix/i18n';
import { inZone } from '../../format/other-zone.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useToday } from '../../hooks/use-server-clock.ts';

/**
 * When the server read the figures: with the date where that was on another day, and with the zone where the device has
 * another one.
 */
export function useLastUpdated(timeZone: string | undefined): (at: string) => string {
  const { locale } = useI18n();
  const today = useToday(timeZone);
  return (at) => {
    const format = startOfDay(Date.parse(at), timeZone) === today ? formatTime : formatDateTime;
    return format(at, locale, timeZone) + inZone(timeZone);
  };
}
