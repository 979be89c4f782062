import { Button } from '@scantix/ui-shell/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { RefreshCw } from 'lucide-react';
import { useLocation } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { isOverCamera } from '../navigation/is-over-camera.ts';
import { useStart } from '../services/app-context.ts';

/** Offers a newer build of the app; hidden while the camera or one of its verdicts is open. */
export function UpdateNotice() {
  const { atoms } = useStart();
  const ready = useAtomValue(atoms.updateReadyAtom);
  const apply = useSetAtom(atoms.applyUpdateAtom);
  const location = useLocation();
  const i18n = useI18n();
  if (!ready || isOverCamera(location)) return null;
  return (
    <div className="app-update">
      <RefreshCw aria-hidden />
      <span>{i18n.t('A new version is ready.')}</span>
      <Button onClick={apply}>{i18n.t('Reload')}</Button>
    </div>
  );
}
