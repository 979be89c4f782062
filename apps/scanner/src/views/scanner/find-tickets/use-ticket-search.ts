import { searchTickets, type TicketSummary } from '@scantix/api-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { failureWords } from '../../../format/failure-words.ts';
import { useI18n } from '../../../hooks/use-i18n.ts';
import { useSettled } from '../../../hooks/use-settled.ts';
import { useApp } from '../../../services/app-context.ts';

/** The tickets that match a text: by part of the holder, the order or the code. None are asked for while it is empty. */
export function useTicketSearch(text: string) {
  const { api } = useApp();
  const i18n = useI18n();
  const query = useSettled(text);
  return useQuery({
    queryKey: ['tickets', query],
    enabled: query !== '',
    // Who is inside changes with each scan.
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ items: readonly TicketSummary[]; hasMore: boolean }> => {
      const answer = await api.call(searchTickets, { body: { query }, signal });
      if (!answer.ok) throw new Error(failureWords(i18n, answer.failure));
      return { items: answer.value.items, hasMore: answer.value.next_cursor !== undefined };
    },
  });
}
