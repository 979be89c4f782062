import { REASONS, SCAN_MODES } from '@scantix/api-contract';
import type { LogFilters } from '@scantix/scan-ledger/log';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { flushSync } from 'react-dom';
import { useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useRight } from '../../hooks/use-right.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { MODE_WORDS } from '../../verdict/mode-words.ts';
import { REASON_WORDS } from '../../verdict/verdict-words.ts';
import { DateTimeField } from './date-time-field.tsx';
import { useFilterChoices } from './use-filter-choices.ts';
import type { FilterChange } from './use-result-filters.ts';

interface MoreFiltersProps {
  readonly id: string;
  readonly filters: LogFilters;
  readonly onChange: (change: FilterChange) => void;
  /** The buttons under the fields. */
  readonly children: ReactNode;
}

/** The less used filters. */
export function MoreFilters({ id, filters, onChange, children }: MoreFiltersProps) {
  const i18n = useI18n();
  const hasUndo = useFeature('undo');
  const supervises = useRight('supervise');
  const own = (useCheckpoint().config?.checkpoints ?? []).map(
    ({ id: checkpoint, name }) => [checkpoint, name] as const,
  );
  // A supervisor sees the scans of all checkpoints, closed ones too.
  const checkpoints = new Map([...useFilterChoices('checkpoint', filters.checkpoint_id), ...own]);
  const zone = useVenueZone();
  const clerks = useFilterChoices('clerk', filters.clerk);
  const devices = useFilterChoices('device', filters.device_id);
  const conflicts = {
    any: i18n.t('All conflicts'),
    open: i18n.t('Unresolved'),
    acknowledged: i18n.t({ id: 'filter.resolved', message: 'Resolved' }),
    none: i18n.t('No conflict'),
  };
  const from = i18n.t({ id: 'filter.from', message: 'From' });
  const unsent = { waiting: i18n.t('Waiting'), quarantined: i18n.t('Needs a decision') };
  const undone = { true: i18n.t('Undone'), false: i18n.t('Not undone') };

  /** A select for one filter, with its value or none. */
  const select = <Name extends keyof LogFilters>(
    name: Name,
    label: string,
    options: readonly (readonly [value: NonNullable<LogFilters[Name]>, label: string])[],
  ) => (
    <FilterSelect
      label={label}
      value={filters[name] ?? ''}
      options={options}
      onChange={(value) => onChange({ [name]: value || undefined })}
    />
  );

  return (
    <section id={id} className="stx-panel app-filters" aria-label={i18n.t('Filters')}>
      {select(
        'reason',
        i18n.t('Reason'),
        REASONS.map((reason) => [reason, i18n.t(REASON_WORDS[reason])]),
      )}
      {select(
        'mode',
        i18n.t('Mode'),
        SCAN_MODES.map((mode) => [mode, i18n.t(MODE_WORDS[mode])]),
      )}
      {select('checkpoint_id', i18n.t('Checkpoint'), [...checkpoints])}
      {supervises !== false && select('clerk', i18n.t('Clerk'), clerks)}
      {supervises !== false && select('device_id', i18n.t('Device'), devices)}
      {select('conflict', i18n.t('Conflict'), entries(conflicts))}
      {select('sync', i18n.t('Scans not sent yet'), entries(unsent))}
      {hasUndo && select('undone', i18n.t({ id: 'filter.undo', message: 'Undo' }), entries(undone))}
      <DateTimeField
        key={`from ${zone}`}
        label={from}
        zone={zone}
        value={filters.from}
        onChange={(timestamp) => onChange({ from: timestamp })}
      />
      <DateTimeField
        key={`to ${zone}`}
        label={i18n.t({ id: 'filter.to', message: 'Before' })}
        zone={zone}
        value={filters.to}
        problem={isReversed(filters) ? i18n.t('Must be later than {field}.', { field: from }) : undefined}
        onChange={(timestamp) => onChange({ to: timestamp })}
      />
      {/* A press takes the focus only at its end: what is wrong with the date that it leaves moves the buttons. */}
      {/* biome-ignore lint/a11y: the buttons inside are what is pressed */}
      <div
        className="app-filters__actions"
        onMouseDown={(event) => event.preventDefault()}
        onClickCapture={({ target }) => flushSync(() => (target as Element).closest('button')?.focus())}
      >
        {children}
      </div>
    </section>
  );
}

function isReversed({ from, to }: LogFilters): boolean {
  return from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from);
}

function entries<Key extends string>(words: Readonly<Record<Key, string>>): [Key, string][] {
  return Object.entries(words) as [Key, string][];
}

interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  const i18n = useI18n();
  const id = useId();
  return (
    <div className="stx-field">
      <label htmlFor={id}>{label}</label>
      <span className="stx-field__box">
        <select id={id} className="stx-input" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{i18n.t('All')}</option>
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden />
      </span>
    </div>
  );
}
