import { formatScanResultAddress, type ScanRecord } from '@scantix/api-contract';
import { Link } from 'react-router';
import { formatDay, formatExactTime } from '../../format/dates.ts';
import { useI18n } from '../../i18n/use-i18n.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { OUTCOME_WORDS, visibleBarcode, wordsOf } from '../../verdict/verdict-words.ts';

/** The log under day headers: one table, which lays itself out as rows on a phone. */
export function ScanTable({ records }: { records: readonly ScanRecord[] }) {
  const i18n = useI18n();
  return (
    <table className="app-log">
      <thead>
        <tr>
          <th scope="col">{i18n.t('Outcome')}</th>
          <th scope="col">{i18n.t('Who or why')}</th>
          <th scope="col">{i18n.t('Ticket')}</th>
          <th scope="col">{i18n.t('Code')}</th>
          <th scope="col">{i18n.t('Checkpoint')}</th>
          <th scope="col">{i18n.t('Clerk')}</th>
          <th scope="col">{i18n.t('Scanned')}</th>
        </tr>
      </thead>
      {groupByDay(records, i18n.locale).map(([day, scans]) => (
        <tbody key={day}>
          <tr className="app-log__day">
            <th scope="rowgroup" colSpan={7}>
              {day}
            </th>
          </tr>
          {scans.map((record) => (
            <ScanTableRow key={record.id} record={record} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function ScanTableRow({ record }: { record: ScanRecord }) {
  const i18n = useI18n();
  const { barcode, claimed_at, claimed_by, checkpoint, id, mode, verdict } = record;
  const address = formatScanResultAddress({ barcode, scanId: id, ...(mode === 'entry' ? {} : { mode }) });
  return (
    <tr>
      <td className="app-log__outcome">
        <VerdictIcon outcome={verdict.outcome} decorative />
        <span>{i18n.t(OUTCOME_WORDS[verdict.outcome])}</span>
      </td>
      <td className="app-log__who">
        <Link to={address}>{wordsOf(i18n, verdict, Date.parse(verdict.decided_at)).reason}</Link>
      </td>
      <td className="app-log__ticket">{verdict.ticket?.type ?? '–'}</td>
      <td className="app-log__code app-mono">{visibleBarcode(barcode)}</td>
      <td className="app-log__checkpoint">{checkpoint.name}</td>
      <td className="app-log__clerk">{claimed_by}</td>
      <td className="app-log__time">
        <time dateTime={claimed_at}>{formatExactTime(claimed_at, i18n.locale)}</time>
      </td>
    </tr>
  );
}

function groupByDay(records: readonly ScanRecord[], locale: string): [string, ScanRecord[]][] {
  const days = new Map<string, ScanRecord[]>();
  for (const record of records) {
    const day = formatDay(record.claimed_at, locale);
    const scans = days.get(day);
    if (scans) scans.push(record);
    else days.set(day, [record]);
  }
  return [...days];
}
