import type { I18n } from '@lingui/core';
import { formatNumber } from '@scantix/i18n';
import { Button, EmptyState, leaveFocusToTitle, Page, TextField, useMediaQuery } from '@scantix/ui-shell/react';
import { Download, ListFilter, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { trimmed } from '../../format/trimmed.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useRight } from '../../hooks/use-right.ts';
import { type ExportFormat, useExportScans } from '../../ledger/use-export-scans.ts';
import { Loading } from '../loading/loading.tsx';
import { AskSupervisor } from '../rights/ask-supervisor.tsx';
import { DeviceOnly } from './device-only.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { LogTable } from './log-table.tsx';
import { MoreFilters } from './more-filters.tsx';
import { useDeviceId } from './use-device-id.ts';
import { useResultCounts } from './use-result-counts.ts';
import { useResultFilters } from './use-result-filters.ts';
import { type ScanLog, useScanLog } from './use-scan-log.ts';

/** All scans that the clerk may see, the newest first; without the server, those of this device. */
export function ResultsView() {
  const i18n = useI18n();
  const { filters, settled, current, change, clear } = useResultFilters();
  const log = useScanLog(settled);
  const wanted = JSON.stringify(settled);
  const [listed, setListed] = useState(wanted);
  if (!log.outdated && listed !== wanted) setListed(wanted);
  const exported = useExportScans();
  const supervises = useRight('supervise');
  const mayExport = useFeature('export') && supervises !== false;
  const deviceId = useDeviceId();
  const counts = useResultCounts({
    ...{ filters: settled, unsent: log.unsent, ofServer: log.ofServer },
    // Counted anew once the server has given the log again.
    deviceId: log.deviceOnly ? null : deviceId,
  });
  const filtersId = useId();
  /** As it was opened: a phone that is turned keeps what is being typed. */
  const [open, setOpen] = useState<'sheet' | 'panel' | null>(null);
  const onPhone = useMediaQuery('(max-width: 599.98px)');
  // The address follows the field, not the reverse: a navigation may arrive after the next key press.
  const [typed, setTyped] = useState(filters.search ?? '');
  // A new key also empties the date fields that hold no date.
  const [timesCleared, setTimesCleared] = useState(0);
  const filtered = Object.keys(filters).length > 0;
  const clearAll = () => {
    setTyped('');
    setTimesCleared(timesCleared + 1);
    clear();
  };

  const save = (format: ExportFormat) => {
    const wrong = document.getElementById(filtersId)?.querySelector<HTMLElement>('[aria-invalid]');
    // The file would have more scans than somebody has asked for.
    if (wrong) return wrong.focus();
    // A sheet would cover what is said of the file.
    if (open === 'sheet') setOpen(null);
    void exported.save(format, current());
  };

  const fields = (
    <MoreFilters key={timesCleared} id={filtersId} filters={filters} onChange={change}>
      {filtered && (
        <Button ref={leaveFocusToTitle} onClick={clearAll}>
          {i18n.t('Clear filters')}
        </Button>
      )}
      {mayExport && (
        <Button icon={<Download aria-hidden />} busy={exported.busy} onClick={() => save('json')}>
          {i18n.t('Export JSON')}
        </Button>
      )}
    </MoreFilters>
  );

  return (
    <Page className="app-results">
      <div className="app-results__tools">
        <TextField
          label={i18n.t('Search scans')}
          labelHidden
          type="search"
          maxLength={200}
          placeholder={i18n.t('Name or code')}
          leading={<Search aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            // Keyboards of phones add a space to a word that they suggest.
            change({ search: trimmed(event.target.value) || undefined });
          }}
        />
        <Button
          icon={<ListFilter aria-hidden />}
          aria-label={i18n.t('Filters')}
          aria-expanded={open !== null}
          aria-controls={filtersId}
          onClick={() => setOpen(open ? null : onPhone ? 'sheet' : 'panel')}
        >
          <span className="app-results__word">{i18n.t('Filters')}</span>
        </Button>
        {mayExport && (
          <Button
            icon={<Download aria-hidden />}
            aria-label={i18n.t('Export CSV')}
            busy={exported.busy}
            onClick={() => save('csv')}
          >
            <span className="app-results__word">{i18n.t('Export CSV')}</span>
          </Button>
        )}
      </div>
      <FilterChips
        filters={filters}
        onChange={change}
        deviceId={deviceId}
        counts={log.deviceOnly === null ? counts : undefined}
      />
      {open === 'sheet' && (
        <FilterSheet closeLabel={showWords(i18n, log)} onClose={() => setOpen(null)}>
          {fields}
        </FilterSheet>
      )}
      {open === 'panel' && fields}
      {log.deviceOnly === null && supervises === false && (
        <AskSupervisor
          shown={i18n.t('Your checkpoints only')}
          hidden={i18n.t('Scans elsewhere and exports are for supervisors.')}
        />
      )}
      {log.deviceOnly !== null && <DeviceOnly failure={log.deviceOnly} />}
      <p className="stx-hidden" role="status">
        {Object.keys(settled).length > 0 && foundWords(i18n, log)}
      </p>
      <Log list={listed} log={log} filtered={filtered} onClear={clearAll} />
    </Page>
  );
}

