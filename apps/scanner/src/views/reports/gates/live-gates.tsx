import '../../../styles/gates.css';
import type { Gate, Gates } from '@scantix/api-contract';
import { formatNumber, formatTime } from '@scantix/i18n';
import { Badge, Button, EmptyState, Panel, Section } from '@scantix/ui-shell/react';
import { TriangleAlert } from 'lucide-react';
import { useI18n } from '../../../hooks/use-i18n.ts';
import { useVenueZone } from '../../../hooks/use-venue-zone.ts';
import { Loading } from '../../loading/loading.tsx';
import { useLiveReports } from '../use-live-reports.ts';
import { DeviceList } from './device-list.tsx';
import { GateCapacity } from './gate-capacity.tsx';
import { useGates } from './use-gates.ts';

/** Every checkpoint and device as it is now, those first that somebody should look at. */
export function LiveGates() {
  const i18n = useI18n();
  const zone = useVenueZone();
  const { data, isError, refetch } = useGates();
  useLiveReports();
  if (!data) {
    if (!isError) return <Loading height={640} />;
    return (
      <EmptyState
        title={i18n.t('The server cannot be reached')}
        message={i18n.t('Live gates come from the server.')}
        actions={<Button onClick={() => void refetch()}>{i18n.t('Try again')}</Button>}
      />
    );
  }
  const elsewhere = data.devices.filter(({ checkpoint_id }) => checkpoint_id === null);
  return (
    <>
      <p className="app-muted" role={isError ? 'status' : undefined}>
        {isError ? `${i18n.t('The server cannot be reached')}. ` : ''}
        {i18n.t('Last updated {time}. People are counted over the last {count} minutes.', {
          time: formatTime(data.as_of, i18n.locale, zone),
          count: data.minutes,
        })}
      </p>
      <ul className="app-gates">
        {data.gates.toSorted(byUrgency).map((gate) => (
          <li key={gate.id}>
            <GateCard gate={gate} live={data} />
          </li>
        ))}
      </ul>
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

function GateCard({ gate, live }: { gate: Gate; live: Gates }) {
  const i18n = useI18n();
  const devices = live.devices.filter(({ checkpoint_id }) => checkpoint_id === gate.id);
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
          <Badge {...(gate.state === 'silent' && { icon: <TriangleAlert aria-hidden /> })}>{words[gate.state]}</Badge>
        </header>
        <dl className="app-gate__figures">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <GateCapacity gate={gate} />
        {devices.length > 0 && <DeviceList devices={devices} asOf={live.as_of} />}
      </section>
    </Panel>
  );
}

const URGENCY: Record<Gate['state'], number> = { silent: 0, live: 1, unused: 2 };

function byUrgency(one: Gate, other: Gate): number {
  return URGENCY[one.state] - URGENCY[other.state];
}
