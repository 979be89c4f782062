import type { Checkpoint, ScannerConfig } from '@scantix/api-contract';
import { useQuery } from '@tanstack/react-query';
import { useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect } from 'react';
import { useApp } from '../app-context.ts';

export interface ScanPlaceState {
  readonly config: ScannerConfig | null;
  /** The chosen checkpoint: the remembered one while the workgroup may use it, else its first. */
  readonly checkpoint: Checkpoint | null;
  readonly choose: (checkpoint: Checkpoint) => void;
  readonly failed: boolean;
}

/** Where this device scans. Without a network the remembered checkpoint goes on serving. */
export function useScanPlace(): ScanPlaceState {
  const { scannerConfig, atoms } = useApp();
  const user = useAtomValue(atoms.userAtom);
  const [place, setPlace] = useAtom(atoms.placeAtom);
  const domain = user?.domain;
  const remembered = place && place.domain === domain ? place.checkpoint : null;
  const choose = useCallback(
    (checkpoint: Checkpoint) => domain !== undefined && setPlace({ domain, checkpoint }),
    [domain, setPlace],
  );
  const { data, isError } = useQuery({
    queryKey: ['scanner-config', user?.id],
    enabled: user !== null,
    staleTime: 5 * 60_000,
    // The session has asked for it already.
    initialData: () => (scannerConfig.loadedAt() === null ? undefined : (scannerConfig.current() ?? undefined)),
    initialDataUpdatedAt: () => scannerConfig.loadedAt() ?? undefined,
    queryFn: () => scannerConfig.load(),
  });
  const config = data ?? scannerConfig.current();
  const checkpoint = config
    ? (config.checkpoints.find(({ id }) => id === remembered?.id) ?? config.checkpoints[0] ?? null)
    : remembered;

  useEffect(() => {
    if (checkpoint && checkpoint.id !== remembered?.id) choose(checkpoint);
  }, [checkpoint, remembered, choose]);

  return { config, checkpoint, choose, failed: isError };
}