/** How many scans the list has; while it has more pages, at least how many. */
function showWords(i18n: I18n, { grouped, outdated, hasMore }: ScanLog): string {
  if (grouped === null || outdated) return i18n.t('Show scans');
  const count = countScans(grouped);
  if (hasMore) return i18n.t('Show {count} scans and more', { count: formatNumber(count, i18n.locale) });
  return i18n.t('Show {count, plural, one {# scan} other {# scans}}', { count });
}

/** Of more scans a screen reader says that they are more: fewer than a page has, so that it is true of each list with more pages. */
const MANY = 50;

/** What a screen reader says of the filters. */
function foundWords(i18n: I18n, { grouped, outdated, hasMore }: ScanLog): string | null {
  if (grouped === null || outdated) return null;
  const count = countScans(grouped);
  if (count === 0) return i18n.t('No scan matches');
  // The same while further pages are read: it interrupts nobody who reads on.
  if (hasMore) return i18n.t('More than {count} scans', { count: Math.min(count, MANY) });
  return i18n.t('{count, plural, one {# scan} other {# scans}}', { count });
}

function countScans({ lineCount, days }: NonNullable<ScanLog['grouped']>): number {
  return lineCount - days.length;
}

interface LogProps {
  /** Names the list that is shown: the filters of its scans. */
  readonly list: string;
  readonly log: ScanLog;
  readonly filtered: boolean;
  readonly onClear: () => void;
}

function Log({ list, log, filtered, onClear }: LogProps) {
  const i18n = useI18n();
  const { grouped, hasMore } = log;
  const isEmpty = grouped?.lineCount === 0;
  if (grouped === null || (isEmpty && log.outdated)) return <Loading count={6} height="var(--stx-row)" />;
  if (!isEmpty) {
    return (
      <>
        <LogTable
          list={list}
          log={grouped}
          outdated={log.outdated}
          hasMore={hasMore && !log.moreFailed}
          onMore={log.loadMore}
        />
        {hasMore && <p className="app-log__older">{i18n.t('Older scans are not printed')}</p>}
        {log.loadingMore && <Loading />}
        {log.moreFailed && (
          <Button ref={leaveFocusToTitle} wide onClick={log.loadMore}>
            {i18n.t('Older scans could not be loaded: try again')}
          </Button>
        )}
      </>
    );
  }
  return filtered ? (
    <EmptyState
      title={i18n.t('No scan matches')}
      actions={
        <Button ref={leaveFocusToTitle} onClick={onClear}>
          {i18n.t('Clear filters')}
        </Button>
      }
    />
  ) : (
    <EmptyState title={i18n.t('No scans yet')} message={i18n.t('Scans will appear here')} />
  );
}
