import '../../../styles/gates.css';
import type { Gate, GateDevice, Gates } from '@scantix/api-contract';
import { formatNumber } from '@scantix/i18n';
import {
  Badge,
  Button,
  EmptyState,
  leaveFocusToTitle,
  Panel,
  Section,
  TextField,
  useNow,
} from '@scantix/ui-shell/react';
import { Search, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useHasTickets } from '../../../hooks/use-has-tickets.ts';
import { useI18n } from '../../../hooks/use-i18n.ts';
import { useVenueZone } from '../../../hooks/use-venue-zone.ts';
import { TryAgain } from '../../../queries/try-again.tsx';
import { useQueryFailure } from '../../../queries/use-query-failure.ts';
import { Loading } from '../../loading/loading.tsx';
import { useLastUpdated } from '../use-last-updated.ts';
import { useLiveReports } from '../use-live-reports.ts';
import { DeviceList } from './device-list.tsx';
import { GateCapacity, isNearlyFull } from './gate-capacity.tsx';
import { useGates } from './use-gates.ts';

/** More are found by their names, or shown on demand: a screen of cards is what can be looked at and drawn at once. */
const SHOWN_AT_ONCE = 24;
/** The view reads every 15 seconds: figures that are older tell nothing of now. */
const OLD_AFTER_MS = 60_000;
/** Changes come every two seconds while people scan, each answer tells of all devices, and the figures are over minutes. */
const REST_MS = 10_000;

/** Every checkpoint and device as it is now, those first that somebody should look at. */
export function LiveGates() {
  const i18n = useI18n();
  const lastUpdated = useLastUpdated(useVenueZone());
  const now = useNow(10_000);
  const gates = useGates();
  const failure = useQueryFailure(gates);
  useLiveReports(REST_MS);
  if (failure) {
    return (
      <EmptyState
        title={i18n.t('Live gates need the server')}
        message={failure.error.message}
        actions={<TryAgain failure={failure} />}
      />
    );
  }
  if (!gates.data) return <Loading height={640} />;
  const { data, error } = gates;
  const elsewhere = data.devices.filter(({ checkpoint_id }) => checkpoint_id === null);
  return (
    <>
      <p className="app-muted" role={error ? 'status' : undefined}>
        {error ? `${error.message} ` : ''}
        {i18n.t('Last updated {time}. People are counted over the last {count} minutes.', {
          time: lastUpdated(data.as_of),
          count: data.minutes,
        })}
      </p>
      <GateCards live={data} isOld={now - gates.dataUpdatedAt > OLD_AFTER_MS} />
      {elsewhere.length > 0 && (
        <Section title={i18n.t('Other devices')} note={formatNumber(elsewhere.length, i18n.locale)}>
          <Panel>
            <DeviceList devices={elsewhere} asOf={data.as_of} />
          </Panel>
        </Section>
      )}
    </>
  );
}

function GateCards({ live, isOld }: { live: Gates; isOld: boolean }) {
  const i18n = useI18n();
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const words = text.trim().toLocaleLowerCase(i18n.locale);
  const found = live.gates
    .filter(({ name }) => name.toLocaleLowerCase(i18n.locale).includes(words))
    .toSorted(byUrgency);
  const devices = Map.groupBy(live.devices, ({ checkpoint_id }) => checkpoint_id);
  const more = found.length - limit;
  return (
    <>
      {(live.gates.length > SHOWN_AT_ONCE || text !== '') && (
        <TextField
          className="app-gates__search"
          label={i18n.t('Checkpoint')}
          type="search"
          leading={<Search aria-hidden />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {found.length === 0 && text !== '' && <p role="status">{i18n.t('No checkpoint matches')}</p>}
      <ul className={`app-gates${isOld ? ' app-muted' : ''}`}>
        {found.slice(0, limit).map((gate) => (
          <li key={gate.id}>
            <GateCard gate={gate} devices={devices.get(gate.id) ?? []} live={live} isOld={isOld} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button ref={leaveFocusToTitle} onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          {i18n.t('Show more: {count} of {all} are shown', { count: limit, all: found.length })}
        </Button>
      )}
    </>
  );
}

interface GateCardProps {
  readonly gate: Gate;
  readonly devices: readonly GateDevice[];
  readonly live: Gates;
  readonly isOld: boolean;
}

function GateCard({ gate, devices, live, isOld }: GateCardProps) {
  const i18n = useI18n();
  const hasTickets = useHasTickets();
  const waiting = devices.reduce((sum, device) => sum + (device.waiting ?? 0), 0);
  const number = (value: number) => formatNumber(value, i18n.locale, { maximumFractionDigits: 1 });
  const words: Record<Gate['state'], string> = {
    live: i18n.t({ id: 'gate.live', message: 'Live' }),
    silent: i18n.t('Silent'),
    unused: i18n.t('No device'),
  };
  const figures = [
    { label: i18n.t('In per minute'), value: number(gate.entered / live.minutes) },
    { label: i18n.t('Out per minute'), value: number(gate.left / live.minutes) },
    { label: i18n.t('Refused'), value: number(gate.refused) },
    { label: i18n.t('Scans waiting'), value: number(waiting) },
  ];
  return (
    <Panel className="app-gate">
      <section aria-label={gate.name}>
        <header>
          <h2>{gate.name}</h2>
          {!isOld && (
            <Badge {...(gate.state === 'silent' && { icon: <TriangleAlert aria-hidden /> })}>{words[gate.state]}</Badge>
          )}
        </header>
        <dl className="app-gate__figures">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {hasTickets && <GateCapacity gate={gate} />}
        {devices.length > 0 && <DeviceList devices={devices} asOf={live.as_of} />}
      </section>
    </Panel>
  );
}

const URGENCY: Record<Gate['state'], number> = { silent: 0, live: 2, unused: 3 };

const urgencyOf = (gate: Gate) => (gate.state !== 'silent' && isNearlyFull(gate) ? 1 : URGENCY[gate.state]);

function byUrgency(one: Gate, other: Gate): number {
  return urgencyOf(one) - urgencyOf(other);
}
