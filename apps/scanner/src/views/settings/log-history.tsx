import { historyOfUser } from '@scantix/analytics-logger';
import { formatDateTime, formatExactTime } from '@scantix/i18n';
import { Button, EmptyState, Panel, Section } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useCopy } from '../../hooks/use-copy.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

const FIRST_ROWS = 10;

/** The clerk's history of the analytics logger, newest first. Properties are not shown, but copied, masked as they are sent. */
export function LogHistory() {
  const { atoms } = useApp();
  const i18n = useI18n();
  const userId = useAtomValue(atoms.userAtom)?.id ?? '';
  const history = historyOfUser(useAtomValue(atoms.logHistoryAtom), userId);
  const [all, setAll] = useState(false);
  const rows = history.toReversed().slice(0, all ? undefined : FIRST_ROWS);
  const copy = useCopy();
  return (
    <Section
      title={i18n.t('Log history')}
      note={i18n.t('{count, plural, one {# event} other {# events}}, newest first', { count: history.length })}
    >
      {rows.length === 0 ? (
        <EmptyState
          level={3}
          title={i18n.t('Nothing logged yet')}
          message={i18n.t('What happens from now on is listed here.')}
        />
      ) : (
        <>
          <Panel>
            <table className="app-history">
              <thead>
                <tr>
                  <th scope="col">{i18n.t('Time')}</th>
                  <th scope="col">{i18n.t('Level')}</th>
                  <th scope="col">{i18n.t('Event')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ id, event, level, timestamp }) => (
                  <tr key={id}>
                    <td>
                      <time dateTime={timestamp} title={formatDateTime(timestamp, i18n.locale)}>
                        {formatExactTime(timestamp, i18n.locale)}
                      </time>
                    </td>
                    <td className={`app-history__level app-history__level--${level}`}>{level}</td>
                    <td>{event}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
          <div className="app-actions">
            {history.length > FIRST_ROWS && (
              <Button onClick={() => setAll(!all)}>
                {all ? i18n.t('Show fewer') : i18n.t('Show all {count}', { count: history.length })}
              </Button>
            )}
            <Button
              icon={<Copy aria-hidden />}
              onClick={() => void copy(history.map((event) => JSON.stringify(event)).join('\n'))}
            >
              {i18n.t('Copy')}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
