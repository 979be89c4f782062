import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useApp } from '../services/app-context.ts';
import { useCheckpoint } from './use-checkpoint.ts';
import { useI18n } from './use-i18n.ts';

/** What each clerk was told last, by the toasts of the page: the scanner is opened many times in a shift. */
const told = new WeakMap<object, string>();

/** Tells a clerk whose checkpoint is not offered any more for which one this device scans instead. */
export function useReplacedCheckpoint(): void {
  const { atoms, toasts } = useApp();
  const i18n = useI18n();
  const { checkpoint } = useCheckpoint();
  const saved = useAtomValue(atoms.checkpointAtom);
  const { id, domain } = useAtomValue(atoms.userAtom) ?? {};
  const isReplaced = saved?.domain === domain && saved?.checkpoint.id !== checkpoint?.id;
  const chosen = isReplaced ? saved?.checkpoint.name : undefined;
  const place = checkpoint?.name;
  useEffect(() => {
    if (chosen === undefined || place === undefined) {
      told.delete(toasts);
      return;
    }
    const notice = JSON.stringify([id, chosen, place]);
    if (told.get(toasts) === notice) return;
    told.set(toasts, notice);
    toasts.show({
      kind: 'warning',
      title: i18n.t('Now scanning for {place}', { place }),
      message: i18n.t('{chosen} is closed, or not for your workgroup. Choose a checkpoint on Home.', { chosen }),
      durationMs: 10_000,
    });
  }, [chosen, i18n, id, place, toasts]);
}
