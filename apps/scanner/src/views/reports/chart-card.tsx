import { Panel } from '@scantix/ui-shell/react';
import { ChartLine, Table } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';

export interface ChartCardProps {
  readonly title: string;
  /** Small text beside the title: the total or a legend. */
  readonly note?: ReactNode;
  readonly wide?: boolean;
  /** The same numbers as a table: the names of its columns, then its rows. */
  readonly table: { readonly columns: readonly string[]; readonly rows: readonly TableRow[] };
  readonly children: ReactNode;
}

/** A row: two of them may have the same name, as the two hours from 2:00 when summer time ends. */
export interface TableRow {
  readonly key: string;
  readonly name: string;
  readonly cells: readonly string[];
}

/** A panel with a chart, or its numbers as a table in the same place. */
export function ChartCard({ title, note, wide = false, table, children }: ChartCardProps) {
  const i18n = useI18n();
  const titleId = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel className={wide ? 'app-chart app-chart--wide' : 'app-chart'}>
      <section aria-labelledby={titleId}>
        <header>
          <h2 id={titleId}>{title}</h2>
          {note && <p>{note}</p>}
        </header>
        {asTable ? <AsTable {...table} /> : children}
        <button type="button" className="app-as-table" onClick={() => setAsTable(!asTable)}>
          {asTable ? <ChartLine aria-hidden /> : <Table aria-hidden />}
          {asTable ? i18n.t('View as chart') : i18n.t('View as table')}
        </button>
      </section>
    </Panel>
  );
}

function AsTable({ columns, rows }: ChartCardProps['table']) {
  return (
    <table className="app-numbers">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
