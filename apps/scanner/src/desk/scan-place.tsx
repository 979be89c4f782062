import { useAtomValue } from 'jotai';
import { useCheckpoint } from '../hooks/use-checkpoint.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';
import { MODE_WORDS } from '../verdict/mode-words.ts';

/** The checkpoint and the mode that codes are scanned for. Any mode but entry stands out, so that nobody takes it for entry. */
export function ScanPlace() {
  const { atoms } = useApp();
  const i18n = useI18n();
  const { checkpoint } = useCheckpoint();
  const mode = useAtomValue(atoms.scanModeAtom);
  const words = i18n.t(MODE_WORDS[mode]);
  return (
    <>
      {mode === 'entry' ? null : <strong className="app-mode-chip">{words}</strong>}
      <span className="app-place">
        <span className="app-place__name">{checkpoint?.name ?? i18n.t('No checkpoint')}</span>
        {mode === 'entry' ? ` · ${words}` : null}
      </span>
    </>
  );
}
