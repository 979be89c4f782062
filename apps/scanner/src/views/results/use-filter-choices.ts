import { type ApiClient, getReportBreakdown, MAX_REPORT_PERIOD_MS } from '@scantix/api-contract';
import { useQuery } from '@tanstack/react-query';
import { useRight } from '../../hooks/use-right.ts';
import { useServerClock } from '../../hooks/use-server-clock.ts';
import { useApp } from '../../services/app-context.ts';

type Choice = readonly [value: string, label: string];

type Filter = 'checkpoint' | 'clerk' | 'device';

/** The checkpoints, clerks or devices with scans lately, the busiest first; always includes the chosen one. */
export function useFilterChoices(by: Filter, chosen: string | undefined): readonly Choice[] {
  const { api } = useApp();
  const clock = useServerClock();
  const { data: choices = [] } = useQuery({
    queryKey: ['filter-choices', by],
    enabled: useRight('supervise') ?? false,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => readChoices(api, by, clock.now(), signal),
  });
  return chosen === undefined || choices.some(([value]) => value === chosen) ? choices : [[chosen, chosen], ...choices];
}

/** @throws Error where the server does not answer: that is no list of nobody, and the next look asks again */
async function readChoices(api: ApiClient, by: Filter, now: number, signal: AbortSignal): Promise<Choice[]> {
  const from = new Date(now - MAX_REPORT_PERIOD_MS);
  const query = { by, from: from.toISOString(), to: new Date(now).toISOString() };
  const answer = await api.call(getReportBreakdown, { query, signal });
  if (!answer.ok) throw new Error('What to filter by is not known.');
  return answer.value.groups.map(({ key, name }) => [key, name] as const);
}
