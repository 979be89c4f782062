import { getScannerConfig } from '@scantix/api-contract';
import { formatExactTime } from '@scantix/i18n';
import { KeyValueList } from '@scantix/ui-shell/react';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { ageWords } from '../offline/ticket-words.ts';

const ASK_EVERY_MS = 30_000;
/** A clock that is off by no more is called correct: seconds. */
const RIGHT_WITHIN_S = 3;
/** The server's clock is told in whole seconds. */
const TOLD_BY_MS = 1_000;

/** Version and server: whether it answers now, and how far the clock of this device is from its clock. */
export function ServerStatus() {
  const { api, configuration } = useApp();
  const i18n = useI18n();
  const { data } = useQuery({
    queryKey: ['server-status'],
    staleTime: 0,
    refetchInterval: ASK_EVERY_MS,
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const outcome = await api.call(getScannerConfig, { signal });
      const at = new Date();
      const answer = outcome.ok ? outcome.answer : outcome.failure.kind === 'refused' ? outcome.failure.answer : null;
      // The server looked at its clock at some moment of the call: what it told may be of any of them.
      const told = answer?.date?.getTime();
      const aheadMs =
        told === undefined ? null : Math.max(0, askedAt - told - TOLD_BY_MS) - Math.max(0, told - at.getTime());
      return { at, reached: answer !== null, aheadS: aheadMs === null ? null : Math.round(aheadMs / 1000) };
    },
  });
  const clock = () => {
    if (data?.aheadS == null) return i18n.t('Not known');
    if (Math.abs(data.aheadS) <= RIGHT_WITHIN_S) return i18n.t('Correct');
    const seconds = Math.abs(data.aheadS);
    const time = seconds < 60 ? i18n.t('{seconds}\u00a0s', { seconds }) : ageWords(i18n, seconds * 1000);
    return data.aheadS > 0
      ? i18n.t('{time} ahead of the server', { time })
      : i18n.t('{time} behind the server', { time });
  };
  return (
    <KeyValueList
      items={[
        { key: i18n.t('Version'), value: configuration.appVersion },
        {
          key: i18n.t('Server'),
          value: new URL(configuration.apiBaseUrl).host,
          note: !data
            ? '…'
            : data.reached
              ? i18n.t('Answered {time}', { time: formatExactTime(data.at, i18n.locale) })
              : i18n.t('The server cannot be reached'),
        },
        { key: i18n.t('Clock of this device'), value: data ? clock() : '…' },
      ]}
    />
  );
}
