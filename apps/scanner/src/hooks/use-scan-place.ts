import type { Checkpoint, ScannerConfig } from '@scantix/api-contract';
import { useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useApp } from '../services/app-context.ts';
import { useOnline } from './use-online.ts';

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
  const config = useSyncExternalStore(scannerConfig.subscribe, scannerConfig.current);
  const failed = useSyncExternalStore(scannerConfig.subscribe, scannerConfig.failed);
  const userId = user?.id;
  const online = useOnline();
  useEffect(() => {
    if (userId !== undefined && online) scannerConfig.freshen().catch(() => {});
  }, [userId, online, scannerConfig]);
  const checkpoint = config
    ? (config.checkpoints.find(({ id }) => id === remembered?.id) ?? config.checkpoints[0] ?? null)
    : remembered;

  useEffect(() => {
    if (domain !== undefined && checkpoint && checkpoint.id !== remembered?.id) setPlace({ domain, checkpoint }, false);
  }, [domain, checkpoint, remembered, setPlace]);

  return { config, checkpoint, choose, failed };
}
