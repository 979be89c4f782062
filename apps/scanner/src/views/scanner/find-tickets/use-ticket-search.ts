import { searchTickets, type TicketSummary } from '@scantix/api-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApp } from '../../../services/app-context.ts';

/** How long the text must stand before the server is asked, in milliseconds. */
const PAUSE_MS = 250;

/** The tickets that match a text: by part of the holder, the order or the code. None are asked for while it is empty. */
export function useTicketSearch(text: string) {
  const { api } = useApp();
  const query = useSettled(text);
  return useQuery({
    queryKey: ['tickets', query],
    enabled: query !== '',
    // Who is inside changes with each scan.
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ items: readonly TicketSummary[]; hasMore: boolean }> => {
      const answer = await api.call(searchTickets, { body: { query }, signal });
      if (!answer.ok) throw new Error('The tickets could not be searched.');
      return { items: answer.value.items, hasMore: answer.value.next_cursor !== undefined };
    },
  });
}

/** A text once it has not changed for a while; an empty one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, text === '' ? 0 : PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
