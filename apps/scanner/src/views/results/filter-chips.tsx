import { OUTCOMES } from '@scantix/api-contract';
import { formatNumber } from '@scantix/i18n';
import type { LogCounts, LogFilters } from '@scantix/scan-ledger/log';
import { type ReactNode, useEffect, useRef } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { OUTCOME_WORDS } from '../../verdict/verdict-words.ts';
import type { FilterChange } from './use-result-filters.ts';

interface FilterChipsProps {
  readonly filters: LogFilters;
  readonly onChange: (change: FilterChange) => void;
  /** `null` until known. */
  readonly deviceId: string | null;
  /** `null` while unknown: each chip leaves room for its number. `undefined`: nobody counts. */
  readonly counts: LogCounts | null | undefined;
}

/** The most used filters, one press each. */
export function FilterChips({ filters, onChange, deviceId, counts }: FilterChipsProps) {
  const i18n = useI18n();
  const { outcome, conflict, device_id } = filters;
  const onlyThisDevice = device_id !== undefined && device_id === deviceId;
  const conflicts = conflict !== undefined && conflict !== 'none';
  const chips = useRef<HTMLFieldSetElement>(null);
  const chosenKey = `${outcome} ${conflicts} ${onlyThisDevice}`;
  // On a phone the chips are wider than the view.
  useEffect(() => {
    const bar = chips.current;
    const [chosen] = bar?.querySelectorAll<HTMLElement>('[aria-pressed="true"]') ?? [];
    if (chosenKey && bar && chosen) bar.scrollLeft = chosen.offsetLeft - (bar.clientWidth - chosen.offsetWidth) / 2;
  }, [chosenKey]);
  const number = (value: number) => formatNumber(value, i18n.locale);
  const formatCount = (count: number | undefined) =>
    counts && (count === undefined ? null : `${number(count)}${counts.complete ? '' : '+'}`);
  return (
    <fieldset ref={chips} className="app-chips">
      <legend className="stx-hidden">{i18n.t('Filter')}</legend>
      <Chip
        pressed={!outcome && !conflicts && !onlyThisDevice}
        count={formatCount(counts?.all)}
        onPress={() => onChange({ outcome: undefined, conflict: undefined, device_id: undefined })}
      >
        {i18n.t('All')}
      </Chip>
      {OUTCOMES.map((value) => (
        <Chip
          key={value}
          pressed={outcome === value}
          count={formatCount(counts?.outcomes[value])}
          onPress={() => onChange({ outcome: outcome === value ? undefined : value })}
        >
          <VerdictIcon outcome={value} decorative />
          {i18n.t(OUTCOME_WORDS[value])}
        </Chip>
      ))}
      <Chip
        pressed={conflicts}
        count={formatCount(counts?.conflicts)}
        onPress={() => onChange({ conflict: conflicts ? undefined : 'any' })}
      >
        {i18n.t('Conflicts')}
      </Chip>
      {deviceId !== null && (
        <Chip
          pressed={onlyThisDevice}
          count={formatCount(counts?.this_device)}
          onPress={() => onChange({ device_id: onlyThisDevice ? undefined : deviceId })}
        >
          {i18n.t('This device')}
        </Chip>
      )}
    </fieldset>
  );
}

interface ChipProps {
  readonly pressed: boolean;
  readonly count: string | null | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Chip({ pressed, count, onPress, children }: ChipProps) {
  return (
    <button type="button" className="app-chip" aria-pressed={pressed} onClick={onPress}>
      {children}
      {count !== undefined && <small className="app-chip__count">{count}</small>}
    </button>
  );
}
