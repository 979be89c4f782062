import { type Gates, getGates } from '@scantix/api-contract';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../../services/app-context.ts';

/** A gate that falls silent is no change that the server could tell. */
const REFETCH_MS = 15_000;

/** The live gates. The last ones stay while newer ones load or fail to load. */
export function useGates() {
  const { api } = useApp();
  return useQuery({
    queryKey: ['reports', 'gates'],
    refetchInterval: REFETCH_MS,
    queryFn: async ({ signal }): Promise<Gates> => {
      const answer = await api.call(getGates, { signal });
      if (!answer.ok) throw new Error('The live gates could not be loaded.');
      return answer.value;
    },
  });
}
