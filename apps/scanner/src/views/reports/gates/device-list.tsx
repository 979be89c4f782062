import type { I18n } from '@lingui/core';
import type { GateDevice } from '@scantix/api-contract';
import { formatNumber, isolated } from '@scantix/i18n';
import { Badge } from '@scantix/ui-shell/react';
import { Fragment } from 'react';
import { shortDevice } from '../../../format/short-device.ts';
import { useI18n } from '../../../hooks/use-i18n.ts';

/** A phone that nobody charges is off soon. */
const LOW_BATTERY = 0.2;
const MINUTE_MS = 60_000;

interface DeviceListProps {
  readonly devices: readonly GateDevice[];
  /** When the server read them: ISO 8601, UTC. */
  readonly asOf: string;
}

/** Devices, each with who has it, when it was seen, and what it says of itself. */
export function DeviceList({ devices, asOf }: DeviceListProps) {
  const i18n = useI18n();
  const minutesSince = (at: string) => Math.max(0, Math.floor((Date.parse(asOf) - Date.parse(at)) / MINUTE_MS));
  return (
    <ul className="app-gate__devices">
      {devices.map((device) => (
        <li key={device.id}>
          <strong className={device.name ? undefined : 'app-mono'}>{device.name ?? shortDevice(device.id)}</strong>
          <span>
            {factsOf(i18n, device, minutesSince).map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && ' · '}
                <span>{fact}</span>
              </Fragment>
            ))}
          </span>
          {isLow(device) && <Badge>{i18n.t('Low battery')}</Badge>}
        </li>
      ))}
    </ul>
  );
}

const isLow = ({ battery, charging }: GateDevice) => battery !== null && battery < LOW_BATTERY && !charging;

function factsOf(i18n: I18n, device: GateDevice, minutesSince: (at: string) => number): string[] {
  const { clerk, battery, charging, waiting, seen_at, tickets_at } = device;
  const level = battery !== null && formatNumber(battery, i18n.locale, { style: 'percent' });
  const seen = minutesSince(seen_at);
  return [
    ...(clerk ? [isolated(clerk)] : []),
    seen < 2 ? i18n.t('seen just now') : i18n.t('seen {count}\u00a0min ago', { count: seen }),
    ...(level
      ? [charging ? i18n.t('battery {level}, charging', { level }) : i18n.t('battery {level}', { level })]
      : []),
    ...(waiting ? [i18n.t('{count, plural, one {# scan waiting} other {# scans waiting}}', { count: waiting })] : []),
    ...(tickets_at ? [i18n.t('tickets {count}\u00a0min old', { count: minutesSince(tickets_at) })] : []),
  ];
}
