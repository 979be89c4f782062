import { Button } from '@scantix/ui-shell/react';
import { TriangleAlert } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';

/** Replaces a verdict that cannot be read from the storage of this device. */
export function LostVerdict({ onNext }: { onNext: () => void }) {
  const i18n = useI18n();
  return (
    <div className="app-camera-trouble" role="alert">
      <TriangleAlert aria-hidden />
      <h2>{i18n.t('This verdict cannot be shown')}</h2>
      <p>{i18n.t('The storage of this device does not answer. Check the ticket yourself, then reload the page.')}</p>
      <Button onClick={onNext}>{i18n.t({ id: 'action.next', message: 'Next' })}</Button>
    </div>
  );
}
