import { Button } from '@scantix/ui-shell/react';
import { RefreshCw } from 'lucide-react';
import { useLocation } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { useUpdateReady } from '../hooks/use-update-ready.ts';
import { isOverCamera } from '../navigation/is-over-camera.ts';
import { useStart } from '../services/app-context.ts';

/** Offers a newer build of the app; hidden while the camera or one of its verdicts is open. */
export function UpdateNotice() {
  const { update } = useStart();
  const location = useLocation();
  const i18n = useI18n();
  if (!useUpdateReady() || isOverCamera(location)) return null;
  return (
    <div className="app-update">
      <RefreshCw aria-hidden />
      <span>{i18n.t('A new version is ready.')}</span>
      <Button onClick={update.apply}>{i18n.t('Reload')}</Button>
    </div>
  );
}
