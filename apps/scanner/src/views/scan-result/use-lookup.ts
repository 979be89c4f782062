import { lookupTicket } from '@scantix/api-contract';
import { useQuery } from '@tanstack/react-query';
import { failureWords } from '../../format/failure-words.ts';
import { missingCheckpointWords, useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

/** Looks a code up on the server: its ticket, the verdict that a check or an exit would get now, and its history. */
export function useLookup(barcode: string | null, mode: 'check' | 'exit' = 'check') {
  const { api } = useApp();
  const i18n = useI18n();
  const { checkpoint, config, failed } = useCheckpoint();
  return useQuery({
    queryKey: ['lookup', barcode, checkpoint?.id, mode],
    enabled: barcode !== null && (checkpoint !== null || config !== null || failed),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      if (!checkpoint) throw new Error(missingCheckpointWords(i18n, { config, failed }));
      const outcome = await api.call(lookupTicket, {
        body: { barcode: barcode ?? '', checkpoint_id: checkpoint.id, mode },
        signal,
      });
      if (outcome.ok) return outcome.value;
      throw new Error(failureWords(i18n, outcome.failure));
    },
  });
}
