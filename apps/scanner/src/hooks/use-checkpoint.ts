import type { I18n } from '@lingui/core';
import type { Checkpoint, ScannerConfig } from '@scantix/api-contract';
import { useOnline } from '@scantix/ui-shell/react';
import { useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useApp } from '../services/app-context.ts';
import { hasRight } from '../services/has-right.ts';

export interface CheckpointState {
  /** The scanner configuration of the signed-in user; `null` until it is known. */
  readonly config: ScannerConfig | null;
  /** The saved checkpoint if the workgroup may use it, else the first of the workgroup. */
  readonly checkpoint: Checkpoint | null;
  readonly choose: (checkpoint: Checkpoint) => void;
  /** Whether the last load of the configuration failed. */
  readonly failed: boolean;
}

/** The checkpoints that a user with this configuration may scan for. */
export function checkpointsFor(config: ScannerConfig | null): readonly Checkpoint[] {
  return config && hasRight(config, 'scan') ? config.checkpoints : [];
}

/** Why there is no checkpoint to scan for. */
export function missingCheckpointWords(
  i18n: I18n,
  { config, failed }: Pick<CheckpointState, 'config' | 'failed'>,
): string {
  if (config && !hasRight(config, 'scan')) return i18n.t('Your workgroup does not scan. Ask your supervisor.');
  if (config) return i18n.t('Your workgroup has no checkpoint.');
  return failed ? i18n.t('The checkpoints cannot be loaded.') : i18n.t('Loading the checkpoints…');
}

/** The checkpoint that this device scans for. While there is no configuration, as on a start offline, the saved one is used. */
export function useCheckpoint(): CheckpointState {
  const { scannerConfig, atoms } = useApp();
  const user = useAtomValue(atoms.userAtom);
  const [saved, save] = useAtom(atoms.checkpointAtom);
  const domain = user?.domain;
  const savedCheckpoint = saved && saved.domain === domain ? saved.checkpoint : null;
  const choose = useCallback(
    (checkpoint: Checkpoint) => domain !== undefined && save({ domain, checkpoint }),
    [domain, save],
  );
  const config = useSyncExternalStore(scannerConfig.subscribe, scannerConfig.current);
  const failed = useSyncExternalStore(scannerConfig.subscribe, scannerConfig.failed);
  const userId = user?.id;
  const online = useOnline();
  useEffect(() => {
    if (userId !== undefined && online) scannerConfig.freshen().catch(() => {});
  }, [userId, online, scannerConfig]);
  const offered = checkpointsFor(config);
  const checkpoint = config
    ? (offered.find(({ id }) => id === saved?.checkpoint.id) ?? offered[0] ?? null)
    : savedCheckpoint;

  // Only where none is saved: tabs with different configurations would replace each other's, and the clerk's choice.
  useEffect(() => {
    if (domain !== undefined && checkpoint && !savedCheckpoint) save({ domain, checkpoint }, false);
  }, [domain, checkpoint, savedCheckpoint, save]);

  return { config, checkpoint, choose, failed };
}
