import { formatDateTime, formatNumber, translateText } from '@scantix/i18n';
import type { LostScans } from '@scantix/scan-ledger';
import { runSelfTest, SELF_TESTS, type SelfTest } from '@scantix/scan-ledger/desk';
import { Button, leaveFocusToTitle, Panel, Section } from '@scantix/ui-shell/react';
import { readStorageStatus } from '@scantix/web-app';
import { useAtomValue } from 'jotai';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useApp } from '../../services/app-context.ts';
import { DecisionList } from './decision-list.tsx';
import { Readiness } from './readiness.tsx';
import { StorageRows } from './storage-rows.tsx';

/**
 * What this device has for working offline, what waits to be sent, and what a person must decide. With the area off, only
 * the latter two: a scan that waits is sent all the same.
 */
export function OfflineSection() {
  const { atoms, ledger } = useApp();
  const i18n = useI18n();
  const hasOffline = useFeature('offline');
  const { lost, offeredAgain, waiting, waitingElsewhere, waitingUndos, sending, tickets } = useAtomValue(
    atoms.ledgerAtom,
  );
  const number = (value: number) => formatNumber(value, i18n.locale);
  const mayLeave = waiting + waitingUndos;
  if (!hasOffline && !lost && mayLeave + waitingElsewhere === 0) return <DecisionList />;
  return (
    <>
      <Section
        title={hasOffline ? i18n.t({ id: 'settings.offline', message: 'Offline' }) : i18n.t('Waiting to be sent')}
      >
        <Panel>
          {lost && <LostScansRow lost={lost} />}
          {hasOffline && <Readiness />}
          {tickets.problem && (
            <p className="app-offline__row" role="status">
              {i18n.t('Not updated: {reason}', { reason: translateText(i18n, tickets.problem) })}
            </p>
          )}
          <Row label={i18n.t('Scans not sent yet')} value={number(waiting)} />
          {offeredAgain > 0 && (
            <Row label={i18n.t('Of these, lost by the server and sent again')} value={number(offeredAgain)} />
          )}
          {waitingUndos > 0 && <Row label={i18n.t('Undos not sent yet')} value={number(waitingUndos)} />}
          {waitingElsewhere > 0 && (
            <Row label={i18n.t('Waiting for another domain')} value={number(waitingElsewhere)} />
          )}
          <StorageRows />
        </Panel>
        {(hasOffline || mayLeave > 0) && (
          <div className="app-actions">
            {hasOffline && (
              <Button busy={tickets.updating} onClick={() => void ledger.refreshTickets()}>
                {i18n.t('Update the tickets')}
              </Button>
            )}
            {mayLeave > 0 && (
              <Button ref={leaveFocusToTitle} busy={sending} onClick={() => void ledger.drain()}>
                {i18n.t('Send now')}
              </Button>
            )}
            {hasOffline && <SelfTestButton />}
          </div>
        )}
      </Section>
      <DecisionList />
    </>
  );
}

/** How many unsent scans the browser has deleted, until a clerk has seen it. */
function LostScansRow({ lost: { count, since } }: { lost: LostScans }) {
  const { ledger } = useApp();
  const i18n = useI18n();
  const zone = useVenueZone();
  return (
    <div className="app-offline__row" role="alert">
      <span>
        {i18n.t(
          'The browser deleted {count, plural, one {# scan} other {# scans}} of this device before sending. The first one was from {time}.',
          { count, time: formatDateTime(since, i18n.locale, zone) },
        )}
      </span>
      <Button ref={leaveFocusToTitle} onClick={() => ledger.acknowledgeLost()}>
        {i18n.t('Understood')}
      </Button>
    </div>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <p className="app-offline__row">
      <span>{label}</span>
      <b>{value}</b>
    </p>
  );
}

function SelfTestButton() {
  const { configuration, ledger, update } = useApp();
  const i18n = useI18n();
  const [results, setResults] = useState<Record<SelfTest, boolean> | null>(null);
  const words: Record<SelfTest, string> = {
    storage: i18n.t('Storage for scans'),
    tickets: i18n.t('Offline tickets'),
    app: i18n.t('App without a network'),
    session: i18n.t('Session without a network'),
    kept: i18n.t('Protection of stored scans'),
  };
  const run = async () =>
    setResults(
      runSelfTest({
        ledger: ledger.getSnapshot(),
        appIsKept: update.isOfflineReady(),
        offlineSessionGraceMs: configuration.offlineSessionGraceMs,
        storagePersists: (await readStorageStatus()).isPersistent,
      }),
    );
  return (
    <>
      <Button onClick={() => void run()}>{i18n.t('Run offline test')}</Button>
      {results && (
        <ul className="app-self-test" role="status">
          {SELF_TESTS.map((name) => (
            <li key={name}>
              {results[name] ? (
                <CircleCheck aria-label={i18n.t('Passed')} />
              ) : (
                <CircleX aria-label={i18n.t('Failed')} />
              )}
              {words[name]}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
