import { type Gates, getGates } from '@scantix/api-contract';
import { useQuery } from '@tanstack/react-query';
import { failureWords } from '../../../format/failure-words.ts';
import { useI18n } from '../../../hooks/use-i18n.ts';
import { useApp } from '../../../services/app-context.ts';

/** A gate that falls silent is no change that the server could tell. */
const REFETCH_MS = 15_000;

/** The live gates. The last ones stay while newer ones load or fail to load. */
export function useGates() {
  const { api } = useApp();
  const i18n = useI18n();
  return useQuery({
    queryKey: ['reports', 'gates'],
    refetchInterval: REFETCH_MS,
    queryFn: async ({ signal }): Promise<Gates> => {
      const answer = await api.call(getGates, { signal });
      if (!answer.ok) throw new Error(failureWords(i18n, answer.failure));
      return answer.value;
    },
  });
}
