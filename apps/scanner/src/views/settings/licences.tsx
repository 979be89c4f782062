import { formatNumber } from '@scantix/i18n';
import { Panel } from '@scantix/ui-shell/react';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Scale } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useI18n } from '../../hooks/use-i18n.ts';
import { Loading } from '../loading/loading.tsx';

const licences = z.array(z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() }));

/** The libraries in the app and their licences, from the list that the build makes. Loaded when opened. */
export function Licences() {
  const i18n = useI18n();
  const [open, setOpen] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['licences'],
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => licences.parse(await (await fetch('/licences.json', { signal })).json()),
  });
  return (
    <Panel>
      <details className="app-kinds" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="app-pick">
          <Scale aria-hidden />
          <span>{i18n.t('Licences')}</span>
          <span className="app-kinds__count">{data && formatNumber(data.length, i18n.locale)}</span>
          <ChevronDown aria-hidden />
        </summary>
        {open && !data && !isError && <Loading count={3} />}
        {isError && (
          <p className="app-licences__failed" role="alert">
            {i18n.t('The licences cannot be loaded now.')}
          </p>
        )}
        <ul>
          {data?.map(({ name, version, licence, text }) => (
            <li key={`${name} ${version}`}>
              <details className="app-licence">
                <summary>
                  <span>
                    {name} <small>{version}</small>
                  </span>
                  <small>{licence}</small>
                </summary>
                <pre>{text}</pre>
              </details>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}
