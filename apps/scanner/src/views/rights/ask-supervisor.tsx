import { isolated } from '@scantix/i18n';
import { UsersRound } from 'lucide-react';
import { useEffect } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

interface AskSupervisorProps {
  /** What the view shows. */
  readonly shown: string;
  /** What it leaves out. */
  readonly hidden: string;
}

/** Says what a view shows to a clerk without the right `supervise`, and whom to ask for the rest. */
export function AskSupervisor({ shown, hidden }: AskSupervisorProps) {
  const i18n = useI18n();
  const { scannerConfig } = useApp();
  const workgroups = scannerConfig.current()?.supervisors ?? [];
  // Who has asked may have got the right meanwhile.
  useEffect(() => {
    scannerConfig.load().catch(() => {});
  }, [scannerConfig]);
  const whom =
    workgroups.length === 0
      ? i18n.t('Ask your supervisor.')
      : i18n.t('Ask someone from {workgroups}.', {
          workgroups: new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(workgroups.map(isolated)),
        });
  return (
    <div className="stx-panel app-device-only" role="note">
      <UsersRound aria-hidden />
      <p>
        <b>{shown}</b>
        <span>
          {hidden} {whom}
        </span>
      </p>
    </div>
  );
}
