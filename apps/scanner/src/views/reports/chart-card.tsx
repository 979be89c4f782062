import { Panel } from '@scantix/ui-shell/react';
import { Table } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';

export interface ChartCardProps {
  readonly title: string;
  /** Small text beside the title: the total or a legend. */
  readonly note?: ReactNode;
  readonly wide?: boolean;
  /** The same numbers as a table: the names of its columns, then its rows. */
  readonly table: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly children: ReactNode;
}

/** A panel with a chart and its numbers as a table. */
export function ChartCard({ title, note, wide = false, table, children }: ChartCardProps) {
  const i18n = useI18n();
  const titleId = useId();
  return (
    <Panel className={wide ? 'app-chart app-chart--wide' : 'app-chart'}>
      <section aria-labelledby={titleId}>
        <header>
          <h2 id={titleId}>{title}</h2>
          {note && <p>{note}</p>}
        </header>
        {children}
        <details className="app-as-table">
          <summary>
            <Table aria-hidden />
            {i18n.t('View as table')}
          </summary>
          <table>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    <td key={table.columns[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </section>
    </Panel>
  );
}
