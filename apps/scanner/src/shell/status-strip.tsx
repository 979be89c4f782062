import { formatNumber, translateText } from '@scantix/i18n';
import { StillWhilePressed, Strip, useLasting, useNow, useOnline } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { CloudOff, Hourglass, Snail, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useI18n } from '../hooks/use-i18n.ts';
import { DECISIONS_HASH } from '../navigation/decisions-address.ts';
import { RouterLink } from '../navigation/router-link.tsx';
import { useApp } from '../services/app-context.ts';
import { shortTicketAge } from '../views/offline/ticket-words.ts';

/** A scan is called waiting only after this time, longer than the default decision budget of 3 s, which Checking covers. */
const WAITING_AFTER_MS = 4_000;

/** The line under the header: the most important problem, or nothing. It moves nothing under a finger. */
export function StatusStrip() {
  return <StillWhilePressed>{useStrip()}</StillWhilePressed>;
}

function useStrip(): ReactNode {
  const { atoms } = useApp();
  const slowMs = useAtomValue(atoms.slowMsAtom);
  const i18n = useI18n();
  const ledger = useAtomValue(atoms.ledgerAtom);
  const session = useAtomValue(atoms.sessionAtom);
  const age = shortTicketAge(i18n, ledger.tickets, useNow(15_000));
  const decisions = ledger.conflicts + ledger.quarantined;
  const isBehind = useLasting(ledger.waiting > 0, WAITING_AFTER_MS);
  // Some browsers report no network for good, while the server answers.
  const online = (useOnline() || ledger.answersOffline) && !(session.status === 'signed-in' && session.offline);
  if (session.status === 'signed-in' && session.warning)
    return <Strip icon={<TriangleAlert />}>{translateText(i18n, session.warning)}</Strip>;
  if (ledger.problem) return <Strip icon={<TriangleAlert />}>{translateText(i18n, ledger.problem.message)}</Strip>;
  if (ledger.lost) {
    return (
      <Strip icon={<TriangleAlert />}>
        {i18n.t('The browser deleted {count, plural, one {# unsent scan} other {# unsent scans}}: see Settings', {
          count: ledger.lost.count,
        })}
      </Strip>
    );
  }
  if (!online) {
    return (
      <Strip icon={<CloudOff />} {...(age && { trailing: i18n.t('Tickets {age}', { age }) })}>
        {ledger.waiting > 0
          ? i18n.t('Offline · {count, plural, other {# waiting}}', { count: ledger.waiting })
          : i18n.t('Offline')}
      </Strip>
    );
  }
  if (isBehind) {
    return (
      <Strip icon={<Hourglass />}>
        {ledger.offeredAgain > 0
          ? i18n.t('The server lost {count, plural, one {# scan} other {# scans}}: sending again', {
              count: ledger.offeredAgain,
            })
          : i18n.t('{count, plural, one {# scan} other {# scans}} waiting', { count: ledger.waiting })}
      </Strip>
    );
  }
  if (slowMs !== null) {
    return (
      <Strip icon={<Snail />}>
        {i18n.t('Slow network: an answer takes {seconds}\u00a0s', {
          seconds: formatNumber(slowMs / 1000, i18n.locale, { maximumFractionDigits: 1 }),
        })}
      </Strip>
    );
  }
  if (decisions === 0) return null;
  return (
    <Strip icon={<TriangleAlert />}>
      <RouterLink href={`/${DECISIONS_HASH}`}>
        {i18n.t('{number} {count, plural, one {scan needs a decision} other {scans need a decision}}', {
          count: decisions,
          number: formatNumber(decisions, i18n.locale) + (ledger.moreConflicts ? '+' : ''),
        })}
      </RouterLink>
    </Strip>
  );
}
