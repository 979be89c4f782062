import { Button, EmptyState, Panel, Section } from '@scantix/ui-shell/react';
import { Copy } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useApp } from '../../app-context.ts';
import { formatDateTime, formatExactTime } from '../../format/dates.ts';

const FIRST_ROWS = 10;

/** What the analytics logger remembers, the newest first. Properties are copied, masked as they are sent, not shown. */
export function LogHistory() {
  const { logger, toasts } = useApp();
  const history = useSyncExternalStore(logger.subscribe, logger.getHistory);
  const [all, setAll] = useState(false);
  const rows = history.toReversed().slice(0, all ? undefined : FIRST_ROWS);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(history.map((event) => JSON.stringify(event)).join('\n'));
      toasts.show({ kind: 'success', title: 'Copied' });
    } catch {
      toasts.show({ kind: 'error', title: 'Not copied', message: 'The browser does not allow it here.' });
    }
  };
  return (
    <Section title="Log history" note={`${history.length} ${history.length === 1 ? 'event' : 'events'}, newest first`}>
      {rows.length === 0 ? (
        <EmptyState level={3} title="Nothing logged yet" message="What happens from now on is listed here." />
      ) : (
        <>
          <Panel>
            <table className="app-history">
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">Level</th>
                  <th scope="col">Event</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ id, event, level, timestamp }) => (
                  <tr key={id}>
                    <td>
                      <time dateTime={timestamp} title={formatDateTime(timestamp)}>
                        {formatExactTime(timestamp)}
                      </time>
                    </td>
                    <td className={`app-history__level app-history__level--${level}`}>{level}</td>
                    <td>{event}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
          <div className="app-history__actions">
            {history.length > FIRST_ROWS && (
              <Button onClick={() => setAll(!all)}>{all ? 'Show fewer' : `Show all ${history.length}`}</Button>
            )}
            <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
              Copy
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
