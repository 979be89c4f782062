import { translateText } from '@scantix/i18n';
import { Button } from '@scantix/ui-shell/react';
import { CloudOff } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';

/** Says that the log has only the scans of this device, and why; with a button to try again. */
export function DeviceOnly({ why, onRetry }: { why: string; onRetry: () => void }) {
  const i18n = useI18n();
  return (
    <div className="stx-panel app-device-only" role="status">
      <CloudOff aria-hidden />
      <p>
        <b>{i18n.t('This device only')}</b>
        <span>{translateText(i18n, why)}</span>
      </p>
      <Button onClick={onRetry}>{i18n.t('Try again')}</Button>
    </div>
  );
}
